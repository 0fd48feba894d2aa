import FilterableResults
import Foundation
import ListViewGlue
import ListViewStandIn
import Testing

/// A cell that knows what it shows.
final class TextCell: UITableViewCell {
  var text = ""
}

final class TextItem: UICollectionViewCell {
  var text = ""
}

/// Both data sources, answered by an adapter.
final class FruitSource: NSObject, UITableViewDataSource, UICollectionViewDataSource {
  private let adapter: ListViewAdapter<Fruit>

  init(_ adapter: ListViewAdapter<Fruit>) { self.adapter = adapter }

  func numberOfSections(in tableView: UITableView) -> Int { adapter.numberOfSections }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    adapter.numberOfItems(inSection: section)
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = TextCell()
    cell.text = ItemPath(indexPath).flatMap(adapter.item)?.name ?? ""
    return cell
  }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    adapter.title(ofSection: section)
  }

  func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    adapter.footer(ofSection: section)
  }

  func sectionIndexTitles(for tableView: UITableView) -> [String]? { adapter.indexTitles }

  func tableView(
    _ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int
  ) -> Int { adapter.section(forIndexTitle: title) ?? 0 }

  func numberOfSections(in collectionView: UICollectionView) -> Int { adapter.numberOfSections }

  func collectionView(
    _ collectionView: UICollectionView, numberOfItemsInSection section: Int
  ) -> Int { adapter.numberOfItems(inSection: section) }

  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    let cell = TextItem()
    cell.text = ItemPath(indexPath).flatMap(adapter.item)?.name ?? ""
    return cell
  }

  func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView {
    let view = TextItem()
    let value = ItemPath(indexPath).flatMap { adapter.supplementaryItem(ofKind: kind, at: $0) }
    if case .string(let text) = value { view.text = text }
    return view
  }

  func indexTitles(for collectionView: UICollectionView) -> [String]? { adapter.indexTitles }
}

/// What the views ask is answered by the adapter.
@MainActor @Suite struct DataSourceTests {
  private let controller = ResultsController<Fruit>(identifiedBy: "id")
  private let table = RecordingTableView()
  private let collection = RecordingCollectionView()

  private func load() throws {
    try controller.setSections([
      StoredSection("apples", title: "Apples", items: [Fruit(1, "Boskop"), Fruit(2, "Elstar")]),
      StoredSection("apricots", title: "Apricots", items: []),
      StoredSection("bananas", title: "Bananas", items: [Fruit(3, "Cavendish")]),
    ])
  }

  @Test func aTableViewsSourceIsTheAdapter() throws {  // UA-39
    try load()
    let adapter = ListViewAdapter(table, following: controller)
    adapter.footer = { $0.count > 1 ? "\($0.count) kinds" : nil }
    let source = FruitSource(adapter)
    #expect(source.numberOfSections(in: table) == 3)
    #expect((0...3).map { source.tableView(table, numberOfRowsInSection: $0) } == [2, 0, 1, 0])
    let cell = source.tableView(table, cellForRowAt: [0, 1]) as? TextCell
    #expect(cell?.text == "Elstar")
    #expect((source.tableView(table, cellForRowAt: [0, 2]) as? TextCell)?.text == "")
    #expect(
      (0...3).map { source.tableView(table, titleForHeaderInSection: $0) }
        == ["Apples", "Apricots", "Bananas", nil])
    #expect(
      (0...3).map { source.tableView(table, titleForFooterInSection: $0) }
        == ["2 kinds", nil, nil, nil])
    #expect(source.sectionIndexTitles(for: table) == ["A", "B"])
    #expect(source.tableView(table, sectionForSectionIndexTitle: "B", at: 1) == 2)
    #expect(adapter.section(forIndexTitle: "C") == nil)
  }

  @Test func aCollectionViewsSourceIsTheAdapter() throws {  // UA-40
    try load()
    let adapter = ListViewAdapter(collection, following: controller)
    adapter.supplementary = { kind, path, section in
      kind == "header" ? .string("\(section.title ?? "") \(path.item)") : nil
    }
    let source = FruitSource(adapter)
    #expect(source.numberOfSections(in: collection) == 3)
    #expect(
      (0...3).map { source.collectionView(collection, numberOfItemsInSection: $0) } == [2, 0, 1, 0])
    let cell = source.collectionView(collection, cellForItemAt: [2, 0]) as? TextItem
    #expect(cell?.text == "Cavendish")
    let text = { (kind: String, path: IndexPath) in
      let view = source.collectionView(
        collection, viewForSupplementaryElementOfKind: kind, at: path)
      return (view as? TextItem)?.text
    }
    #expect(text("header", [1, 0]) == "Apricots 0")
    #expect(text("footer", [1, 0]) == "")
    #expect(text("header", [3, 0]) == "")
    #expect(source.indexTitles(for: collection) == ["A", "B"])
  }

  @Test func beforeThereIsDataThereIsNothing() {
    let adapter = ListViewAdapter(table, following: controller)
    let source = FruitSource(adapter)
    #expect(source.numberOfSections(in: table) == 0)
    #expect(source.tableView(table, numberOfRowsInSection: 0) == 0)
    #expect(source.sectionIndexTitles(for: table) == [])
    #expect(adapter.row(at: ItemPath(section: 0, item: 0)) == nil)
  }

  @Test func betweenStepsTheAnswersAreThoseOfTheMoment() throws {
    try load()
    var seen: [[String]] = []
    let view = AskingView()
    let adapter = ListViewAdapter<Fruit>(view, form: .sequential)
    view.ask = { [unowned adapter] in
      seen.append(
        (0..<adapter.numberOfSections).map { section in
          let names = (0..<adapter.numberOfItems(inSection: section)).map { item in
            adapter.item(at: ItemPath(section: section, item: item))?.name ?? "?"
          }
          return ([adapter.title(ofSection: section) ?? ""] + names).joined(separator: " ")
        })
    }
    let observation = controller.observe { adapter.apply($0) }
    try controller.setSections([
      StoredSection("bananas", title: "Bananas", items: [Fruit(2, "Elstar")]),
      StoredSection("apples", title: "Äpfel", items: [Fruit(1, "Cox")]),
    ])
    #expect(
      seen == [
        ["Apples Boskop Elstar", "Apricots", "Bananas"],
        ["Apples Boskop Elstar", "Bananas"],
        ["Bananas", "Apples Boskop Elstar"],
        ["Bananas Elstar", "Apples Boskop"],
        ["Bananas Elstar", "Apples Cox"],
        ["Bananas Elstar", "Äpfel Cox"],
      ])
    #expect(observation.isActive)
  }
}

/// A view that asks after every batch.
private final class AskingView: ListView {
  var ask: () -> Void = {}

  func reloadData() {}
  func performBatch(_ updates: () -> Void) {
    updates()
    ask()
  }
  func deleteSections(_ sections: [Int]) {}
  func insertSections(_ sections: [Int]) {}
  func moveSection(_ section: Int, to place: Int) {}
  func reloadSections(_ sections: [Int]) {}
  func deleteItems(_ paths: [ItemPath]) {}
  func insertItems(_ paths: [ItemPath]) {}
  func moveItem(_ path: ItemPath, to place: ItemPath) {}
  func reloadItems(_ paths: [ItemPath]) {}
}
