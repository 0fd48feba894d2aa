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
  /// A collection view controller for the rows of a results controller, with a search field, sections that collapse,
  /// and a refresh control, each where it is asked for.
  ///
  /// ```swift
  /// let photos = ResultsCollectionViewController(results, layout: layout) { collectionView, indexPath, row in … }
  /// photos.search = { text in
  ///   try Filter("search", group: "search", predicate: FilterPredicate("name CONTAINS[cd] \(text)"))
  /// }
  /// photos.collapsesSections = true
  /// ```
  ///
  /// Set these properties before the view is loaded.
  @MainActor
  open class ResultsCollectionViewController<Item: Filterable>: UICollectionViewController,
    UISearchResultsUpdating
  {
    /// The controller whose rows are shown.
    public let results: ResultsController<Item>

    /// Makes the filter of a text that the user searches for. An empty text removes the filter. Nil, the
    /// initial value, shows no search field.
    public var search: (@MainActor (_ text: String) throws -> Filter<Item>)?

    /// Called with an error of ``search``: the filter of the text before stays in force.
    public var onSearchError: (@MainActor (any Error) -> Void)?

    /// Whether each section has a header that collapses or expands it when it is tapped. An expanded section is
    /// scrolled into view. A flow layout without a size for headers gets one of 44 points; any other layout has to have
    /// headers.
    public var collapsesSections = false

    /// Loads the data again when the user pulls the view down. Nil, the initial value, adds no refresh control.
    public var refresh: (@MainActor () async -> Void)?

    /// The adapter of the collection view.
    public private(set) var adapter: ListViewAdapter<Item>?

    /// The data source of the collection view, from when the view is loaded.
    public private(set) var source: CollectionDataSource<Item>?

    private let cell: CollectionDataSource<Item>.CellProvider
    private var filter = ResultsSearch<Item>()

    /// A controller of a collection view with a layout and the cells of `cell`.
    public init(
      _ results: ResultsController<Item>, layout: UICollectionViewLayout,
      cell: @escaping CollectionDataSource<Item>.CellProvider
    ) {
      self.results = results
      self.cell = cell
      super.init(collectionViewLayout: layout)
    }

    /// Unavailable: a storyboard cannot make a controller of results.
    @available(*, unavailable)
    public required init?(coder: NSCoder) { fatalError("init(coder:) is unavailable") }

    /// Connects the collection view, and adds the headers, the search field and the refresh control.
    open override func viewDidLoad() {
      super.viewDidLoad()
      var configure: ListViewAdapter<Item>.SupplementaryConfiguration?
      if collapsesSections {
        configure = { [weak self] view, _, path in self?.configure(view, path) }
      }
      let adapter = ListViewAdapter(
        collectionView, following: results, configureSupplementary: configure)
      let source = CollectionDataSource(adapter, cell: cell)
      self.adapter = adapter
      self.source = source
      if collapsesSections { addHeaders(to: source) }
      collectionView.dataSource = source
      if search != nil { navigationItem.showSearchField(of: self) }
      if let refresh { collectionView.refreshControl = UIRefreshControl(refresh) }
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
        let shown = adapter?.section(at: section)
      else { return }
      header.face.show(shown, of: results) { [weak self] section in
        guard let collectionView = self?.collectionView else { return }
        collectionView.layoutIfNeeded()
        collectionView.show(self?.place(ofSection: section) ?? .zero)
      }
    }

    /// Where the header and the items of a section are.
    private func place(ofSection section: Int) -> CGRect {
      let header = collectionView.layoutAttributesForSupplementaryElement(
        ofKind: UICollectionView.elementKindSectionHeader,
        at: ItemPath(section: section, item: 0).indexPath)
      let last = ItemPath(
        section: section, item: collectionView.numberOfItems(inSection: section) - 1)
      let item =
        last.item < 0 ? nil : collectionView.layoutAttributesForItem(at: last.indexPath)
      return (header?.frame ?? .null).union(item?.frame ?? .null)
    }
  }
#endif
