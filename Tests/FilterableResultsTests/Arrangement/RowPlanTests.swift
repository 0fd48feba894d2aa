import FilterEngine
import TestSupport
import Testing

@testable import FilterableResults

/// Edits of one row whose plan has to find out more than where a new content belongs.
@Suite struct RowPlanTests {
  /// An item with a property that changes in place, or with no key.
  private final class Part: Filterable {
    let id: Int?
    var n: Int

    init(_ id: Int?, n: Int) {
      self.id = id
      self.n = n
    }

    static let filterFields = FilterFields<Part>(
      FilterField("id") { $0.id }, FilterField("n") { $0.n })
  }

  /// The old content of an object that changes in place is not known, so that it is out of order where it is.
  @Test(arguments: RandomSearch.seeds(20), [1, 10, 200])
  func anObjectThatChangesInPlaceMovesToItsPosition(seed: UInt64, count: Int) throws {
    var dice = SeededGenerator(seed: seed)
    for sections in [nil, ResultsKey<Part> { $0.n % 3 }] {
      let controller = ResultsController<Part>(identifiedBy: \.id, sortedBy: [.ascending(\.n)])
      try controller.configure { $0.sections.key = sections }
      let parts = (0..<count).map { Part($0, n: $0) }
      try controller.setItems(parts)
      var view: [[Int?]] = controller.snapshot.sections.map { $0.items.map(\.id) }
      let observation = controller.observe { change in
        guard let origins = try? change.changeset.origins(of: view.map(\.count)) else {
          Issue.record("the change does not fit, seed \(seed)")
          return
        }
        let new = change.new.sections.map { $0.items.map(\.id) }
        view = origins.enumerated().map { section, origin in
          guard case .kept(_, let paths) = origin else { return new[section] }
          return paths.enumerated().map { offset, path in
            path.map { view[$0.section][$0.item] } ?? new[section][offset]
          }
        }
      }
      for _ in 0..<30 {
        let part = try #require(parts.randomElement(using: &dice))
        part.n = Int.random(in: -5..<count + 5, using: &dice)
        try controller.itemDidChange(key: part.id)
        let fresh = ResultsController<Part>(identifiedBy: \.id, sortedBy: [.ascending(\.n)])
        try fresh.configure { $0.sections.key = sections }
        try fresh.setItems(parts)
        let expected = fresh.snapshot.sections.map { $0.items.map(\.id) }
        try #require(controller.snapshot.sections.map { $0.items.map(\.id) } == expected)
        try #require(view == expected, "seed \(seed)")
      }
      observation.cancel()
    }
  }

  /// A row without a key is the row that it equals, also in a list of rows with keys.
  @Test func aRowWithoutAKeyDoesNotMovePastItsEquals() throws {
    let controller = ResultsController<Row>()
    try controller.configure { $0.rows.identity = ResultsKey { $0.id < 0 ? nil : $0.id } }
    let bare = Row(-1, n: 5)
    try controller.setItems([bare, bare, bare, Row(1, n: 0)])
    var changes: [Changeset] = []
    let observation = controller.observe { changes.append($0.changeset) }
    try controller.move(
      from: StorePosition(section: 0, offset: 0), to: StorePosition(section: 0, offset: 2))
    #expect(changes == [])
    try controller.move(
      from: StorePosition(section: 0, offset: 3), to: StorePosition(section: 0, offset: 0))
    #expect(changes.map(\.movedItems.count) == [1])
    observation.cancel()
  }

  /// Each edit of one row is reported by its plan, in place and in a copy alike.
  @Test(arguments: [false, true])
  func oneEditIsReportedByItsPlan(isHeld: Bool) throws {
    let controller = keyed { $0.sections.key = ResultsKey { $0.n / 10 } }
    try controller.setItems((0..<40).map { Row($0, n: $0) })
    var changes: [ResultsChange<Row>] = []
    let observation = controller.observe { changes.append($0) }
    var held: [ResultsSnapshot<Row>] = []
    let edits: [() throws -> Void] = [
      { controller.replace(Row(15, n: 12)) }, { controller.replace(Row(15, n: 35)) },
      { controller.replace(Row(0, n: 39)) }, { controller.replace(Row(16, n: 99)) },
      { controller.remove(key: 16) }, { try controller.add(Row(16, n: 55)) },
      {
        try controller.move(
          from: StorePosition(section: 0, offset: 3), to: StorePosition(section: 0, offset: 9))
      },
      { try controller.refilter(key: 9) },
    ]
    for edit in edits {
      if isHeld { held.append(controller.snapshot) }
      controller.begin()
      try edit()
      controller.store.settle()
      #expect(controller.store.pending.plan != nil)
      try controller.end()
    }
    // The comparison of the snapshots, which knows nothing of plans, finds the same.
    #expect(changes.count >= 6)
    for change in changes {
      let compared = ResultsChange(from: change.old, to: change.new, identifiedBy: \.id).changeset
      #expect(change.changeset == compared)
    }
    #expect(held.count == (isHeld ? edits.count : 0))
    observation.cancel()
  }
}
