import FilterableResults
import Foundation
import ListViewGlue
import ListViewStandIn
import TestSupport
import Testing

/// The table view controller: search, sections that collapse, pulling.
@MainActor @Suite struct TableViewControllerTests {
  private let results = ResultsController<Fruit>(identifiedBy: \.id)

  private func makeController() throws -> ResultsTableViewController<Fruit> {
    try results.setSections([
      StoredSection("apples", title: "Apples", items: [Fruit(1, "Boskop"), Fruit(2, "Elstar")]),
      StoredSection("bananas", title: "Bananas", items: [Fruit(3, "Cavendish")]),
    ])
    let controller = ResultsTableViewController(results) { _, _, row in
      let cell = TextCell(style: .default, reuseIdentifier: nil)
      cell.text = row.item?.text ?? ""
      return cell
    }
    controller.tableView = LiveTable(frame: .zero, style: .plain)
    controller.tableView.delegate = controller
    return controller
  }

  private func texts(_ controller: ResultsTableViewController<Fruit>) -> [[String]] {
    controller.tableView.layoutIfNeeded()
    return (controller.tableView as? LiveTable)?.texts ?? []
  }

  @Test func aTextSearchesAndAnEmptyOneFindsEverything() throws {
    let controller = try makeController()
    var errors: [String] = []
    controller.search = { text in
      try ResultsFilter(
        "search for \(text)", group: "search",
        predicate: FilterPredicate(text: "name LIKE[c] '*\(text)*'"))
    }
    controller.onSearchError = { errors.append("\($0)") }
    controller.loadViewIfNeeded()
    let search = try #require(controller.navigationItem.searchController)
    let type = { (text: String) in
      search.searchBar.text = text
      search.searchResultsUpdater?.updateSearchResults(for: search)
    }
    results.filters.add(ResultsFilter("not 2") { $0.id != 2 })
    type("s")
    #expect(texts(controller) == [["1 Boskop"], ["3 Cavendish"]])
    type("sk")
    #expect(texts(controller) == [["1 Boskop"], []])
    #expect(results.filters.map(\.name) == ["not 2", "search for sk"])
    // A text that makes no filter leaves the one before in force.
    type("sk'")
    #expect(texts(controller) == [["1 Boskop"], []])
    #expect(errors.count == 1)
    type("")
    #expect(texts(controller) == [["1 Boskop"], ["3 Cavendish"]])
    #expect(results.filters.map(\.name) == ["not 2"])
    #expect(controller.tableView.asked.problems == [])
    // A filter of the caller's own that is like a search of before is no search.
    results.filters.add(ResultsFilter("search for sk", group: "search") { $0.id == 3 })
    type("")
    #expect(results.filters.map(\.name) == ["not 2", "search for sk"])
  }

  @Test func aTapCollapsesASection() throws {
    let controller = try makeController()
    controller.collapsesSections = true
    controller.loadViewIfNeeded()
    #expect(controller.tableView.sectionHeaderHeight == 44)
    #expect(texts(controller) == [["1 Boskop", "2 Elstar"], ["3 Cavendish"]])
    let header = controller.tableView.showHeader(ofSection: 0)
    let button = try #require(header.contentView.subviews.first as? UIButton)
    #expect(button.title(for: .normal) == "▾ Apples")
    button.sendActions(for: .touchUpInside)
    #expect(texts(controller) == [[], ["3 Cavendish"]])
    #expect(button.title(for: .normal) == "▸ Apples")
    #expect(controller.tableView.shownParts == [])
    button.sendActions(for: .touchUpInside)
    #expect(texts(controller) == [["1 Boskop", "2 Elstar"], ["3 Cavendish"]])
    #expect(button.title(for: .normal) == "▾ Apples")
    #expect(controller.tableView.asked.problems == [])
  }

  /// TL-30: the whole section, or as much of its beginning as there is room for.
  @Test(arguments: [(300.0, 40.0), (35, 35)])
  func anExpandedSectionIsScrolledIntoView(_ height: Double, _ shown: Double) throws {
    let controller = try makeController()
    controller.collapsesSections = true
    controller.loadViewIfNeeded()
    controller.tableView.frame = CGRect(x: 0, y: 0, width: 50, height: height)
    results.sections.setCollapsed(true, forKey: "apples")
    let header = controller.tableView.showHeader(ofSection: 0)
    let button = try #require(header.contentView.subviews.first as? UIButton)
    button.sendActions(for: .touchUpInside)
    #expect(texts(controller) == [["1 Boskop", "2 Elstar"], ["3 Cavendish"]])
    #expect(controller.tableView.shownParts == [CGRect(x: 0, y: 0, width: 50, height: shown)])
    results.sections.setCollapsed(true, forKey: "bananas")
    let next = controller.tableView.showHeader(ofSection: 1)
    let other = try #require(next.contentView.subviews.first as? UIButton)
    other.sendActions(for: .touchUpInside)
    #expect(
      controller.tableView.shownParts.last
        == CGRect(x: 0, y: 40, width: 50, height: min(30, height)))
  }

  @Test func pullingLoadsAgain() async throws {
    let controller = try makeController()
    var pulls = 0
    controller.refresh = { pulls += 1 }
    controller.loadViewIfNeeded()
    let control = try #require(controller.refreshControl)
    control.beginRefreshing()
    control.sendActions(for: .valueChanged)
    try await poll { !control.isRefreshing }
    #expect(pulls == 1 && !control.isRefreshing)
  }

  @Test func nothingIsShownThatIsNotAskedFor() throws {
    let controller = try makeController()
    let height = controller.tableView.sectionHeaderHeight
    controller.loadViewIfNeeded()
    #expect(controller.hasLoadedView && controller.tableView.sectionHeaderHeight == height)
    #expect(controller.navigationItem.searchController == nil)
    #expect(controller.refreshControl == nil)
    #expect(controller.tableView(controller.tableView, viewForHeaderInSection: 0) == nil)
    #expect(controller.tableView.dataSource === controller.source)
  }
}
