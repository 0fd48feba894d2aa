#if LIST_VIEW_STAND_IN || (canImport(UIKit) && !os(watchOS) && !os(tvOS))
  public import FilterEngine
  public import FilterableResults
  #if LIST_VIEW_STAND_IN
    import FilterableResultsUI
    public import ListViewStandIn
  #else
    public import UIKit
  #endif

  /// A table view controller that shows the rows of a results controller. A search field, collapsible sections and a
  /// refresh control are optional.
  ///
  /// ```swift
  /// let people = ResultsTableViewController(results) { tableView, indexPath, row in … }
  /// people.search = { text in
  ///   ResultsFilter("search", group: "search", predicate: try FilterPredicate("name CONTAINS[cd] \(text)"))
  /// }
  /// people.collapsesSections = true
  /// ```
  ///
  /// Set these properties before the view is loaded.
  @MainActor
  open class ResultsTableViewController<Item: Filterable>: UITableViewController,
    UISearchResultsUpdating
  {
    /// The controller of the rows.
    public let results: ResultsController<Item>

    /// Returns the filter for a search text that is not empty. An empty text removes the filter.
    ///
    /// If it is nil, the initial value, there is no search field.
    public var search: (@MainActor (_ text: String) throws -> ResultsFilter<Item>)?

    /// Called with an error of ``search``. The filter of the previous text stays in force.
    public var onSearchError: (@MainActor (any Error) -> Void)?

    /// Whether each section has a header that collapses or expands it when tapped.
    ///
    /// An expanded section is scrolled into view.
    public var collapsesSections = false

    /// Reloads the data when the user pulls the table down. If it is nil, the initial value, there is no refresh control.
    public var refresh: (@MainActor () async -> Void)?

    /// The data source of the table view, with its adapter; nil until the view is loaded.
    public private(set) var source: TableDataSource<Item>?

    private let updates: TableViewUpdates
    private let cell: TableDataSource<Item>.CellProvider
    private var filter = ResultsSearch<Item>()

    /// Creates a controller of a table view with a style and a cell for each row.
    public init(
      _ results: ResultsController<Item>, style: UITableView.Style = .plain,
      updates: TableViewUpdates = TableViewUpdates(),
      cell: @escaping TableDataSource<Item>.CellProvider
    ) {
      self.results = results
      self.updates = updates
      self.cell = cell
      super.init(style: style)
    }

    /// Unavailable: a storyboard has no results controller.
    @available(*, unavailable)
    public required init?(coder: NSCoder) { fatalError("init(coder:) is unavailable") }

    /// Connects the table view and adds the search field and the refresh control.
    open override func viewDidLoad() {
      super.viewDidLoad()
      var updates = updates
      if collapsesSections, updates.configureHeader == nil {
        updates.configureHeader = { [weak self] header, section in
          self?.configure(header, section)
        }
      }
      let adapter = ListViewAdapter(tableView, following: results, updates: updates)
      let source = TableDataSource(adapter, cell: cell)
      self.source = source
      tableView.dataSource = source
      if collapsesSections { tableView.sectionHeaderHeight = 44 }
      if search != nil { navigationItem.showSearchField(of: self) }
      if let refresh { refreshControl = UIRefreshControl(refresh) }
    }

    /// Filters by the text of the search field.
    open func updateSearchResults(for searchController: UISearchController) {
      if let error = filter.search(by: searchController, in: results, search) {
        onSearchError?(error)
      }
    }

    /// Returns the header of a section, a button, if sections are collapsible.
    open override func tableView(
      _ tableView: UITableView, viewForHeaderInSection section: Int
    ) -> UIView? {
      guard collapsesSections else { return nil }
      let header =
        tableView.dequeueReusableHeaderFooterView(withIdentifier: SectionHeader.identifier)
        ?? SectionHeader(reuseIdentifier: SectionHeader.identifier)
      configure(header, section)
      return header
    }

    private func configure(_ header: UITableViewHeaderFooterView, _ section: Int) {
      guard let header = header as? SectionHeader,
        let shown = source?.adapter.rows.section(at: section)
      else {
        return
      }
      header.sectionButton.show(shown, of: results) { [weak self] section in
        guard let tableView = self?.tableView else { return }
        tableView.layoutIfNeeded()
        tableView.show(tableView.rect(forSection: section))
      }
    }
  }
#endif
