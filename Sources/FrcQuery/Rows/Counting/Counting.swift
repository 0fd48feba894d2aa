internal import EssentialFoundation
internal import FilterEngine
internal import FilterSummaries
internal import FilterableResults

/// A request to count rows by the values of keys, and to compute aggregates for each group.
struct Counting: Sendable {
  /// The number of keys, which are the first of the selected columns. Without a key all rows are one group.
  var keyCount = 0

  /// The aggregates, whose keys are indices of the selected columns.
  var aggregates: [NamedAggregate<Int>] = []

  /// The ranges of the only key, nil for its values.
  var histogram: HistogramWidth?

  /// The time zone of the units of dates.
  var zone = TimeZone.gmt

  /// The order of groups, by columns of the output; empty for the usual one.
  var order: [Order] = []

  /// The groups that are written.
  var limit: Int?
  var offset = 0

  /// The largest number of groups, and of distinct values of each aggregate.
  var maxGroups = Counting.usualMaxGroups

  static let usualMaxGroups = 1_000_000

  /// The names of the columns of the output.
  var columns: [String] = []

  /// A column of the output that groups are sorted by.
  struct Order: Sendable {
    let column: Int
    let comparison: SortComparison
    let isAscending: Bool
  }

  /// A table of no groups.
  var table: GroupTable { GroupTable(keyCount: keyCount, aggregates.map(\.function.measure)) }

  /// The count and the aggregates of a group.
  func results(of group: Int, in table: GroupTable) -> [FilterValue] {
    [.int(Int64(table.counts[group]))]
      + zip(aggregates, table.measures).map { $0.function.value(of: group, in: $1) }
  }

  /// The error for more groups than are allowed.
  func tooMany(_ things: String) -> ToolError {
    .message("more than \(maxGroups) \(things): --max-groups N allows more, and takes more memory")
  }
}
