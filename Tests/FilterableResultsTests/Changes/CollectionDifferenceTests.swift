import FilterableResults
import TestSupport
import Testing

/// Changes of flat lists beside those of the standard library.
@Suite struct CollectionDifferenceTests {
  private static func list(_ dice: inout SeededGenerator) -> [Row] {
    let ids = (0..<12).filter { _ in Bool.random(using: &dice) }.shuffled(using: &dice)
    return ids.map { Row($0, n: Int.random(in: 0..<2, using: &dice)) }
  }

  @Test(arguments: RandomSearch.seeds(40)) func eachLeadsToTheOther(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let (old, new) = (Self.list(&dice), Self.list(&dice))
    let changes = Changeset(from: old, to: new, identifiedBy: \.id)
    let difference = try #require(changes.difference(from: old, to: new))
    #expect(old.applying(difference) == new)
    let back = Changeset(difference)
    try back.validate(from: [old.count], to: [new.count])
    #expect(
      try back.applied(to: [old], row: { new[$0.item] }, section: { _ in [] }) == [new])
    // The standard library knows no content: a row with another one is deleted and inserted.
    let standard = Changeset(new.difference(from: old).inferringMoves())
    let rows = try standard.applied(
      to: [old], row: { new[$0.item] }, section: { _ in [] })
    #expect(rows == [new])
    try standard.validate(from: [old.count], to: [new.count])
  }

  @Test func movesAndUpdatesAreAssociated() throws {
    let (old, new) = (rows(1, 2, 3), [Row(3), Row(2, n: 1), Row(1, n: 1)])
    let changes = Changeset(from: old, to: new, identifiedBy: \.id)
    let difference = try #require(changes.difference(from: old, to: new))
    #expect(difference.removals.allSatisfy { $0.isAssociated })
    #expect(old.applying(difference) == new)
    let back = Changeset(difference)
    #expect(back.deletedItems.isEmpty && back.insertedItems.isEmpty)
    #expect(back.updatedItems.map(\.to.item) == [1, 2])
  }

  @Test func whatIsNoFlatChangeHasNoDifference() throws {
    var sections = Changeset()
    sections.insertedSections = [0]
    #expect(sections.difference(from: [Row](), to: []) == nil)
    var other = Changeset()
    other.insertedItems = [ResultsPath(section: 1, item: 0)]
    #expect(other.difference(from: [Row](), to: rows(1)) == nil)
    var outside = Changeset()
    outside.deletedItems = [ResultsPath(section: 0, item: 3)]
    #expect(outside.difference(from: rows(1), to: []) == nil)
    #expect(try #require(Changeset().difference(from: rows(1), to: rows(1))).isEmpty)
    #expect(Changeset([Row]().difference(from: [])).isEmpty)
  }
}

extension CollectionDifference.Change {
  fileprivate var isAssociated: Bool {
    switch self {
    case .insert(_, _, let offset), .remove(_, _, let offset): offset != nil
    }
  }
}
