internal import FilterEngine
internal import FilterableResults

// Selected rows stay selected, through moves and reloads.
extension ListViewAdapter {
  /// Applies a change to the view with `body`, and restores the selection.
  ///
  /// A selected row is found by the change set. If the change set does not have it, as after a reload or in a
  /// deleted section, the controller finds it by its key.
  func keepingSelection(
    through change: ResultsChange<Item>, _ view: any ResultsListView, _ body: () -> Void
  ) {
    let selected = view.selectedPaths.compactMap { path in
      rows.snapshotPath(of: path).map { (path: $0, item: rows.item(at: path)) }
    }
    let isTracked = !change.isReload && change.old.isSame(as: snapshot)
    body()
    guard !selected.isEmpty else { return }
    let tracks = isTracked ? RowTracks(change.changeset) : nil
    let paths = selected.compactMap { row in
      tracks?.newPath(of: row.path) ?? row.item.flatMap { path(of: $0, in: change.new) }
    }
    let wanted = Set(paths.map(rows.viewPath))
    if view.selectedPaths != wanted { view.selectedPaths = wanted }
  }

  private func path(of item: Item, in snapshot: ResultsSnapshot<Item>) -> ResultsPath? {
    guard let controller, let path = controller.path(of: item), snapshot[path] != nil else {
      return nil
    }
    return path
  }
}
