#if LIST_VIEW_STAND_IN
  public import FilterableResults
  public import FilterableResultsUI
  public import ListViewStandIn
#elseif canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  public import FilterableResults
#endif

#if LIST_VIEW_STAND_IN || (canImport(AppKit) && !targetEnvironment(macCatalyst))
  extension ListViewAdapter {
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

  /// A table view without sections, called by the adapter.
  @MainActor final class TableRowsView: @MainActor ListView {
    private weak var tableView: NSTableView?
    private let animation: NSTableView.AnimationOptions

    init(_ tableView: NSTableView, _ animation: NSTableView.AnimationOptions) {
      self.tableView = tableView
      self.animation = animation
    }

    var hasSections: Bool { false }

    var countsStepByStep: Bool { true }

    var takesBatches: Bool { tableView?.window != nil }

    var selectedPaths: Set<ItemPath> {
      get {
        Set((tableView?.selectedRowIndexes ?? []).map { ItemPath(section: 0, item: $0) })
      }
      set {
        tableView?.selectRowIndexes(
          IndexSet(newValue.map(\.item)), byExtendingSelection: false)
      }
    }

    func reloadData() { tableView?.reloadData() }

    func layoutIfNeeded() { tableView?.layoutSubtreeIfNeeded() }

    func performBatch(
      animated: Bool, _ updates: () -> Void, completion: @escaping (Bool) -> Void
    ) {
      guard let tableView else {
        updates()
        return completion(false)
      }
      // The animation ends on the main actor, although the closure is not declared so.
      nonisolated(unsafe) let completion = completion
      NSAnimationContext.runAnimationGroup(
        { context in
          if !animated { context.duration = 0 }
          tableView.beginUpdates()
          updates()
          tableView.endUpdates()
        }, completionHandler: { completion(true) })
    }

    // A table view of AppKit has no sections.

    func deleteSections(_ sections: [Int]) {}

    func insertSections(_ sections: [Int]) {}

    func moveSection(_ section: Int, to newSection: Int) {}

    func reloadSections(_ sections: [Int]) {}

    func deleteItems(_ paths: [ItemPath]) {
      tableView?.removeRows(at: IndexSet(paths.map(\.item)), withAnimation: animation)
    }

    func insertItems(_ paths: [ItemPath]) {
      tableView?.insertRows(at: IndexSet(paths.map(\.item)), withAnimation: animation)
    }

    func moveItem(_ path: ItemPath, to newPath: ItemPath) {
      tableView?.moveRow(at: path.item, to: newPath.item)
    }

    func reloadItems(_ paths: [ItemPath]) {
      guard let tableView else { return }
      let rows = IndexSet(paths.map(\.item))
      tableView.reloadData(
        forRowIndexes: rows, columnIndexes: IndexSet(integersIn: 0..<tableView.numberOfColumns))
      // The table view asks for heights only after this call.
      tableView.noteHeightOfRows(withIndexesChanged: rows)
    }
  }
#endif
