import FilterEngine
import FilterableResults
import Foundation
import ListViewGlue
import ListViewStandIn
import TestSupport
import Testing

/// TL-33: a controller of a collection view.
@MainActor struct CollectionViewControllerTests {
  private let results = ResultsController<Fruit>(identifiedBy: \.id)
  private let layout = UICollectionViewFlowLayout()

  private func makeController() throws -> ResultsCollectionViewController<Fruit> {
    try results.setSections([
      StoredSection("apples", title: "Apples", items: [Fruit(1, "Boskop"), Fruit(2, "Elstar")]),
      StoredSection("bananas", title: "Bananas", items: [Fruit(3, "Cavendish")]),
    ])
    let controller = ResultsCollectionViewController(results, layout: layout) { _, _, row in
      let item = TextItem()
      item.text = row.item?.text ?? ""
      return item
    }
    controller.collectionView = LiveCollection()
    return controller
  }

  private func texts(_ controller: ResultsCollectionViewController<Fruit>) -> [[String]] {
    controller.collectionView.layoutIfNeeded()
    return (controller.collectionView as? LiveCollection)?.texts ?? []
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
    type("s")
    #expect(texts(controller) == [["1 Boskop", "2 Elstar"], ["3 Cavendish"]])
    type("sk")
    #expect(texts(controller) == [["1 Boskop"], []])
    // A text that makes no filter leaves the one before in force.
    type("sk'")
    #expect(texts(controller) == [["1 Boskop"], []] && errors.count == 1)
    type("")
    #expect(texts(controller) == [["1 Boskop", "2 Elstar"], ["3 Cavendish"]])
    #expect(controller.collectionView.asked.problems == [])
  }

  @Test func aTapCollapsesASectionAndAnExpandedOneIsScrolledIntoView() throws {
    let controller = try makeController()
    controller.collapsesSections = true
    controller.loadViewIfNeeded()
    controller.collectionView.frame = CGRect(x: 0, y: 0, width: 50, height: 300)
    #expect(layout.headerReferenceSize.height == 44)
    #expect(texts(controller) == [["1 Boskop", "2 Elstar"], ["3 Cavendish"]])
    let header = try #require(controller.collectionView.showHeader(ofSection: 0))
    let button = try #require(header.subviews.first as? UIButton)
    #expect(button.title(for: .normal) == "▾ Apples")
    button.sendActions(for: .touchUpInside)
    #expect(texts(controller) == [[], ["3 Cavendish"]])
    #expect(button.title(for: .normal) == "▸ Apples")
    #expect(controller.collectionView.shownParts == [])
    button.sendActions(for: .touchUpInside)
    #expect(texts(controller) == [["1 Boskop", "2 Elstar"], ["3 Cavendish"]])
    #expect(button.title(for: .normal) == "▾ Apples")
    #expect(controller.collectionView.shownParts == [CGRect(x: 0, y: 0, width: 50, height: 40)])
    #expect(controller.collectionView.asked.problems == [])
  }

  @Test func aLayoutWithHeadersKeepsTheirSize() throws {
    layout.headerReferenceSize = CGSize(width: 9, height: 9)
    let controller = try makeController()
    controller.collapsesSections = true
    controller.loadViewIfNeeded()
    #expect(layout.headerReferenceSize.height == 9)
  }

  @Test func pullingLoadsAgain() async throws {
    let controller = try makeController()
    var pulls = 0
    controller.refresh = { pulls += 1 }
    controller.loadViewIfNeeded()
    let control = try #require(controller.collectionView.refreshControl)
    control.beginRefreshing()
    control.sendActions(for: .valueChanged)
    try await poll { !control.isRefreshing }
    #expect(pulls == 1 && !control.isRefreshing)
  }

  @Test func nothingIsShownThatIsNotAskedFor() throws {
    let controller = try makeController()
    controller.loadViewIfNeeded()
    #expect(controller.hasLoadedView && layout.headerReferenceSize == .zero)
    #expect(controller.navigationItem.searchController == nil)
    #expect(controller.collectionView.refreshControl == nil)
    #expect(controller.collectionView.dataSource === controller.source)
    #expect(controller.source?.supplementaryView == nil)
  }
}
