// Documented by Apple.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

@MainActor open class UINavigationItem: NSObject {
  open var searchController: UISearchController?
}

@MainActor open class UIViewController: NSObject {
  private var isViewLoaded = false

  public let navigationItem = UINavigationItem()

  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {}

  public required init?(coder: NSCoder) {}

  open func loadViewIfNeeded() {
    guard !isViewLoaded else { return }
    isViewLoaded = true
    viewDidLoad()
  }

  /// Whether the class of all controllers has been told, which those derived from it do.
  package private(set) var hasLoadedView = false

  open func viewDidLoad() { hasLoadedView = true }
}

@MainActor
open class UICollectionViewController: UIViewController, UICollectionViewDataSource {
  open var collectionView: UICollectionView!

  public let collectionViewLayout: UICollectionViewLayout

  public init(collectionViewLayout layout: UICollectionViewLayout) {
    collectionViewLayout = layout
    super.init(nibName: nil, bundle: nil)
    collectionView = UICollectionView(frame: .zero, collectionViewLayout: layout)
    collectionView.dataSource = self
  }

  public required init?(coder: NSCoder) { nil }

  open func collectionView(
    _ collectionView: UICollectionView, numberOfItemsInSection section: Int
  ) -> Int { 0 }

  open func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell { UICollectionViewCell() }
}

@MainActor open class UISearchController: UIViewController {
  public let searchBar = UISearchBar()

  weak open var searchResultsUpdater: (any UISearchResultsUpdating)?

  open var obscuresBackgroundDuringPresentation = true

  public init(searchResultsController: UIViewController?) {
    super.init(nibName: nil, bundle: nil)
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }
}

@MainActor public protocol UISearchResultsUpdating: NSObjectProtocol {
  func updateSearchResults(for searchController: UISearchController)
}

@MainActor
open class UITableViewController: UIViewController, UITableViewDelegate,
  UITableViewDataSource
{
  open var tableView: UITableView!

  open var refreshControl: UIRefreshControl?

  public init(style: UITableView.Style) {
    super.init(nibName: nil, bundle: nil)
    tableView = UITableView(frame: .zero, style: style)
    tableView.dataSource = self
    tableView.delegate = self
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 0 }

  open func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell { UITableViewCell(style: .default, reuseIdentifier: nil) }

  open func tableView(
    _ tableView: UITableView, viewForHeaderInSection section: Int
  ) -> UIView? { nil }
}
