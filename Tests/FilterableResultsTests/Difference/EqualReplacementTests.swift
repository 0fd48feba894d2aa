import FilterableResults
import Testing

/// Rows that are replaced by rows of the same content: no change, or an update of each where the caller wants that.
@Suite struct EqualReplacementTests {
  /// A way to replace rows, all of which are in the first section.
  struct Way: CustomTestStringConvertible, Sendable {
    let name: String
    var isWhole = false
    let body: @Sendable (ResultsController<Row>, [Row]) throws -> Void

    var testDescription: String { name }
  }

  static let ways = [
    Way(name: "one by one") { controller, rows in
      for row in rows { #expect(controller.replace(row)) }
    },
    Way(name: "together") { controller, rows in
      #expect(controller.replace(rows) == [])
    },
    Way(name: "at their positions") { controller, rows in
      for row in rows {
        try controller.replace(at: StorePosition(section: 0, offset: row.id), with: row)
      }
    },
    Way(name: "one for another") { controller, rows in
      for row in rows { try controller.replace(row, with: row) }
    },
    Way(name: "merged") { controller, rows in try controller.merge(rows) },
    Way(name: "in a batch") { controller, rows in
      controller.performBatch { for row in rows { controller.replace(row) } }
    },
    Way(name: "in a batch that begins otherwise") { controller, rows in
      try controller.performBatch { () throws(ResultsError) in
        try controller.add(Row(1_000, n: 1_000))
        for row in rows { controller.replace(row) }
        controller.remove(key: 1_000)
      }
    },
    Way(name: "all of them", isWhole: true) { controller, _ in
      try controller.setItems(controller.items)
    },
  ]

  private static let count = 40

  /// The rows that are reported; nil for no delivery.
  private func reported(
    _ way: Way, _ ids: Range<Int>, isHeld: Bool, _ change: (inout ResultsConfiguration<Row>) -> Void
  ) throws -> Set<Int>? {
    let controller = keyed(change)
    try controller.setItems((0..<Self.count).map { Row($0, n: $0) })
    var reported: Set<Int>?
    let observation = controller.observe { change in
      let changes = change.changeset
      #expect(changes.structuralCount == 0 && !change.isReload)
      #expect(changes.updatedItems.allSatisfy { $0.from == $0.to })
      reported = (reported ?? []).union(changes.updatedItems.map(\.to.item))
    }
    // An edit is made in what was delivered where nothing holds that.
    let held = isHeld ? controller.snapshot : nil
    try way.body(controller, ids.map { Row($0, n: $0) })
    #expect(held == nil || held == controller.snapshot)
    observation.cancel()
    return reported
  }

  @Test(arguments: ways, [true, false]) func theyAreReportedWhereThatIsWanted(
    _ way: Way, isHeld: Bool
  ) throws {
    let forms: [(inout ResultsConfiguration<Row>) -> Void] = [
      { _ in }, { $0.rows.sort = [.ascending(\.n)] },
      { $0.rows.isModified = { $0.city != $1.city } },
      {
        $0.rows.sort = [.ascending(\.n)]
        $0.rows.isModified = { $0.n != $1.n }
      },
    ]
    for (number, form) in forms.enumerated() {
      for ids in [7..<8, 0..<3, 35..<40, 3..<33] {
        let wanted = try reported(way, ids, isHeld: isHeld) {
          form(&$0)
          $0.delivery.reportsEqualReplacements = true
        }
        #expect(wanted == Set(way.isWhole ? 0..<Self.count : ids), "form \(number)")
        let usual = try reported(way, ids, isHeld: isHeld, form)
        #expect(usual == nil, "form \(number)")
      }
    }
  }
}
