import FilterableResults
import FilterableResultsTesting
import FilterableResultsUI
import Foundation
import ListViewGlue
import ListViewStandIn
import TestSupport
import Testing

/// Table and collection views that ask their data source show the data, and nothing goes wrong on the way.
@MainActor @Suite struct LiveViewTests {
  @Test(arguments: RandomSearch.seeds(30))
  func viewsFollowEverything(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let controller = ResultsController<Fruit>(identifiedBy: \.id)
    let tables = [ListViewAdapter<Fruit>.Form.batch, .staged, .sequential].map {
      FruitTable(controller, form: $0)
    }
    let collection = FruitCollection(controller)
    let grid = FruitGrid(controller)
    tables[1].adapter.keepsCell = { _, _ in true }
    for round in 0..<20 {
      for table in tables {
        table.view.isOnScreen = random.below(5) > 0
        guard table.view.isOnScreen, round % 3 == 0,
          let path = controller.snapshot.paths.randomElement(using: &random)
        else { continue }
        table.view.layoutIfNeeded()
        table.view.selectRow(at: path.indexPath, animated: false, scrollPosition: .none)
      }
      let selected = tables.map { table in
        (table.view.indexPathsForSelectedRows ?? []).compactMap {
          ResultsPath($0).flatMap(controller.snapshot.row)?.item?.id
        }
      }
      try controller.setSections(sections(&random))
      let known = Set(controller.snapshot.items.map(\.id))
      for (table, selected) in zip(tables, selected) {
        let now = (table.view.indexPathsForSelectedRows ?? []).compactMap {
          ResultsPath($0).flatMap(controller.snapshot.row)?.item?.id
        }
        #expect(Set(now) == known.intersection(selected), "seed \(seed)")
        guard table.view.isOnScreen else { continue }
        table.view.layoutIfNeeded()
        #expect(table.view.texts == controller.texts, "seed \(seed)")
      }
      collection.view.layoutIfNeeded()
      #expect(collection.view.texts == controller.texts, "seed \(seed)")
      grid.view.layoutSubtreeIfNeeded()
      #expect(grid.view.texts == controller.texts, "seed \(seed)")
    }
    let problems = tables.flatMap(\.problems) + collection.problems + grid.problems
    #expect(problems == [], "seed \(seed)")
  }

  private func sections(_ random: inout SeededGenerator) -> [StoredSection<Fruit>] {
    var sections = ["a", "b", "c"].map { StoredSection<Fruit>($0, items: []) }
    for id in 0..<9 where random.below(3) > 0 {
      let section = random.below(3)
      let place = random.below(sections[section].items.count + 1)
      sections[section].items.insert(Fruit(id, random.below(4) == 0 ? "x" : ""), at: place)
    }
    sections.swapAt(0, random.below(3))
    if random.below(2) == 0 { sections.removeLast() }
    return sections
  }

  @Test func cellsOffScreenGetTheirContents() throws {
    let basket = try Basket()
    let table = FruitTable(basket.controller)
    table.view.layoutIfNeeded()
    basket.controller.replace([Fruit(2, "x"), Fruit(4, "x"), Fruit(8, "x")])
    #expect(table.view.texts == [["1", "2 x", "3"], ["4 x", "5"], ["8 x"]])
    #expect(table.problems == [])
  }

  @Test func aCellThatStaysIsReconfigured() throws {
    let basket = try Basket()
    let table = FruitTable(basket.controller)
    table.adapter.keepsCell = { old, new in old.item?.id == new.item?.id && old.item?.id != 4 }
    table.view.layoutIfNeeded()
    let cells = table.view.asked.view.rows
    basket.controller.replace([Fruit(2, "x"), Fruit(4, "x")])
    let now = table.view.asked.view.rows
    #expect(table.view.texts == basket.controller.texts)
    #expect(now[0][1] === cells[0][1] && now[1][0] !== cells[1][0])
    #expect(table.problems == [])
  }

  @Test func nothingIsLaidOutOutsideAWindow() throws {
    let basket = try Basket()
    let table = FruitTable(basket.controller)
    table.view.isOnScreen = false
    try basket.change()
    basket.controller.remove(key: 7)
    #expect(table.view.texts == [])
    table.view.isOnScreen = true
    basket.controller.remove(key: 1)
    #expect(table.view.texts == [["3"], [], ["4", "5", "6"]])
    #expect(table.problems == [])
  }

  /// A data source whose adapter exists only after the initialiser.
  private final class LateSource: ObjectStandIn, UITableViewDataSource {
    var adapter: ListViewAdapter<Fruit>!

    func numberOfSections(in tableView: UITableView) -> Int { adapter.rows.numberOfSections }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      adapter.rows.numberOfItems(inSection: section)
    }

    func tableView(
      _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
      let cell = TextCell(style: .default, reuseIdentifier: nil)
      cell.text = ResultsPath(indexPath).flatMap(adapter.rows.item)?.text ?? ""
      return cell
    }
  }

  @Test func theInitialiserAsksNothing() throws {
    let basket = try Basket()
    let view = LiveTable(frame: .zero, style: .plain)
    let source = LateSource()
    view.dataSource = source
    source.adapter = ListViewAdapter(view, following: basket.controller)
    basket.controller.remove(key: 1)
    #expect(view.texts == [["2", "3"], ["4", "5"], ["8"]])
    #expect(view.asked.problems == [])
  }

  @Test func aHeaderChangesWithoutItsRows() throws {
    let basket = try Basket()
    let table = FruitTable(basket.controller)
    table.view.layoutIfNeeded()
    let header = table.view.showHeader(ofSection: 1)
    #expect(header.textLabel?.text == "B")
    let cells = table.view.asked.view.rows
    try basket.controller.sections.setTitle("Bananas", at: 1)
    #expect(header.textLabel?.text == "Bananas" && header.needsLayout)
    let now = table.view.asked.view.rows
    #expect(now[1][0] === cells[1][0] && now[1][1] === cells[1][1])
    #expect(table.problems == [])
  }

  @Test func aSupplementaryViewChangesWithoutItsItems() throws {
    let basket = try Basket()
    let view = LiveCollection()
    var configured: [String] = []
    let adapter = ListViewAdapter(
      view, following: basket.controller,
      configureSupplementary: { configured.append("\($1) \($2[0])") })
    let source = CollectionDataSource(adapter) { _, _, _ in TextItem() }
    view.dataSource = source
    view.layoutIfNeeded()
    view.supplementaryViews[UICollectionView.elementKindSectionHeader] = [
      [1, 0]: UICollectionReusableView()
    ]
    let cells = view.asked.view.rows
    try basket.controller.sections.setTitle("Bananas", at: 1)
    #expect(configured == ["UICollectionElementKindSectionHeader 1"])
    #expect(view.asked.view.rows[1][0] === cells[1][0])
    #expect(view.asked.problems == [])
  }

  @Test func animationsAreThoseOfTheCaller() throws {
    let basket = try Basket()
    let view = AnimationTable(frame: .zero, style: .plain)
    var updates = TableViewUpdates(.fade)
    updates.insertion = .left
    let adapter = ListViewAdapter(view, following: basket.controller, updates: updates)
    var finished: [Bool] = []
    adapter.didApply = { finished.append($1) }
    try basket.change()
    #expect(view.animations == ["delete fade", "insert left", "reload fade"])
    #expect(finished == [true])
    adapter.isAnimated = false
    view.finishes = false
    basket.controller.remove(key: 7)
    #expect(view.animations.last == "none")
    #expect(finished == [true, false])
  }

  /// A table view that keeps how rows are animated, and may be interrupted.
  private final class AnimationTable: UITableView {
    var animations: [String] = []
    var finishes = true

    override var window: UIWindow? { UIWindow() }

    override func performBatchUpdates(
      _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
    ) {
      if UIView.isWithoutAnimation { animations.append("none") }
      updates?()
      completion?(finishes)
    }

    override func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
      if !UIView.isWithoutAnimation { animations.append("delete \(animation)") }
    }
    override func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
      animations.append("insert \(animation)")
    }
    override func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
      animations.append("reload \(animation)")
    }
  }

  @Test func selectedRowsStaySelected() throws {
    let basket = try Basket()
    let table = FruitTable(basket.controller)
    table.view.layoutIfNeeded()
    let select = { (path: IndexPath) in
      table.view.selectRow(at: path, animated: false, scrollPosition: .none)
    }
    select([0, 0])
    select([1, 1])
    // Row 1 moves and gets new content.
    try basket.change()
    #expect(table.view.indexPathsForSelectedRows == [[0, 1], [2, 1]])
    // A reload, in which row 5 goes to another section.
    table.adapter.reloadThreshold = 0
    try basket.controller.setSections([
      StoredSection("X", items: [Fruit(5), Fruit(9)]), StoredSection("A", items: [Fruit(1)]),
    ])
    #expect(table.view.indexPathsForSelectedRows == [[0, 0], [1, 0]])
    basket.controller.remove(key: 5)
    #expect(table.view.indexPathsForSelectedRows == [[1, 0]])
    #expect(table.problems == [])
  }

  @Test func aChangeThatWasMissedIsAReload() throws {
    let basket = try Basket()
    let view = LiveTable(frame: .zero, style: .plain)
    let adapter = ListViewAdapter<Fruit>(view)
    let source = TableDataSource(adapter) { _, _, row in
      let cell = TextCell(style: .default, reuseIdentifier: nil)
      cell.text = row.item?.text ?? ""
      return cell
    }
    view.dataSource = source
    var misses = false
    let observation = basket.controller.observe(sendingCurrent: true) {
      if !misses { adapter.apply($0) }
    }
    misses = true
    try basket.controller.move(
      from: StorePosition(section: 0, offset: 0), to: StorePosition(section: 0, offset: 2))
    misses = false
    // The counts are those that the view has.
    basket.controller.replace(Fruit(4, "x"))
    #expect(view.texts == basket.controller.texts)
    #expect(view.asked.problems == [])
    #expect(observation.isActive)
  }
}
