#if LIST_VIEW_STAND_IN
  public import FilterableResults
  public import FilterableResultsUI
  public import ListViewStandIn
#elseif canImport(UIKit) && !os(watchOS)
  public import FilterableResults
  public import UIKit
#endif

#if LIST_VIEW_STAND_IN || (canImport(UIKit) && !os(watchOS))
  /// How a table view shows changes.
  @MainActor public struct TableViewUpdates {
    /// The animation of rows and sections that are inserted.
    public var insertion = UITableView.RowAnimation.automatic

    /// The animation of rows and sections that are deleted.
    public var deletion = UITableView.RowAnimation.automatic

    /// The animation of rows that are reloaded.
    public var reloading = UITableView.RowAnimation.automatic

    /// Gives the header of a section, which is on screen, its new content. Nil sets the text of its label to
    /// the title of the section.
    public var configureHeader: ((_ header: UITableViewHeaderFooterView, _ section: Int) -> Void)?

    /// Automatic animations.
    public init() {}

    /// One animation for all changes.
    public init(_ animation: UITableView.RowAnimation) {
      insertion = animation
      deletion = animation
      reloading = animation
    }
  }

  extension ListViewAdapter {
    /// An adapter of a table view, which is called by hand.
    @MainActor public convenience init(
      _ tableView: UITableView, updates: TableViewUpdates = TableViewUpdates(), form: Form = .batch
    ) {
      let view = TableListView(tableView, updates)
      self.init(keeping: view, form: form)
      view.title = { [weak self] in self?.title(ofSection: $0) }
    }

    /// An adapter of a table view that follows a controller for as long as it lives.
    ///
    /// The table view loads its rows when its data source is set.
    @MainActor public convenience init(
      _ tableView: UITableView, following controller: ResultsController<Item>,
      updates: TableViewUpdates = TableViewUpdates(), form: Form = .batch
    ) {
      self.init(tableView, updates: updates, form: form)
      follow(controller)
    }
  }

  /// A table view as the adapter calls it.
  @MainActor final class TableListView: @MainActor ListView {
    /// The titles of sections.
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
      // The table calls it on the main actor, however the closure is declared.
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

    func reloadHeads(ofSections sections: [Int]) {
      for section in sections {
        // A header that is off screen is made again before it is shown.
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
