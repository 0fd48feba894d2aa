internal import FilterEngine
internal import FilterSQL

/// The rows of a request, counted in the snapshot of the database in which its first rows were read.
struct LiveCounts: Sendable {
  /// Whether rows are counted by section; otherwise all are counted under nil.
  let areBySection: Bool

  /// The number of rows by section.
  var all: [FilterValue: Int]

  /// The number of rows before the first loaded one by section.
  var before: [FilterValue: Int]
}

extension SQLFetchRequest {
  /// Throws if rows cannot be counted as the request has it.
  func checkCounting() throws(FetchError) { _ = try countedColumn }

  /// The column by whose values rows are counted; nil if they are counted together or not at all.
  private var countedColumn: SQLColumn? {
    get throws(FetchError) {
      guard let field = counting?.field else { return nil }
      let column = table.declaration.columns.first { $0.field.utf8.elementsEqual(field.utf8) }
      guard let column, column.kind.isScalar else { throw .cannotCount(field) }
      return column
    }
  }

  /// The counts of a source; nil if the request does not count rows.
  func counts(
    all: @autoclosure () throws -> [FilterValue: Int],
    before: @autoclosure () throws -> [FilterValue: Int]
  ) rethrows -> LiveCounts? {
    guard let counting else { return nil }
    return try LiveCounts(
      areBySection: counting.field != nil, all: all(), before: before())
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
