internal import FilterEngine

/// The row of each value of a key that is the first in the order of the output.
///
/// Under sort keys one row of each value is kept. With sections all rows are, as their order is that of the first rows of
/// sections.
struct FirstRows {
  private let hasSections: Bool

  /// The first row of each value, with its number in the input.
  private var found: [FilterValue: (number: Int, row: TakenRow)] = [:]
  private var count = 0
  private var all: [TakenRow] = []

  init(hasSections: Bool) { self.hasSections = hasSections }

  /// Adds a row that follows all others in the input; `isNew` if none of them has its value.
  mutating func add(_ row: TakenRow, isNew: Bool, _ order: TopRows) {
    count += 1
    if hasSections { return all.append(row) }
    let value = row.identity ?? .null
    if !isNew, let first = found[value], !order.comes(row.keys, before: first.row.keys) { return }
    found[value] = (count, row)
  }

  /// The rows that may be written, in the order of the input.
  var rows: [TakenRow] {
    hasSections ? all : found.values.sorted { $0.number < $1.number }.map(\.row)
  }

  /// The first row of each value when rows are written section by section. Charges `run`.
  static func ofOutput(
    _ rows: [TakenRow], _ run: EvaluationContext
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
    var seen: Set<FilterValue> = []
    return sections.joined().filter { seen.insert($0.identity ?? .null).inserted }
  }
}
