public import FilterableResults
internal import FilterEngine

// Moves by the user, which the view shows before the data has them.
extension ListViewAdapter {
  /// Takes a move that the view shows already, such as `tableView(_:moveRowAt:to:)` reports.
  ///
  /// `edit` makes the move in the data. The view gets only what differs from the rows that it shows: nothing
  /// if the row is where the user left it, a move if the row belongs elsewhere, or a move back if `edit`
  /// changes nothing or throws. It gets that once the move is over.
  ///
  /// - Throws: What `edit` throws.
  /// - Complexity: O(n log n) in the number of rows.
  public func userMovedRow<Failure: Error>(
    from: ItemPath, to: ItemPath, _ edit: () throws(Failure) -> Void
  ) throws(Failure) {
    guard let view, view.hasSections, held == nil, from != to, let shown = moving(from, to) else {
      return try edit()
    }
    let before = snapshot
    show(shown.snapshot)
    held = ResultsChange(from: shown.snapshot, to: before, changeset: shown.changeset.inverse)
    defer { endMove(view) }
    try edit()
  }

  /// Takes a move that the view shows already, and makes it in the store of a controller, between the rows
  /// that are its neighbours in the view.
  ///
  /// - Throws: `noData`; `noPath`, also where a section key keeps the row in its section. The view gets a move
  ///   back then.
  /// - Complexity: O(n log n) in the number of rows.
  public func userMovedRow(
    from: ItemPath, to: ItemPath, in controller: ResultsController<Item>
  ) throws(ResultsError) {
    try userMovedRow(from: from, to: to) { () throws(ResultsError) in
      try controller.move(from: from, to: to)
    }
  }

  /// The rows with one at another place, nil if there is no such row or place.
  private func moving(
    _ from: ItemPath, _ to: ItemPath
  ) -> (snapshot: ResultsSnapshot<Item>, changeset: Changeset)? {
    var changes = Changeset()
    changes.movedItems = [Changeset.ItemPair(from: from, to: to)]
    let move = ResultsChange(from: snapshot, to: snapshot, changeset: changes)
    guard snapshot.isLoaded, let moved = try? move.applying(to: snapshot) else { return nil }
    return (moved, changes)
  }

  private func endMove(_ view: any ListView) {
    guard let held else { return }
    guard held.isReload || !held.changeset.isEmpty else {
      show(held.new)
      return release()
    }
    view.performAfterMove { [weak self] in self?.release() }
  }

  /// Gives the view the changes since the user began to move a row.
  private func release() {
    guard let change = held else { return }
    let completions = heldCompletions
    held = nil
    heldCompletions = []
    guard change.isReload || !change.changeset.isEmpty else {
      for completion in completions { completion(true) }
      return
    }
    apply(change, animated: isAnimated) { finished in
      for completion in completions { completion(finished) }
    }
  }
}
