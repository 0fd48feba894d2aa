#if LIST_VIEW_STAND_IN || (canImport(UIKit) && !os(watchOS))
  public import FilterableResults
  #if LIST_VIEW_STAND_IN
    public import FilterableResultsUI
    public import ListViewStandIn
  #else
    public import UIKit
  #endif

  /// How a table view shows changes: its animations, and the content of headers on screen.
  @MainActor
  public struct TableViewUpdates {
    /// The animation of inserted rows and sections.
    public var insertion: UITableView.RowAnimation

    /// The animation of deleted rows and sections.
    public var deletion: UITableView.RowAnimation

    /// The animation of reloaded rows and sections.
    public var reloading: UITableView.RowAnimation

    /// Updates the content of a section's header that is on screen.
    ///
    /// If it is nil, the initial value, the adapter sets the text of the header's label to the section's title.
    public var configureHeader: ((_ header: UITableViewHeaderFooterView, _ section: Int) -> Void)?

    /// Creates a value with one animation for all changes.
    public init(_ animation: UITableView.RowAnimation = .automatic) {
      insertion = animation
      deletion = animation
      reloading = animation
    }
  }

  extension ListViewAdapter {
    /// Creates an adapter of a table view that follows a controller, or one whose changes you apply yourself.
    ///
    /// The adapter does not retain the table view, which loads its rows when its data source is set.
    @MainActor
    public convenience init(
      _ tableView: UITableView, following controller: ResultsController<Item>? = nil,
      updates: TableViewUpdates = TableViewUpdates(), form: Form = .batch
    ) {
      let view = TableListView(tableView, updates)
      self.init(keeping: view, following: controller, form: form)
      view.title = { [weak self] in self?.rows.section(at: $0)?.title }
    }

    /// Creates an adapter of a collection view that follows a controller, or one whose changes you apply yourself.
    ///
    /// The adapter does not retain the collection view, which loads its items when its data source is set.
    ///
    /// - Parameters:
    ///   - collectionView: The collection view.
    ///   - controller: The controller to follow, or nil.
    ///   - configureSupplementary: Updates the content of a header or footer that is on screen when the title of
    ///     its section changes. If it is nil, the section is reloaded.
    ///   - form: How a change is divided into batches.
    @MainActor
    public convenience init(
      _ collectionView: UICollectionView, following controller: ResultsController<Item>? = nil,
      configureSupplementary: (
        @MainActor (_ view: UICollectionReusableView, _ kind: String, _ indexPath: IndexPath) ->
          Void
      )? = nil, form: Form = .batch
    ) {
      self.init(
        keeping: CollectionListView(collectionView, configureSupplementary), following: controller,
        form: form)
    }
  }

  /// A table view, called by the adapter.
  @MainActor final class TableListView: @MainActor PlatformListView {
    /// The title of a section.
    var title: (Int) -> String? = { _ in nil }

    private(set) weak var view: UITableView?
    private let updates: TableViewUpdates

    init(_ tableView: UITableView, _ updates: TableViewUpdates) {
      view = tableView
      self.updates = updates
    }

    var takesBatches: Bool { view?.window != nil }

    var selectedPaths: Set<ResultsPath> {
      get { Set((view?.indexPathsForSelectedRows ?? []).compactMap { ResultsPath($0) }) }
      set {
        let selected = selectedPaths
        for path in selected.subtracting(newValue) {
          view?.deselectRow(at: path.indexPath, animated: false)
        }
        for path in newValue.subtracting(selected).sorted() {
          view?.selectRow(at: path.indexPath, animated: false, scrollPosition: .none)
        }
      }
    }

    func reloadData() { view?.reloadData() }

    func layoutIfNeeded() { view?.layoutIfNeeded() }

    func performAfterMove(_ body: @escaping () -> Void) { Task { body() } }

    func perform(
      on view: UITableView, animated: Bool, _ updates: @escaping () -> Void,
      completion: @escaping @Sendable (Bool) -> Void
    ) {
      let batch = { view.performBatchUpdates(updates, completion: { completion($0) }) }
      if animated { batch() } else { UIView.performWithoutAnimation(batch) }
    }

    func make(_ call: ListViewCall, on view: UITableView) {
      let (insertion, deletion) = (updates.insertion, updates.deletion)
      switch call {
      case .deleteSections(let list): view.deleteSections(IndexSet(list), with: deletion)
      case .insertSections(let list): view.insertSections(IndexSet(list), with: insertion)
      case .reloadSections(let list): view.reloadSections(IndexSet(list), with: updates.reloading)
      case .moveSection(let old, let new): view.moveSection(old, toSection: new)
      case .deleteRows(let rows): view.deleteRows(at: rows.map(\.indexPath), with: deletion)
      case .insertRows(let rows): view.insertRows(at: rows.map(\.indexPath), with: insertion)
      case .reloadRows(let rows):
        view.reloadRows(at: rows.map(\.indexPath), with: updates.reloading)
      case .reconfigureRows(let rows): view.reconfigureRows(at: rows.map(\.indexPath))
      case .moveRow(let old, let new): view.moveRow(at: old.indexPath, to: new.indexPath)
      }
    }

    func reloadHeaders(ofSections sections: [Int]) {
      for section in sections {
        // The table view asks for a header again before it comes on screen.
        guard let header = view?.headerView(forSection: section) else { continue }
        if let configureHeader = updates.configureHeader {
          configureHeader(header, section)
        } else {
          header.textLabel?.text = title(section)
          header.setNeedsLayout()
        }
      }
    }
  }

  /// A collection view, called by the adapter.
  @MainActor final class CollectionListView: @MainActor PlatformListView {
    typealias Configuration = @MainActor (UICollectionReusableView, String, IndexPath) -> Void

    private(set) weak var view: UICollectionView?
    private let configureSupplementary: Configuration?

    init(_ collectionView: UICollectionView, _ configureSupplementary: Configuration?) {
      view = collectionView
      self.configureSupplementary = configureSupplementary
    }

    var takesBatches: Bool { view?.window != nil }

    var selectedPaths: Set<ResultsPath> {
      get { Set((view?.indexPathsForSelectedItems ?? []).compactMap { ResultsPath($0) }) }
      set {
        let selected = selectedPaths
        for path in selected.subtracting(newValue) {
          view?.deselectItem(at: path.indexPath, animated: false)
        }
        for path in newValue.subtracting(selected).sorted() {
          view?.selectItem(at: path.indexPath, animated: false, scrollPosition: [])
        }
      }
    }

    func reloadData() { view?.reloadData() }

    func layoutIfNeeded() { view?.layoutIfNeeded() }

    func performAfterMove(_ body: @escaping () -> Void) { Task { body() } }

    func perform(
      on view: UICollectionView, animated: Bool, _ updates: @escaping () -> Void,
      completion: @escaping @Sendable (Bool) -> Void
    ) {
      let batch = { view.performBatchUpdates(updates, completion: { completion($0) }) }
      if animated { batch() } else { UIView.performWithoutAnimation(batch) }
    }

    func make(_ call: ListViewCall, on view: UICollectionView) {
      switch call {
      case .deleteSections(let sections): view.deleteSections(IndexSet(sections))
      case .insertSections(let sections): view.insertSections(IndexSet(sections))
      case .reloadSections(let sections): view.reloadSections(IndexSet(sections))
      case .moveSection(let old, let new): view.moveSection(old, toSection: new)
      case .deleteRows(let rows): view.deleteItems(at: rows.map(\.indexPath))
      case .insertRows(let rows): view.insertItems(at: rows.map(\.indexPath))
      case .reloadRows(let rows): view.reloadItems(at: rows.map(\.indexPath))
      case .reconfigureRows(let rows): view.reconfigureItems(at: rows.map(\.indexPath))
      case .moveRow(let old, let new): view.moveItem(at: old.indexPath, to: new.indexPath)
      }
    }

    func reloadHeaders(ofSections sections: [Int]) {
      guard let configureSupplementary else { return reloadSections(sections) }
      let kinds = [
        UICollectionView.elementKindSectionHeader, UICollectionView.elementKindSectionFooter,
      ]
      for section in sections {
        let path = ResultsPath(section: section, item: 0).indexPath
        for kind in kinds {
          // The collection view asks for a view again before it comes on screen.
          if let header = view?.supplementaryView(forElementKind: kind, at: path) {
            configureSupplementary(header, kind, path)
          }
        }
      }
    }
  }
#endif
