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
    /// An adapter of a table of rows, which is called by hand.
    ///
    /// The table has no sections: the rows of all sections follow one another, and a section has no row of its
    /// own. Changes are given as steps in one batch, whatever `form` is.
    @MainActor public convenience init(
      _ tableView: NSTableView, animation: NSTableView.AnimationOptions = .effectFade
    ) {
      self.init(keeping: TableRowsView(tableView, animation), form: .batch)
    }

    /// An adapter of a table of rows that follows a controller for as long as it lives.
    ///
    /// The table has no sections: the rows of all sections follow one another, and a section has no row of its
    /// own. It loads its rows when its data source is set.
    @MainActor public convenience init(
      _ tableView: NSTableView, following controller: ResultsController<Item>,
      animation: NSTableView.AnimationOptions = .effectFade
    ) {
      self.init(tableView, animation: animation)
      follow(controller)
    }

    /// An outline view has items in place of row numbers, which no adapter serves.
    @available(*, unavailable, message: "an outline view has a tree of items, not rows")
    @MainActor public convenience init(
      _ outlineView: NSOutlineView, animation: NSTableView.AnimationOptions = .effectFade
    ) {
      fatalError("unavailable")
    }

    /// An outline view has items in place of row numbers, which no adapter serves.
    @available(*, unavailable, message: "an outline view has a tree of items, not rows")
    @MainActor public convenience init(
      _ outlineView: NSOutlineView, following controller: ResultsController<Item>,
      animation: NSTableView.AnimationOptions = .effectFade
    ) {
      fatalError("unavailable")
    }
  }

  /// A table of rows as the adapter calls it.
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
      // The animation ends on the main actor, however the closure is declared.
      nonisolated(unsafe) let completion = completion
      NSAnimationContext.runAnimationGroup(
        { context in
          if !animated { context.duration = 0 }
          tableView.beginUpdates()
          updates()
          tableView.endUpdates()
        }, completionHandler: { completion(true) })
    }

    // A table of rows has no sections.

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
      // The table asks for heights only after this call.
      tableView.noteHeightOfRows(withIndexesChanged: rows)
    }
  }
#endif
