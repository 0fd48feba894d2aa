#if LIST_VIEW_STAND_IN || (canImport(AppKit) && !targetEnvironment(macCatalyst))
  public import FilterableResults
  #if LIST_VIEW_STAND_IN
    public import FilterableResultsUI
    public import ListViewStandIn
  #else
    public import AppKit
  #endif

  extension ListViewAdapter {
    /// Creates an adapter of a collection view that follows a controller, or one whose changes you apply yourself.
    ///
    /// The adapter does not retain the collection view, which loads its items when its data source is set.
    @MainActor
    public convenience init(
      _ collectionView: NSCollectionView, following controller: ResultsController<Item>? = nil,
      form: Form = .batch
    ) {
      self.init(keeping: CollectionItemsView(collectionView), following: controller, form: form)
    }

    /// Creates an adapter of a table view that follows a controller, or one whose changes you apply yourself.
    ///
    /// The table view has no sections: it shows the rows of all sections in sequence, without rows for the
    /// sections themselves. All steps of a change are one batch. The adapter does not retain the table view,
    /// which loads its rows when its data source is set.
    @MainActor
    public convenience init(
      _ tableView: NSTableView, following controller: ResultsController<Item>? = nil,
      animation: NSTableView.AnimationOptions = .effectFade
    ) {
      self.init(keeping: TableRowsView(tableView, animation), following: controller)
    }

    /// Unavailable: an outline view has a tree of items, not numbered rows.
    @available(*, unavailable, message: "an outline view has a tree of items, not rows")
    @MainActor
    public convenience init(
      _ outlineView: NSOutlineView, following controller: ResultsController<Item>? = nil,
      animation: NSTableView.AnimationOptions = .effectFade
    ) {
      fatalError("unavailable")
    }
  }

  /// A collection view, called by the adapter.
  @MainActor final class CollectionItemsView: @MainActor PlatformListView {
    private(set) weak var view: NSCollectionView?

    init(_ collectionView: NSCollectionView) { view = collectionView }

    var takesBatches: Bool { view?.window != nil }

    var selectedPaths: Set<ResultsPath> {
      get { Set((view?.selectionIndexPaths ?? []).compactMap { ResultsPath($0) }) }
      set { view?.selectionIndexPaths = Set(newValue.map(\.indexPath)) }
    }

    func reloadData() { view?.reloadData() }

    func layoutIfNeeded() { view?.layoutSubtreeIfNeeded() }

    func perform(
      on view: NSCollectionView, animated: Bool, _ updates: @escaping () -> Void,
      completion: @escaping @Sendable (Bool) -> Void
    ) {
      // Only the proxy animates.
      let view = animated ? view.animator() : view
      view.performBatchUpdates(updates, completionHandler: { completion($0) })
    }

    func performAfterMove(_ body: @escaping () -> Void) { Task { body() } }

    func make(_ call: ListViewCall, on view: NSCollectionView) {
      switch call {
      case .deleteSections(let sections): view.deleteSections(IndexSet(sections))
      case .insertSections(let sections): view.insertSections(IndexSet(sections))
      case .reloadSections(let sections): view.reloadSections(IndexSet(sections))
      case .moveSection(let old, let new): view.moveSection(old, toSection: new)
      case .deleteRows(let rows): view.deleteItems(at: Set(rows.map(\.indexPath)))
      case .insertRows(let rows): view.insertItems(at: Set(rows.map(\.indexPath)))
      case .reloadRows(let rows), .reconfigureRows(let rows):
        view.reloadItems(at: Set(rows.map(\.indexPath)))
      case .moveRow(let old, let new): view.moveItem(at: old.indexPath, to: new.indexPath)
      }
    }
  }

  /// A table view without sections, called by the adapter.
  @MainActor final class TableRowsView: @MainActor PlatformListView {
    private(set) weak var view: NSTableView?
    private let animation: NSTableView.AnimationOptions

    init(_ tableView: NSTableView, _ animation: NSTableView.AnimationOptions) {
      view = tableView
      self.animation = animation
    }

    var hasSections: Bool { false }

    var countsStepByStep: Bool { true }

    var takesBatches: Bool { view?.window != nil }

    var selectedPaths: Set<ResultsPath> {
      get { Set((view?.selectedRowIndexes ?? []).map { ResultsPath(section: 0, item: $0) }) }
      set { view?.selectRowIndexes(IndexSet(newValue.map(\.item)), byExtendingSelection: false) }
    }

    func reloadData() { view?.reloadData() }

    func layoutIfNeeded() { view?.layoutSubtreeIfNeeded() }

    func perform(
      on view: NSTableView, animated: Bool, _ updates: @escaping () -> Void,
      completion: @escaping @Sendable (Bool) -> Void
    ) {
      NSAnimationContext.runAnimationGroup(
        { context in
          if !animated { context.duration = 0 }
          view.beginUpdates()
          updates()
          view.endUpdates()
        }, completionHandler: { completion(true) })
    }

    func make(_ call: ListViewCall, on view: NSTableView) {
      let numbers = { (paths: [ResultsPath]) in IndexSet(paths.map(\.item)) }
      switch call {
      // A table view of AppKit has no sections.
      case .deleteSections, .insertSections, .reloadSections, .moveSection: break
      case .deleteRows(let rows): view.removeRows(at: numbers(rows), withAnimation: animation)
      case .insertRows(let rows): view.insertRows(at: numbers(rows), withAnimation: animation)
      case .reloadRows(let rows), .reconfigureRows(let rows):
        view.reloadData(
          forRowIndexes: numbers(rows),
          columnIndexes: IndexSet(integersIn: 0..<view.numberOfColumns))
        // The table view asks for heights only after this call.
        view.noteHeightOfRows(withIndexesChanged: numbers(rows))
      case .moveRow(let old, let new): view.moveRow(at: old.item, to: new.item)
      }
    }
  }
#endif
