internal import FilterEngine
public import FilterableResults

extension ResultsController where Item: Sendable {
  /// Shows the rows of a live source, now and after each commit that changes them, until the task is cancelled or the
  /// controller is released.
  ///
  /// ```swift
  /// let task = Task { [weak results] in await results?.follow(live) { error in print(error) } }
  /// ```
  ///
  /// Rows are read outside the isolation domain of the controller and shown in it. Commits during a read become one
  /// change. `onError` receives the error if the database cannot be read or the rows are refused; the controller then
  /// keeps its rows, and the next commit leads from them to those of the database.
  ///
  /// The method does not retain the controller: if the closure of the task captures it weakly, the task ends with the
  /// first commit after its release.
  public consuming func follow(
    _ live: LiveSource<Item>, isolation: isolated (any Actor)? = #isolation,
    onError: (any Error) -> Void
  ) async {
    let results = { [weak controller = consume self] in controller }
    let keeper = live.keeper
    if let keeper {
      do { try results()?.showKept(keeper, of: live) } catch { onError(error) }
    }
    let signal = live.changes.begin()
    defer { live.changes.end(signal) }
    live.changes.addEverything()
    var timer = RefreshTimer()
    defer { timer.set(nil, live.changes) }
    while await signal.wait(isolation: isolation), results()?.readAllIfEdited(live) != nil {
      timer.set(live.refreshInterval, live.changes)
      let request = keeper == nil ? nil : live.cachedRequest
      do {
        let delivery = try await live.takeAsync()
        guard let controller = results() else { break }
        // The request may have been replaced while its rows were read.
        if let delivery, try controller.show(delivery, of: live), let keeper, let request,
          request == live.cachedRequest
        {
          keeper.keep(controller.snapshot, for: request)
        }
      } catch is CancellationError {
        break
      } catch {
        onError(error)
      }
      if let error = keeper?.takeError() { onError(error) }
    }
    await keeper?.finish()
    if let error = keeper?.takeError() { onError(error) }
  }

  /// Shows the rows of the last run, unless data is loaded.
  private func showKept(
    _ keeper: any ResultsKeeping<Item>, of live: LiveSource<Item>
  ) throws(ResultsError) {
    guard !snapshot.isLoaded, let kept = live.cachedRequest.flatMap(keeper.kept(for:)) else {
      return
    }
    try setContents(of: kept)
  }

  /// Shows the current rows of a live source in a synchronous store. Call it outside transactions of the store.
  ///
  /// The changes of all commits since the last call are one change. If the write and the update are both in
  /// `performSilently`, the observer is not notified of its own write.
  ///
  /// - Returns: False if no commit has changed anything since the last call.
  /// - Throws: ``LiveFetchError/asynchronousStore``; an error of the database, or of the controller if it refuses the rows,
  ///   which then remain as they were.
  @discardableResult
  public func update(from live: LiveSource<Item>) throws -> Bool {
    readAllIfEdited(live)
    while let delivery = try live.take() {
      if try show(delivery, of: live) { return true }
    }
    return false
  }

  /// Shows the current rows of a live source. Rows are read outside the isolation domain of the controller.
  ///
  /// The changes of all commits since the last call are one change.
  ///
  /// - Returns: False if no commit has changed anything since the last call.
  /// - Throws: An error of the database, or of the controller if it refuses the rows, which then remain as they were;
  ///   `CancellationError`.
  @discardableResult
  public func update(
    from live: LiveSource<Item>, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Bool {
    readAllIfEdited(live)
    while let delivery = try await live.takeAsync() {
      if try show(delivery, of: live) { return true }
    }
    return false
  }

  /// Has the next read fetch all rows if the rows of the controller were edited by anything but the source.
  private func readAllIfEdited(_ live: LiveSource<Item>) {
    if !live.changes.areShown(contentNumber) { live.changes.needEverything() }
  }

  /// Shows a delivery. If newer rows were shown or the rows were edited during the read, or if changes that were taken
  /// before these are not shown, returns false and has all rows read again.
  func show(_ delivery: LiveDelivery<Item>, of live: LiveSource<Item>) throws -> Bool {
    let isWhole = delivery.edits.areWhole
    let isCurrent = live.changes.show(delivery.number, isWhole: isWhole)
    guard isCurrent, isWhole || live.changes.areShown(contentNumber) else {
      live.owe(delivery.changed)
      live.changes.addEverything()
      return false
    }
    do {
      // The rows may include a later commit, whose changes would never be reported to the author.
      if let author = delivery.author, !live.changes.hasPending(notBy: author) {
        try performSilently(for: author) { try carryOut(delivery, of: live) }
      } else {
        try carryOut(delivery, of: live)
      }
    } catch {
      live.owe(delivery.changed)
      // The next read must be complete, as the edits of this one are lost.
      live.changes.putBack(
        SQLChanges.Pending(isEverything: true, number: delivery.number), after: error)
      throw error
    }
    return true
  }

  private func carryOut(_ delivery: LiveDelivery<Item>, of live: LiveSource<Item>) throws {
    try performBatch {
      try make(delivery.edits, of: live)
      // Hidden and deleted rows are not reported.
      for key in delivery.changed { _ = try? itemDidChange(key: key) }
      publish(delivery.counts != nil || live.hasTotals ? live : nil)
    } didEnd: {
      live.changes.didShow($0)
      live.setCounts(delivery.counts, contents: $0)
    }
  }

  private func make(_ edits: LiveEdits<Item>, of live: LiveSource<Item>) throws {
    switch edits {
    case .rows(let removed, let upserted, let order):
      try apply(removed: removed, upserted: upserted, inOrder: order)
    case .changedSections(let sections): try apply(sections)
    case .sections(let sections):
      try setSections(sections)
      let item = sections.first { !$0.items.isEmpty }?.items.first
      live.setKeyed(item.map { isIdentified($0, by: live.keyField) } ?? false)
    case .all(let items):
      try setItems(items)
      live.setKeyed(items.first.map { isIdentified($0, by: live.keyField) } ?? false)
    }
  }

  /// Whether the identity of an item is its key in the table.
  private func isIdentified(_ item: Item, by field: String?) -> Bool {
    guard let field, let key = item.filterValue(forKey: field) else { return false }
    return configuration.rows.identity != nil && self.key(of: item) == key
  }
}

/// Has a live source read all rows at intervals.
private struct RefreshTimer {
  private var interval: Duration?
  private var task: Task<Void, Never>?

  /// Sets the interval; nil ends the timer. The same interval continues.
  mutating func set(_ interval: Duration?, _ changes: SQLChanges) {
    guard interval != self.interval else { return }
    self.interval = interval
    task?.cancel()
    task = interval.map { interval in
      Task.detached {
        while (try? await Task.sleep(for: interval.asPause)) != nil { changes.addEverything() }
      }
    }
  }
}

extension Duration {
  /// The duration as a pause of a loop: at least a millisecond, to leave time for other work, and at most 68 years, the
  /// most that clocks can add.
  package var asPause: Duration { min(max(self, .milliseconds(1)), .seconds(Int32.max)) }
}
