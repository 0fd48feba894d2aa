#if LIST_VIEW_STAND_IN || (canImport(UIKit) && !os(watchOS) && !os(tvOS))
  public import FilterEngine
  public import FilterableResults
  #if LIST_VIEW_STAND_IN
    import FilterableResultsUI
    public import ListViewStandIn
  #else
    public import UIKit
  #endif

  /// A collection view controller that shows the rows of a results controller. A search field, collapsible sections
  /// and a refresh control are optional.
  ///
  /// ```swift
  /// let photos = ResultsCollectionViewController(results, layout: layout) { collectionView, indexPath, row in … }
  /// photos.search = { text in
  ///   try ResultsFilter("search", group: "search", predicate: FilterPredicate("name CONTAINS[cd] \(text)"))
  /// }
  /// photos.collapsesSections = true
  /// ```
  ///
  /// Set these properties before the view is loaded.
  @MainActor
  open class ResultsCollectionViewController<Item: Filterable>: UICollectionViewController,
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
    /// An expanded section is scrolled into view. A flow layout whose headers have no size gets headers of 44 points;
    /// any other layout must have headers.
    public var collapsesSections = false

    /// Reloads the data when the user pulls the view down. If it is nil, the initial value, there is no refresh control.
    public var refresh: (@MainActor () async -> Void)?

    /// The data source of the collection view, with its adapter; nil until the view is loaded.
    public private(set) var source: CollectionDataSource<Item>?

    private let cell: CollectionDataSource<Item>.CellProvider
    private var filter = ResultsSearch<Item>()

    /// Creates a controller of a collection view with a layout and a cell for each row.
    public init(
      _ results: ResultsController<Item>, layout: UICollectionViewLayout,
      cell: @escaping CollectionDataSource<Item>.CellProvider
    ) {
      self.results = results
      self.cell = cell
      super.init(collectionViewLayout: layout)
    }

    /// Unavailable: a storyboard has no results controller.
    @available(*, unavailable)
    public required init?(coder: NSCoder) { fatalError("init(coder:) is unavailable") }

    /// Connects the collection view and adds the headers, the search field and the refresh control.
    open override func viewDidLoad() {
      super.viewDidLoad()
      var configure: CollectionListView.Configuration?
      if collapsesSections {
        configure = { [weak self] view, _, path in self?.configure(view, path) }
      }
      let adapter = ListViewAdapter(
        collectionView, following: results, configureSupplementary: configure)
      let source = CollectionDataSource(adapter, cell: cell)
      self.source = source
      if collapsesSections { addHeaders(to: source) }
      collectionView.dataSource = source
      if search != nil { navigationItem.showSearchField(of: self) }
      if let refresh { collectionView.refreshControl = UIRefreshControl(refresh) }
    }

    /// Filters by the text of the search field.
    open func updateSearchResults(for searchController: UISearchController) {
      if let error = filter.search(by: searchController, in: results, search) {
        onSearchError?(error)
      }
    }

    private func addHeaders(to source: CollectionDataSource<Item>) {
      if let flow = collectionViewLayout as? UICollectionViewFlowLayout,
        flow.headerReferenceSize == .zero
      {
        flow.headerReferenceSize = CGSize(width: 44, height: 44)
      }
      collectionView.register(
        CollectionSectionHeader.self,
        forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader,
        withReuseIdentifier: SectionHeader.identifier)
      source.supplementaryView = { [weak self] collectionView, kind, path in
        guard kind == UICollectionView.elementKindSectionHeader else {
          return UICollectionReusableView()
        }
        let header = collectionView.dequeueReusableSupplementaryView(
          ofKind: kind, withReuseIdentifier: SectionHeader.identifier, for: path)
        self?.configure(header, path)
        return header
      }
    }

    private func configure(_ view: UICollectionReusableView, _ path: IndexPath) {
      guard let header = view as? CollectionSectionHeader, let section = path.first,
        let shown = source?.adapter.rows.section(at: section)
      else { return }
      header.sectionButton.show(shown, of: results) { [weak self] section in
        guard let collectionView = self?.collectionView else { return }
        collectionView.layoutIfNeeded()
        collectionView.show(self?.frame(ofSection: section) ?? .zero)
      }
    }

    /// The frame of the header and the items of a section.
    private func frame(ofSection section: Int) -> CGRect {
      let header = collectionView.layoutAttributesForSupplementaryElement(
        ofKind: UICollectionView.elementKindSectionHeader,
        at: ResultsPath(section: section, item: 0).indexPath)
      let last = ResultsPath(
        section: section, item: collectionView.numberOfItems(inSection: section) - 1)
      let item =
        last.item < 0 ? nil : collectionView.layoutAttributesForItem(at: last.indexPath)
      return (header?.frame ?? .null).union(item?.frame ?? .null)
    }
  }
#endif
