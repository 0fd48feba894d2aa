#if LIST_VIEW_STAND_IN
  public import FilterEngine
  public import FilterableResults
  public import FilterableResultsUI
  public import ListViewStandIn
#elseif canImport(UIKit) && !os(watchOS) && !os(tvOS)
  public import FilterEngine
  public import FilterableResults
  public import UIKit
#endif

#if LIST_VIEW_STAND_IN || (canImport(UIKit) && !os(watchOS) && !os(tvOS))
  /// A table view controller for the rows of a results controller, with a search field, sections that collapse,
  /// and a refresh control, each where it is asked for.
  ///
  /// ```swift
  /// let people = ResultsTableViewController(results) { tableView, indexPath, row in … }
  /// people.search = { text in
  ///   Filter("search", group: "search", predicate: try FilterPredicate("name CONTAINS[cd] \(text)"))
  /// }
  /// people.collapsesSections = true
  /// ```
  ///
  /// Set these properties before the view is loaded.
  @MainActor
  open class ResultsTableViewController<Item: Filterable>: UITableViewController,
    UISearchResultsUpdating
  {
    /// The controller whose rows are shown.
    public let results: ResultsController<Item>

    /// Makes the filter of a text that the user searches for. An empty text removes the filter. Nil, the
    /// initial value, shows no search field.
    public var search: (@MainActor (_ text: String) throws -> Filter<Item>)?

    /// Called with an error of ``search``: the filter of the text before stays in force.
    public var onSearchError: (@MainActor (any Error) -> Void)?

    /// Whether a tap on the header of a section collapses or expands it. An expanded section is scrolled into view.
    public var collapsesSections = false

    /// Loads the data again when the user pulls the table down. Nil, the initial value, adds no refresh control.
    public var refresh: (@MainActor () async -> Void)?

    /// The adapter of the table view.
    public private(set) var adapter: ListViewAdapter<Item>?

    /// The data source of the table view, from when the view is loaded.
    public private(set) var source: TableDataSource<Item>?

    private let style: TableViewUpdates
    private let cell: TableDataSource<Item>.CellProvider
    private var filter = ResultsSearch<Item>()

    /// A controller of a table view in a style, with the cells of `cell`.
    public init(
      _ results: ResultsController<Item>, style: UITableView.Style = .plain,
      updates: TableViewUpdates = TableViewUpdates(),
      cell: @escaping TableDataSource<Item>.CellProvider
    ) {
      self.results = results
      self.style = updates
      self.cell = cell
      super.init(style: style)
    }

    /// Unavailable: a storyboard cannot make a controller of results.
    @available(*, unavailable)
    public required init?(coder: NSCoder) { fatalError("init(coder:) is unavailable") }

    /// Connects the table view, and adds the search field and the refresh control.
    open override func viewDidLoad() {
      super.viewDidLoad()
      var updates = style
      if collapsesSections, updates.configureHeader == nil {
        updates.configureHeader = { [weak self] header, section in
          self?.configure(header, section)
        }
      }
      let adapter = ListViewAdapter(tableView, following: results, updates: updates)
      let source = TableDataSource(adapter, cell: cell)
      self.adapter = adapter
      self.source = source
      tableView.dataSource = source
      if collapsesSections { tableView.sectionHeaderHeight = 44 }
      if search != nil { navigationItem.showSearchField(of: self) }
      if let refresh { refreshControl = UIRefreshControl(refresh) }
    }

    /// Searches for the text of the search field.
    open func updateSearchResults(for searchController: UISearchController) {
      search(for: searchController.searchBar.text ?? "")
    }

    /// Puts the filter of a text in force, in place of the one before; removes it if the text is empty.
    public func search(for text: String) {
      do {
        try filter.search(for: text, in: results, search)
      } catch {
        onSearchError?(error)
      }
    }

    /// The header of a section: a button that collapses the section where sections collapse.
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
      guard let header = header as? SectionHeader, let shown = adapter?.section(at: section) else {
        return
      }
      header.face.show(shown, of: results) { [weak self] section in
        guard let tableView = self?.tableView else { return }
        tableView.layoutIfNeeded()
        tableView.show(tableView.rect(forSection: section))
      }
    }
  }
#endif
