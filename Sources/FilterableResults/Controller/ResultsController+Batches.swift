internal import FilterEngine

extension ResultsController {
  /// Begins a batch, whose edits are delivered as one change at the end of the outermost batch.
  ///
  /// `performBatch(completion:_:)` begins and ends one around a closure.
  @_semantics("optimize.sil.specialize.generic.never")
  public func begin() {
    store.requireNoEdit()
    batches.append(settings)
    store.beginBatch()
    store.beginTime()
    if batches.count == 1, !store.gate.isUnderWay { store.resetDiagnostics() }
  }

  /// Ends the innermost batch, and delivers the edits if it was the outermost.
  ///
  /// - Throws: `noBatch` if no batch is open.
  public func end() throws(ResultsError) {
    store.requireNoEdit()
    guard batches.popLast() != nil else { throw .noBatch }
    store.endBatch()
    deliver()
  }

  /// Ends the innermost batch and reverts its edits, including those of batches inside it.
  ///
  /// - Throws: `noBatch` if no batch is open.
  public func rollback() throws(ResultsError) {
    store.requireNoEdit()
    guard !batches.isEmpty else { throw .noBatch }
    restore()
    deliver()
  }

  /// Ends the innermost batch and reverts its edits.
  @_semantics("optimize.sil.specialize.generic.never")
  private func restore() {
    guard let saved = batches.popLast() else { return }
    restore(saved)
    store.rollback()
    // An observer that has made silent edits gets the change that reverts them.
    if delivery.allObservers.contains(where: { $0.hasOwnEdits }) { store.needs(.all) }
  }

  /// Delivers the edits of a closure as one change; if it throws, they are reverted.
  ///
  /// `completion` is called after the delivery, or at once if nothing has changed.
  ///
  /// ```swift
  /// try results.performBatch {
  ///   results.remove(key: 7)
  ///   try results.add(Person(id: 8, name: "Grace"))
  /// }
  /// ```
  ///
  /// - Throws: The error of `body`.
  public func performBatch<Failure: Error>(
    completion: (() -> Void)? = nil, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    try performBatch(body) { _ in
      if let completion { delivery.completions.append(completion) }
    }
  }

  /// Delivers the edits of a closure as one change; if it throws, they are reverted.
  ///
  /// `didEnd` receives `contentNumber` before the change is delivered, as observers may make edits of their own.
  @_semantics("optimize.sil.specialize.generic.never")
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
    store.endBatch()
    didEnd(store.contentNumber)
    deliver()
  }

  /// A number that changes with each edit of the contents, and is different for each controller.
  ///
  /// A followed source compares it with the number after its last delivery: if they differ, its edits do not begin with
  /// the current rows.
  package var contentNumber: UInt64 {
    store.settle()
    return store.contentNumber
  }

  // Of the store: with the saved settings, the type of the items would be looked up at each edit.
  /// Whether a batch is open.
  package var isInBatch: Bool { store.isInBatch }

  /// Makes one edit, which is delivered unless a batch is open. If it throws, nothing has changed.
  ///
  /// If `gathers` is true, rows that were gathered in the batch stay gathered.
  @_semantics("optimize.sil.specialize.generic.never")
  func edit(
    gathers: Bool = false, _ body: () throws(ResultsError) -> Void
  ) throws(ResultsError) {
    store.requireNoEdit()
    guard !isInBatch else {
      if !gathers { store.settle() }
      // The batch has begun with its limits, of which only the time applies to each edit.
      if store.rules.limits.time != nil { store.beginTime() }
      return try store.editing(body)
    }
    store.beginTime()
    if !store.gate.isUnderWay { store.resetDiagnostics() }
    do throws(ResultsError) {
      try store.editing(body)
    } catch {
      store.endEdit()
      throw error
    }
    store.endEdit()
    deliver()
  }

  /// Makes one edit of several steps, all of which are reverted if one throws.
  func editAll(_ body: () throws(ResultsError) -> Void) throws(ResultsError) {
    try performBatch { () throws(ResultsError) in try store.editing(body) }
  }
}
