#if LIST_VIEW_STAND_IN
  public import FilterableResults
  public import FilterableResultsUI
  public import ListViewStandIn
#elseif canImport(UIKit) && !os(watchOS)
  public import FilterableResults
  public import UIKit
#endif

#if LIST_VIEW_STAND_IN || (canImport(UIKit) && !os(watchOS))
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
  }

  /// A table view, called by the adapter.
  @MainActor final class TableListView: @MainActor ListView {
    /// The title of a section.
    var title: (Int) -> String? = { _ in nil }

    private weak var tableView: UITableView?
    private let updates: TableViewUpdates

    init(_ tableView: UITableView, _ updates: TableViewUpdates) {
      self.tableView = tableView
      self.updates = updates
    }

    var takesBatches: Bool { tableView?.window != nil }

    var selectedPaths: Set<ItemPath> {
      get { Set((tableView?.indexPathsForSelectedRows ?? []).compactMap { ItemPath($0) }) }
      set {
        let selected = selectedPaths
        for path in selected.subtracting(newValue) {
          tableView?.deselectRow(at: path.indexPath, animated: false)
        }
        for path in newValue.subtracting(selected).sorted() {
          tableView?.selectRow(at: path.indexPath, animated: false, scrollPosition: .none)
        }
      }
    }

    func reloadData() { tableView?.reloadData() }

    func layoutIfNeeded() { tableView?.layoutIfNeeded() }

    func performBatch(
      animated: Bool, _ updates: () -> Void, completion: @escaping (Bool) -> Void
    ) {
      guard let tableView else {
        updates()
        return completion(false)
      }
      // The table view calls it on the main actor, although the closure is not declared so.
      nonisolated(unsafe) let completion = completion
      withoutActuallyEscaping(updates) { updates in
        let batch = { tableView.performBatchUpdates(updates, completion: { completion($0) }) }
        if animated { batch() } else { UIView.performWithoutAnimation(batch) }
      }
    }

    func performAfterMove(_ body: @escaping () -> Void) { Task { body() } }

    func deleteSections(_ sections: [Int]) {
      tableView?.deleteSections(IndexSet(sections), with: updates.deletion)
    }

    func insertSections(_ sections: [Int]) {
      tableView?.insertSections(IndexSet(sections), with: updates.insertion)
    }

    func moveSection(_ section: Int, to newSection: Int) {
      tableView?.moveSection(section, toSection: newSection)
    }

    func reloadSections(_ sections: [Int]) {
      tableView?.reloadSections(IndexSet(sections), with: updates.reloading)
    }

    func reloadHeaders(ofSections sections: [Int]) {
      for section in sections {
        // The table view asks for a header again before it comes on screen.
        guard let header = tableView?.headerView(forSection: section) else { continue }
        if let configureHeader = updates.configureHeader {
          configureHeader(header, section)
        } else {
          header.textLabel?.text = title(section)
          header.setNeedsLayout()
        }
      }
    }

    func deleteItems(_ paths: [ItemPath]) {
      tableView?.deleteRows(at: paths.map(\.indexPath), with: updates.deletion)
    }

    func insertItems(_ paths: [ItemPath]) {
      tableView?.insertRows(at: paths.map(\.indexPath), with: updates.insertion)
    }

    func moveItem(_ path: ItemPath, to newPath: ItemPath) {
      tableView?.moveRow(at: path.indexPath, to: newPath.indexPath)
    }

    func reloadItems(_ paths: [ItemPath]) {
      tableView?.reloadRows(at: paths.map(\.indexPath), with: updates.reloading)
    }

    func reconfigureItems(_ paths: [ItemPath]) {
      tableView?.reconfigureRows(at: paths.map(\.indexPath))
    }
  }
#endif
