import FilterEngine
import FilterJSON
import TestSupport
import Testing

@testable import FrcQuery

/// Which rows come out of a query, and in which way.
struct QueryWindowTests {
  private func query(
    _ output: RowFormat = .jsonl, select: String? = nil, sort: String? = nil,
    section: String? = nil,
    limit: Int? = nil, offset: Int = 0
  ) throws -> Query {
    Query(
      text: "", predicate: try FilterPredicate(text: "TRUEPREDICATE"), bindings: [:],
      output: output, selection: Selection(try select.map { [try KeyColumn($0)] }),
      sortKeys: try sort.map { try SortColumn.list($0) } ?? [],
      section: try section.map { try KeyColumn($0) },
      limit: limit, offset: offset, isCount: false, isInverted: false, skipsErrors: false,
      limits: .standard)
  }

  @Test func aWindowIsAPartOfTheRows() throws {
    for offset in [0, 1, 3, 5, .max] {
      for limit in [nil, 0, 1, 2, 5, .max] {
        let query = try query(sort: "a", limit: limit, offset: offset)
        for count in 0...6 {
          let rows = Array(0..<count).dropFirst(offset).prefix(limit ?? .max)
          #expect(
            Array(query.window(of: count)) == Array(rows), "\(offset), \(limit ?? -1), \(count)")
        }
        let (sum, overflows) = offset.addingReportingOverflow(limit ?? 0)
        #expect(query.wantedCount == (limit == nil || overflows ? nil : sum))
        #expect(try self.query(limit: limit, offset: offset).wantedCount == nil)
      }
    }
  }

  @Test func onlyRowsWithoutAnOrderOrASectionComeOutAsTheyAreFound() throws {
    for output in RowFormat.outputs {
      for select in [nil, "a"] {
        for sort in [nil, "a"] {
          for section in [nil, "a"] {
            let query = try query(output, select: select, sort: sort, section: section)
            let isPlain = sort == nil && section == nil
            let isRecord = [RowFormat.csv, .tsv, .text].contains(output) && select != nil
            #expect(
              query.isStream == (isPlain && (output == .json || output == .jsonl || isRecord)))
            #expect(query.passesLinesThrough == (isPlain && output == .jsonl && select == nil))
            #expect(output.isJSON == (output == .json || output == .jsonl))
          }
        }
      }
    }
  }

  // MARK: - The first rows

  private static let values: [FilterValue] = [
    .null, .int(1), .int(2), .int(3), .double(1.5), .double(2), .double(2.5), .string("a"),
    .string("b"),
    .bool(true),
  ]

  /// Rows of a sort in the order of a stable sort of all of them, whatever was kept on the way.
  @Test(arguments: RandomSearch.seeds(12))
  func theFirstRowsAreThoseOfAllInOrder(_ seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let keys = try SortColumn.list(dice.pick(["a", "a:desc", "a,b", "a:desc,b:desc", "a,b:desc"]))
    let limit = dice.pick([nil, 0, 1, 7, 1_023, 1_024, 1_500])
    let values = dice.pick([
      Self.values, Self.values.filter { $0.kind == .number }, [.int(1), .int(2), .int(3)],
      [.double(0.5), .double(2.5)],
    ])
    let rows = (0..<4_000).map { number in
      TakenRow(
        keys: keys.map { _ in dice.pick(values) }, section: nil,
        output: OutputRow(value: .int(Int64(number)), json: []))
    }
    let comparisons = keys.map { SortComparison(options: $0.options, isNumeric: $0.isNumeric) }
    func precedes(_ left: [FilterValue], _ right: [FilterValue]) -> Bool? {
      for (index, key) in keys.enumerated() {
        let order = comparisons[index].order(left[index], right[index])
        if order != 0 { return (order < 0) == key.isAscending }
      }
      return nil
    }
    let expected = rows.indices.sorted { precedes(rows[$0].keys, rows[$1].keys) ?? ($0 < $1) }
      .prefix(limit ?? .max).map { Int64($0) }

    let all = TopRows(keys, limit: limit)
    let part = TopRows(keys, limit: limit)
    for (number, row) in rows.enumerated() {
      // What is not let in is none of the first.
      let slot: RowSlot? =
        switch row.keys[0] {
        case .int(let value): RowSlot(.integer, bits: UInt64(bitPattern: value))
        case .double(let value): RowSlot(.double, bits: value.bitPattern)
        default: nil
        }
      let isLeftOut =
        slot.map { part.admits(first: $0) == false } ?? false || !part.admits(first: row.keys[0])
        || !part.admits(row.keys)
      if !isLeftOut { part.add(row) }
      // A number of the kind of the bound is decided as its value is.
      if let answer = slot.flatMap({ part.admits(first: $0) }) {
        #expect(answer == part.admits(first: row.keys[0]))
      }
      if number % 700 == 699 { for row in part.removeAll() { all.add(row) } }
    }
    for row in part.removeAll() { all.add(row) }
    #expect(part.removeAll().isEmpty)
    let found = all.sorted().prefix(limit ?? .max).map(\.output.value)
    #expect(found == expected.map { .int($0) })
  }
}
