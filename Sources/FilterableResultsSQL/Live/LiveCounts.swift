internal import FilterEngine
internal import FilterSQL

/// The numbers of a request in the snapshot of the database in which its rows were read.
struct LiveCounts: Sendable {
  /// The number of rows by section.
  struct Rows: Sendable {
    /// Whether rows are counted by section; otherwise all are counted under nil.
    let areBySection: Bool
    var all: [FilterValue: Int]

    /// The rows before the first loaded one.
    var before: [FilterValue: Int]
  }

  /// Nil if rows are not counted.
  let rows: Rows?

  /// Nil if there are neither facets nor aggregates.
  let summary: RowSummary?
}

extension SQLFetchRequest {
  /// Throws if rows cannot be counted as the request has it.
  func checkCounting() throws(FetchError) {
    _ = try countedColumn
    try checkSummary()
  }

  /// The column by whose values rows are counted; nil if they are counted together or not at all.
  private var countedColumn: SQLColumn? {
    get throws(FetchError) {
      guard let field = counting?.field else { return nil }
      return try table.declaration.scalarColumn(field)
    }
  }

  /// The numbers of a live source with these counts; nil if the request has none.
  func counts(
    _ rows: LiveCounts.Rows?, _ reader: any SQLReader, _ dialect: SQLDialect
  ) throws -> LiveCounts? {
    guard rows != nil || !summarizing.isEmpty else { return nil }
    return LiveCounts(
      rows: rows, summary: summarizing.isEmpty ? nil : try summary(reader, dialect))
  }

  /// Counts rows that were read by section.
  func counts(of items: some Sequence<Item>) -> [FilterValue: Int] {
    var counts: [FilterValue: Int] = [:]
    for item in items {
      let section = counting?.field.map { item.filterValue(forKey: $0) ?? .null } ?? .null
      counts[section, default: 0] += 1
    }
    return counts
  }

  /// Counts all rows that match, without limit and offset.
  func countAll(_ reader: any SQLReader, _ dialect: SQLDialect) throws -> [FilterValue: Int] {
    try FetchPlan(counted, dialect).counts(by: countedColumn, reader)
  }

  /// Counts the rows that match before an item in the order of the request.
  func count(
    before item: Item, _ reader: any SQLReader, _ dialect: SQLDialect
  ) throws -> [FilterValue: Int] {
    var request = counted
    request.sort = sort
    return try FetchPlan(request.reversed(), dialect, after: item).counts(by: countedColumn, reader)
  }
}
