import FilterEngine
import Testing

@testable import FilterableResults

/// Snapshots and sections as collections, and what identifies their parts.
@Suite struct SnapshotCollectionTests {
  private struct Note: Filterable, Identifiable, Hashable {
    var id: Int
    var topic: String
    static let filterFields = FilterFields<Note>(
      FilterField("id", \.id), FilterField("topic", \.topic))
  }

  @Test func aSnapshotIsItsSectionsAndASectionItsRows() throws {
    let results = ResultsController<Note>(sectionedBy: \.topic, sortedBy: [.descending(\.id)])
    #expect(results.snapshot.isEmpty && results.snapshot.count == 0)
    try results.setItems((0..<500).map { Note(id: $0, topic: "\($0 % 3)") })
    results.filters.add(ResultsFilter("even") { $0.id % 2 == 0 })
    let snapshot = results.snapshot
    #expect(snapshot.count == 3 && snapshot.rowCount == 250)
    #expect(snapshot.map(\.id) == ["1", "0", "2"])
    #expect(snapshot[2].key == "2" && snapshot.last?.id == "2")
    for (place, section) in snapshot.enumerated() {
      let ids = (0..<500).reversed().filter { $0 % 2 == 0 && "\($0 % 3)" == snapshot[place].title }
      #expect(section.items.map(\.id) == ids && section.items.count == ids.count)
      #expect(section.map { $0.item?.id } == ids && section.rows == Array(section))
      #expect(section.indices.map { section.items[$0].id } == ids)
      #expect(section.reversed().compactMap { $0.item?.id } == ids.reversed())
      #expect(section.map(\.id) == ids.map { .item($0) })
    }
    #expect(snapshot.flatMap(\.items) == snapshot.items)
  }

  @Test func otherRowsHaveIdentitiesToo() throws {
    var configuration = ResultsConfiguration<Note>()
    configuration.groupRows.test = { $0.id != 2 }
    configuration.groupRows.areShown = true
    let results = try ResultsController(configuration)
    try results.setItems([Note(id: 1, topic: "a"), Note(id: 2, topic: "b")])
    #expect(results.snapshot[0].map(\.id) == [.item(1), .group(nil)])
    #expect(Array(results.snapshot[0].items) == [Note(id: 1, topic: "a")])
    try results.setItems([])
    results.setSubstitute { _, new in new.showingMessage("None", rows: 2) }
    #expect(
      results.snapshot[0].map(\.id) == [.extra(["blank", 1]), .extra("message")])
    #expect(results.snapshot[0].items.isEmpty)
  }

  @Test func aCollapsedSectionHasNoItems() throws {
    let results = ResultsController<Note>(sectionedBy: \.topic)
    try results.setItems([Note(id: 1, topic: "a"), Note(id: 2, topic: "b")])
    results.sections.setCollapsed(true, forKey: "a")
    #expect(results.snapshot.map { Array($0.items.map(\.id)) } == [[], [2]])
    #expect(results.snapshot[0].isEmpty && results.snapshot.rowCount == 1)
  }

  /// The items of a section are those of the snapshot, whatever the controller does afterwards.
  @Test func itemsAreOfTheirSnapshot() throws {
    let results = ResultsController<Note>()
    try results.setItems((0..<200).map { Note(id: $0, topic: "") })
    let items = results.snapshot[0].items
    var rest = items.makeIterator()
    for id in 0..<100 { #expect(rest.next()?.id == id) }
    try results.setItems([Note(id: 7, topic: "x")])
    for id in 100..<200 { #expect(rest.next()?.id == id) }
    #expect(rest.next() == nil && items[150].id == 150)
    #expect(items == ResultsItems((0..<200).map { Note(id: $0, topic: "") }))
  }

  /// Whatever is shown, the leaves are gone through as the ranks are.
  @Test(arguments: [0, 1, 63, 64, 65, 1_000]) func shownRowsAreThoseOfTheirRanks(_ count: UInt32) {
    var tree = RowTree(hidden: Array(0..<count))
    for row in stride(from: 0, to: Int(count), by: 3) { tree.set(.shown, at: row) }
    let rows = IteratorSequence(ShownRows(tree, count: tree.shownCount)).map { $0 }
    #expect(rows == (0..<tree.shownCount).map { tree.shown(at: $0) })
    #expect(rows == (0..<count).filter { $0 % 3 == 0 })
  }
}
