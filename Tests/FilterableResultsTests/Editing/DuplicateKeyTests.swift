import FilterableResults
import Testing

/// A row comes whose key another row has: what each edit does with it.
@Suite struct DuplicateKeyTests {
  typealias Policy = ResultsConfiguration<Row>.Duplicates

  /// An edit of the rows 1, 2 and 3, which brings another row 2.
  struct Edit: CustomTestStringConvertible, Sendable {
    let name: String
    /// Whether the other row takes the place of row 1.
    var isInPlaceOfFirst = false
    let body: @Sendable (ResultsController<Row>, Row) throws(ResultsError) -> Void

    var testDescription: String { name }
  }

  private static let first = StorePosition(section: 0, offset: 0)

  static let edits = [
    Edit(name: "add") { (controller, row) throws(ResultsError) in try controller.add(row) },
    Edit(name: "insert") { (controller, row) throws(ResultsError) in
      try controller.insert(row, at: first)
    },
    Edit(name: "insert where it is shown") { (controller, row) throws(ResultsError) in
      try controller.insert(row, at: ResultsPath(section: 0, item: 0))
    },
    Edit(name: "replace at", isInPlaceOfFirst: true) {
      (controller, row) throws(ResultsError) in try controller.replace(at: first, with: row)
    },
    Edit(name: "replace where it is shown", isInPlaceOfFirst: true) {
      (controller, row) throws(ResultsError) in
      try controller.replace(at: ResultsPath(section: 0, item: 0), with: row)
    },
    Edit(name: "replace with", isInPlaceOfFirst: true) {
      (controller, row) throws(ResultsError) in try controller.replace(Row(1), with: row)
    },
    Edit(name: "set") { (controller, row) throws(ResultsError) in
      try controller.setItems(rows(1, 2, 3) + [row])
    },
    Edit(name: "set sections") { (controller, row) throws(ResultsError) in
      try controller.setSections([StoredSection("A", items: rows(1, 2, 3) + [row])])
    },
  ]

  @Test(arguments: edits, [Policy.first, .last, .refuse])
  func theOneThatStaysIsChosen(_ edit: Edit, policy: Policy) throws {
    for isInBatch in [false, true] {
      let controller = keyed { $0.rows.duplicates = policy }
      try controller.setItems(rows(1, 2, 3))
      let make = { () throws(ResultsError) in try edit.body(controller, Row(2, n: 9)) }
      let makeInBatch = { () throws(ResultsError) in try controller.performBatch(make) }
      if policy == .refuse {
        #expect(throws: ResultsError.duplicateKey(2)) { try isInBatch ? makeInBatch() : make() }
      } else {
        try isInBatch ? makeInBatch() : make()
        #expect(controller.duplicateKeys == [2])
      }
      let expected =
        switch policy {
        case .last:
          edit.isInPlaceOfFirst ? [Row(2, n: 9), Row(3)] : [Row(1), Row(2, n: 9), Row(3)]
        default: rows(1, 2, 3)
        }
      #expect(controller.items == expected)
      #expect(controller.snapshot.items.elementsEqual(expected))
      for (place, row) in expected.enumerated() {
        #expect(controller.position(forKey: FilterValue.int(Int64(row.id)))?.offset == place)
      }
      #expect(controller.item(forKey: 1) == expected.first { $0.id == 1 })
      // An edit without duplicates has none.
      try controller.add(Row(7))
      #expect(controller.duplicateKeys == [] && controller.count == expected.count + 1)
    }
  }
}
