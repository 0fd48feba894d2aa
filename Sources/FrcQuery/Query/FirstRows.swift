internal import FilterEngine

/// The rows of each value of a key that are the first in the order of the output.
///
/// Under sort keys at most twice as many rows of each value are kept as are wanted. With sections all rows are, as their
/// order is that of the first rows of sections.
struct FirstRows {
  /// The number of rows that are wanted of each value.
  private let limit: Int
  private let hasSections: Bool
  private var groups: [FilterValue: Group] = [:]
  private var count = 0
  private var all: [TakenRow] = []

  init(limit: Int, hasSections: Bool) { (self.limit, self.hasSections) = (limit, hasSections) }

  /// Rows of one value, each with its number in the input.
  private struct Group {
    var rows: [(number: Int, row: TakenRow)] = []

    /// Whether the first rows, as many as are wanted, are in order, and no earlier row comes before one of them.
    private var isCut = false

    mutating func add(_ row: TakenRow, number: Int, limit: Int, _ order: TopRows) {
      if isCut, !order.comes(row.keys, before: rows[limit - 1].row.keys) { return }
      rows.append((number, row))
      if rows.count / 2 >= limit { cut(to: limit, order) }
    }

    mutating func cut(to limit: Int, _ order: TopRows) {
      guard rows.count > limit else { return }
      rows.sort { one, other in
        if order.comes(one.row.keys, before: other.row.keys) { return true }
        return one.number < other.number && !order.comes(other.row.keys, before: one.row.keys)
      }
      rows.removeLast(rows.count - limit)
      isCut = true
    }
  }

  /// Adds a row that follows all others in the input.
  mutating func add(_ row: TakenRow, _ order: TopRows) {
    count += 1
    if hasSections { return all.append(row) }
    groups[row.identity ?? .null, default: Group()].add(row, number: count, limit: limit, order)
  }

  /// The rows that may be written, in the order of the input.
  func rows(_ order: TopRows) -> [TakenRow] {
    if hasSections { return all }
    let rows = groups.values.flatMap { group in
      var group = group
      group.cut(to: limit, order)
      return group.rows
    }
    return rows.sorted { $0.number < $1.number }.map(\.row)
  }

  /// The first rows of each value when rows are written section by section. Charges `run`.
  static func ofOutput(
    _ rows: [TakenRow], limit: Int, _ run: EvaluationContext
  ) throws(ToolError) -> [TakenRow] {
    try run.check(run.loop(over: rows.count))
    var places: [FilterValue: Int] = [:]
    var sections: [[TakenRow]] = []
    for row in rows {
      let place = places[row.section ?? .null] ?? sections.count
      if place == sections.count {
        places[row.section ?? .null] = place
        sections.append([])
      }
      sections[place].append(row)
    }
    var counts = RowsOfValues(limit: limit)
    return sections.joined().filter { counts.admit($0.identity ?? .null) }
  }
}

/// The numbers of rows of each value, up to a limit.
struct RowsOfValues {
  private let limit: Int
  private var counts: [FilterValue: Int] = [:]

  /// The number of admitted rows of all values.
  private(set) var total = 0

  init(limit: Int) { self.limit = limit }

  /// Counts a row; false if there are as many of its value already as the limit says.
  mutating func admit(_ value: FilterValue) -> Bool {
    let isAdmitted = Self.add(to: &counts[value, default: 0], limit)
    if isAdmitted { total += 1 }
    return isAdmitted
  }

  private static func add(to count: inout Int, _ limit: Int) -> Bool {
    guard count < limit else { return false }
    count += 1
    return true
  }
}
