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
    await follow(reading: live, isolation: isolation, onError: onError)
  }

  /// Shows a hierarchy, now and after each commit that changes it, until the task is cancelled.
  ///
  /// The controller needs no section key: the parents are its sections. `onError` is called with the reason why the
  /// database could not be read or the rows were refused; what is shown stays as it was.
  public func follow<Parent>(
    _ live: LiveHierarchy<Parent, Item>, isolation: isolated (any Actor)? = #isolation,
    onError: (any Error) -> Void
  ) async {
    await follow(reading: live, isolation: isolation, onError: onError)
  }

  /// Shows what a live fetch matches now; false where no commit has changed anything since the last call.
  ///
  /// Call it in no transaction of the store. The changes of all commits since the last call are one. An observer that
  /// has made a write itself gets no change of it where write and update are in `performSilently`.
  ///
  /// - Throws: Why the database could not be read or the rows were refused; what is shown stays as it was.
  @discardableResult
  public func update(from live: LiveFetch<Item>) throws -> Bool { try update(reading: live) }

  /// Shows what a hierarchy holds now; false where no commit has changed anything since the last call.
  ///
  /// Call it in no transaction of the store.
  ///
  /// - Throws: Why the database could not be read or the rows were refused; what is shown stays as it was.
  @discardableResult
  public func update<Parent>(from live: LiveHierarchy<Parent, Item>) throws -> Bool {
    try update(reading: live)
  }

  /// Shows what a reader finds until the task is cancelled. `willTake` and `didShow` are called around each look that
  /// finds something.
  func follow(
    reading live: some LiveReading<Item>, isolation: isolated (any Actor)?,
    willTake: () -> Void = {}, didShow: () -> Void = {}, onError: (any Error) -> Void
  ) async {
    let signal = live.changes.begin()
    live.changes.addEverything()
    var timer = RefreshTimer()
    defer { timer.set(nil, live.changes) }
    while await signal.wait(isolation: isolation) {
      timer.set(live.refreshInterval, live.changes)
      readAllIfEdited(live)
      do {
        willTake()
        if let delivery = try await live.takeAsync() {
          try show(delivery, of: live)
          didShow()
        }
      } catch is CancellationError {
        return
      } catch {
        onError(error)
      }
    }
  }

  func update(reading live: some LiveReading<Item>) throws -> Bool {
    readAllIfEdited(live)
    guard let delivery = try live.take() else { return false }
    try show(delivery, of: live)
    return true
  }

  /// Has everything read if the rows were edited by anything else than what the reader finds.
  private func readAllIfEdited(_ live: some LiveReading<Item>) {
    if !live.changes.areShown(contentNumber) { live.changes.addEverything() }
  }

  func show(_ delivery: LiveDelivery<Item>, of live: some LiveReading<Item>) throws {
    // While rows were read off the caller, the caller may have shown a newer state, or edited the rows.
    var areFitting = live.changes.show(delivery.number)
    if case .rows = delivery.edits, !live.changes.areShown(contentNumber) { areFitting = false }
    guard areFitting else {
      live.owe(delivery.changed)
      return live.changes.addEverything()
    }
    do {
      // The rows may have a later commit already, of which nothing would be left for the author.
      if let author = delivery.author, !live.changes.hasPending {
        try performSilently(for: author) { try carryOut(delivery, of: live) }
      } else {
        try carryOut(delivery, of: live)
      }
    } catch {
      live.owe(delivery.changed)
      // Everything is read after the next change, because it is not known what these edits would have changed.
      live.changes.putBack(SQLChanges.Pending(isEverything: true))
      throw error
    }
  }

  private func carryOut(
    _ delivery: LiveDelivery<Item>, of live: some LiveReading<Item>
  ) throws {
    try performBatch {
      try show(delivery.edits, of: live)
      // A row that a filter hides, or that is gone, has nothing to show.
      for key in delivery.changed { _ = try? itemDidChange(key: key) }
    } didEnd: {
      live.changes.didShow($0)
    }
  }

  private func show(_ edits: LiveEdits<Item>, of live: some LiveReading<Item>) throws {
    switch edits {
    case .rows(let removed, let upserted, let order):
      try apply(removed: removed, upserted: upserted, inOrder: order)
    case .sections(let sections): try setSections(sections)
    case .all(let items):
      try setItems(items)
      live.setKeyed(items.first.map { knows($0, live.keyField) } ?? false)
    }
  }

  /// Whether the identity of an item is its key in the table.
  private func knows(_ item: Item, _ field: String?) -> Bool {
    guard let field, let key = item.filterValue(forKey: field) else { return false }
    return configuration.rows.identity != nil && self.key(of: item) == key
  }
}
