internal import FilterEngine

extension ResultsController {
  /// Begins a batch: edits are told as one change when the outermost batch ends.
  public func begin() {
    batches.append(
      SavedSettings(configuration: configuration, filters: filters, collapsed: collapsed))
    store.beginBatch()
    store.beginTime()
    if batches.count == 1, !delivery.isUnderWay { store.resetDiagnostics() }
  }

  /// Ends a batch.
  ///
  /// - Throws: `noBatch` where none was begun.
  public func end() throws(ResultsError) {
    guard batches.popLast() != nil else { throw .noBatch }
    endBatch()
    deliver()
  }

  /// Ends a batch and takes back its edits, those of batches inside it too.
  ///
  /// - Throws: `noBatch` where none was begun.
  public func rollback() throws(ResultsError) {
    guard !batches.isEmpty else { throw .noBatch }
    restore()
    deliver()
  }

  private func endBatch() {
    store.deliversAtOnce = delivery.deliversAtOnce && delegate == nil
    store.endBatch()
    store.deliversAtOnce = false
  }

  /// Ends the innermost batch and takes its edits back.
  private func restore() {
    guard let saved = batches.popLast() else { return }
    configuration = saved.configuration
    collapsed = saved.collapsed
    store.rollback()
    // An observer has made silent edits itself, and gets the change that takes them back.
    if delivery.allObservers.contains(where: { $0.hasOwnEdits }) { store.needs(.all) }
    restoresFilters = true
    filters = saved.filters
    restoresFilters = false
  }

  /// Makes the edits of `body` one change; where it throws they are taken back.
  ///
  /// `completion` is called after the delivery, or at once where nothing changed.
  public func performBatch<Failure: Error>(
    completion: (() -> Void)? = nil, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    try performBatch(body) { _ in
      if let completion { delivery.completions.append(completion) }
    }
  }

  /// Makes the edits of `body` one change; where it throws they are taken back.
  ///
  /// `didEnd` receives `contentNumber` before the change is delivered, as observers may make edits of their own.
  package func performBatch<Failure: Error>(
    _ body: () throws(Failure) -> Void, didEnd: (UInt64) -> Void
  ) throws(Failure) {
    begin()
    do throws(Failure) {
      try body()
    } catch {
      restore()
      deliver()
      throw error
    }
    batches.removeLast()
    endBatch()
    didEnd(store.contentNumber)
    deliver()
  }

  /// A number that is another one after each edit of the contents, and different for each controller.
  ///
  /// A source that is followed compares it with the number after its last delivery: if they differ, the rows are not
  /// those that its edits begin with.
  package var contentNumber: UInt64 {
    store.settle()
    return store.contentNumber
  }

  // Of the store: to ask the saved settings of items of any type, their type would be looked up at each edit.
  /// Whether a batch is open.
  public var isInBatch: Bool { store.isInBatch }

  /// One edit: delivers what it changes unless a batch is open. If it throws, nothing has changed.
  ///
  /// If `gathers` is true, the rows that were gathered in a batch may wait further.
  func edit(
    gathers: Bool = false, _ body: () throws(ResultsError) -> Void
  ) throws(ResultsError) {
    guard !isInBatch else {
      if !gathers { store.settle() }
      // The batch has begun with its limits, of which only the time is one of each edit.
      if store.rules.limits.time != nil { store.beginTime() }
      return try body()
    }
    store.beginTime()
    if !delivery.isUnderWay { store.resetDiagnostics() }
    store.deliversAtOnce = delivery.deliversAtOnce && delegate == nil
    defer { store.deliversAtOnce = false }
    do throws(ResultsError) {
      try body()
    } catch {
      store.endEdit()
      throw error
    }
    store.endEdit()
    deliver()
  }

  /// One edit of several steps, all of which are taken back where one throws.
  func editAll(_ body: () throws(ResultsError) -> Void) throws(ResultsError) {
    try performBatch { () throws(ResultsError) in try body() }
  }
}
