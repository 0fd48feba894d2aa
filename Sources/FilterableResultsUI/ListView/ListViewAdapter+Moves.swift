public import FilterableResults
internal import FilterEngine

// Moves by the user, which the view shows before they are made in the data.
extension ListViewAdapter {
  /// Makes a move in the data that the view already shows, as reported by `tableView(_:moveRowAt:to:)`.
  ///
  /// `edit` makes the move in the data. When the move is over, the view receives only the difference from the
  /// rows that it shows: nothing if the row stays, a move if it belongs at another index path, or a move back
  /// if `edit` changes nothing or throws.
  ///
  /// - Throws: The error of `edit`.
  /// - Complexity: O(n log n) in the number of rows.
  public func userMovedRow<Failure: Error>(
    from: ResultsPath, to: ResultsPath, _ edit: () throws(Failure) -> Void
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

  /// Makes a move in a controller that the view already shows: the row is stored between its neighbours in the view.
  ///
  /// - Throws: `noData`, or `noPath` if a path does not exist or a section key keeps the row in its section. The
  ///   view then moves the row back.
  /// - Complexity: O(n log n) in the number of rows.
  public func userMovedRow(
    from: ResultsPath, to: ResultsPath, in controller: ResultsController<Item>
  ) throws(ResultsError) {
    try userMovedRow(from: from, to: to) { () throws(ResultsError) in
      try controller.move(from: from, to: to)
    }
  }

  /// The snapshot after a move and the change set of the move, or nil if a path does not exist.
  private func moving(
    _ from: ResultsPath, _ to: ResultsPath
  ) -> (snapshot: ResultsSnapshot<Item>, changeset: Changeset)? {
    var changes = Changeset()
    changes.movedItems = [Changeset.ItemPair(from: from, to: to)]
    let move = ResultsChange(from: snapshot, to: snapshot, changeset: changes)
    guard snapshot.isLoaded, let moved = try? move.applying(to: snapshot) else { return nil }
    return (moved, changes)
  }

  private func endMove(_ view: any ResultsListView) {
    guard let held else { return }
    guard held.isReload || !held.changeset.isEmpty else { return release() }
    view.performAfterMove { [weak self] in self?.release() }
  }

  /// Applies the changes since the user began to move a row.
  private func release() {
    guard let change = held else { return }
    let completions = heldCompletions
    held = nil
    heldCompletions = []
    guard change.isReload || !change.changeset.isEmpty else {
      show(change.new)
      reportAggregates(of: change.new)
      for completion in completions { completion(true) }
      return
    }
    apply(change, animated: isAnimated) { finished in
      for completion in completions { completion(finished) }
    }
  }
}
