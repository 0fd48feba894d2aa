import FilterEngine
import FilterableResults
import ListViewGlue
import ListViewStandIn
import Testing

/// Snapshots for diffable data sources.
@Suite struct DiffableRowTests {
  @Test func aChangeIsASnapshotWithWhatIsReconfigured() throws {
    let basket = try Basket()
    var change: ResultsChange<Fruit>?
    let observation = basket.controller.observe(sendingCurrent: true) { change = $0 }
    let before = try #require(change).diffable(identifiedBy: \.id)
    #expect(before.sectionIdentifiers == ["A", "B", "D"])
    #expect(before.itemIdentifiers(inSection: "B") == [.item(4), .item(5)])
    #expect(before.reconfiguredItemIdentifiers == [])
    try basket.change()
    let after = try #require(change).diffable(identifiedBy: \.id)
    #expect(after.sectionIdentifiers == ["A", "C", "B"])
    #expect(after.itemIdentifiers == [3, 1, 7, 4, 5, 6].map { .item($0) })
    #expect(after.reconfiguredItemIdentifiers == [.item(1)])
    #expect(observation.isActive)
  }

  @Test func numbersAloneReconfigureNothing() throws {
    let basket = try Basket()
    basket.controller.sections.setCollapsed(true, forKey: "B")
    basket.controller.aggregates = [.maximum(\.name)]
    let before = basket.controller.snapshot.diffable(identifiedBy: \.id)
    var changes: [ResultsChange<Fruit>] = []
    basket.controller.observe { changes.append($0) }
    basket.controller.replace(Fruit(4, "Fig"))
    let after = try #require(changes.first).diffable(identifiedBy: \.id)
    #expect(changes.count == 1 && changes.first?.sectionAggregates == [1])
    #expect(after.sectionIdentifiers == before.sectionIdentifiers)
    #expect(after.itemIdentifiers == before.itemIdentifiers)
    #expect(after.reconfiguredItemIdentifiers == [])
  }

  @Test func rowsWithoutAnItemAreRowsToo() {
    let snapshot = ResultsSnapshot<Fruit>(sections: [
      ResultsSection(
        key: "A",
        rows: [
          .item(Fruit(1)), .extra(ResultsExtra(id: "more")),
          .group(ResultsGroup(section: "A", items: [Fruit(2)])),
        ])
    ])
    #expect(
      snapshot.diffable(identifiedBy: \.id).itemIdentifiers
        == [.item(1), .extra("more"), .group("A")])
  }

  @Test func whatStandsThereTwiceIsKeptOnce() {
    let snapshot = ResultsSnapshot<Fruit>(sections: [
      ResultsSection(key: "A", rows: [.item(Fruit(1)), .item(Fruit(1, "x"))]),
      ResultsSection(key: "A", rows: [.item(Fruit(2))]),
      ResultsSection(key: "B", rows: [.item(Fruit(1)), .item(Fruit(3))]),
    ])
    let diffable = snapshot.diffable(identifiedBy: \.id)
    #expect(diffable.sectionIdentifiers == ["A", "B"])
    #expect(diffable.itemIdentifiers == [.item(1), .item(3)])
  }
}
