internal import FilterEngine
internal import FilterSQL
internal import FilterSyntax
internal import FilterTables

extension FetchPlan {
  /// The number of rows that match by the values of a column, under nil if it is nil; limit and offset are ignored.
  ///
  /// The database counts if it tests the whole predicate, by `frc_test` if it has to. Otherwise the engine tests rows,
  /// of which only the cells that it reads are fetched. Rows on which the predicate fails do not count.
  func counts(by column: SQLColumn?, _ reader: any SQLReader) throws -> [FilterValue: Int] {
    var counts: [FilterValue: Int] = [:]
    guard let select = plan.count(by: column) else {
      try forEachMatch(reading: column.map { [$0] } ?? [], reader) { values in
        counts[values.first ?? .null, default: 0] += 1
      }
      return counts
    }
    try reader.read(select, tests: translation.tests) { cells in
      guard case .integer(let count) = cells.cell(at: 0), count > 0 else { return true }
      // A row whose cell does not have the declared type has no section.
      guard let value = column.map({ $0.scalar(cells.cell(at: 1)) }) ?? .some(.null) else {
        return true
      }
      counts[value, default: 0] += Int(count)
      return true
    }
    return counts
  }

  /// Calls `body` with the values of columns for each row that matches, in no order; limit and offset are ignored. Rows
  /// in which one of these cells does not have the declared type are left out.
  func forEachMatch(
    reading columns: [SQLColumn], _ reader: any SQLReader, _ body: ([FilterValue]) throws -> Void
  ) throws {
    let residual = residualCells()?.ofOwnColumns
    guard residual != nil || translation.isExact else {
      for item in try rows(reader).items {
        try body(columns.map { item.filterValue(forKey: $0.field) ?? .null })
      }
      return
    }
    let tested = residual?.columns ?? []
    let select = plan.cells(of: tested + columns)
    var values: [FilterValue] = []
    try reader.read(select, tests: translation.tests) { cells in
      if let residual, residual.answer(cells) != true { return true }
      values.removeAll(keepingCapacity: true)
      for (index, column) in columns.enumerated() {
        guard let value = column.scalar(cells.cell(at: tested.count + index)) else { return true }
        values.append(value)
      }
      try body(values)
      return true
    }
  }
}
