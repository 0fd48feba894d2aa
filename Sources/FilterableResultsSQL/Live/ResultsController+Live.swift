internal import FilterEngine
public import FilterableResults

extension ResultsController where Item: Sendable {
  /// Shows what a live fetch matches, now and after each commit that changes it, until the task is cancelled.
  ///
  /// Rows are read off the caller, and shown in its isolation domain. Commits that come while rows are read are one
  /// change. `onError` is called with the reason why the database could not be read or the rows were refused; what
  /// is shown stays as it was, and the next commit leads from there to what the database holds then.
  public func follow(
    _ live: LiveFetch<Item>, isolation: isolated (any Actor)? = #isolation,
    onError: (any Error) -> Void
  ) async {
    let signal = live.changes.begin()
    live.changes.addEverything()
    while await signal.wait(isolation: isolation) {
      do {
        if let edits = try await live.takeAsync() { try show(edits, of: live) }
      } catch is CancellationError {
        return
      } catch {
        onError(error)
      }
    }
  }

  /// Shows what a live fetch matches now; false where no commit has changed anything since the last call.
  ///
  /// Call it in no transaction of the store. The changes of all commits since the last call are one.
  ///
  /// - Throws: Why the database could not be read or the rows were refused; what is shown stays as it was.
  @discardableResult
  public func update(from live: LiveFetch<Item>) throws -> Bool {
    guard let edits = try live.take() else { return false }
    try show(edits, of: live)
    return true
  }

  private func show(_ edits: LiveEdits<Item>, of live: LiveFetch<Item>) throws {
    do {
      switch edits {
      case .rows(let removed, let upserted, let order):
        try apply(removed: removed, upserted: upserted, inOrder: order)
      case .all(let items):
        try setItems(items)
        live.setKeyed(items.first.map { knows($0, live) } ?? false)
      }
    } catch {
      live.putBack()
      throw error
    }
  }

  /// Whether the identity of an item is its key in the table.
  private func knows(_ item: Item, _ live: LiveFetch<Item>) -> Bool {
    guard let field = live.keyField, let key = item.filterValue(forKey: field) else { return false }
    return configuration.rows.identity != nil && self.key(of: item) == key
  }
}
