internal import FilterEngine

extension ResultsController {
  /// Calls `didChange` with each change from now on.
  ///
  /// ```swift
  /// results.observe { [weak view] change in view?.apply(change) }
  /// ```
  ///
  /// The observation ends when it is cancelled, when its owner is deallocated, or with the controller. The controller
  /// retains the closures and not the owner. A closure that captures the controller strongly keeps it alive until the
  /// observation is cancelled. Closures of an owner may hold it `unowned`: they are not called after its end, and the
  /// controller retains it during each call.
  ///
  /// - Parameters:
  ///   - owner: An object that the observation does not outlive; nil for none.
  ///   - sendingCurrent: Whether `didChange` is called at once with the current rows, as a reload, if data is loaded.
  ///   - willChange: Called before each change but a reload, while the controller still has the old snapshot.
  ///   - didChange: Called after each change.
  @discardableResult
  public func observe(
    for owner: AnyObject? = nil, sendingCurrent: Bool = false,
    willChange: ((ResultsChange<Item>) -> Void)? = nil,
    didChange: @escaping (ResultsChange<Item>) -> Void
  ) -> ResultsObservation {
    let observer = ResultsObserver(of: owner, willChange: willChange, didChange: didChange)
    delivery.add(observer)
    if sendingCurrent, delivery.snapshot.isLoaded {
      observer.did(
        ResultsChange(reloading: delivery.snapshot, from: ResultsSnapshot(sections: nil)))
    }
    return observer.observation
  }

  /// The changes from now on as an asynchronous sequence, beginning with the current rows as a reload if data is loaded.
  ///
  /// ```swift
  /// for await change in results.changes { print(change.new.rowCount) }
  /// ```
  ///
  /// Changes that a reader has missed are delivered as one.
  public var changes: ResultsChanges<Item> {
    let mailbox = ChangeMailbox<Item>()
    delivery.add(mailbox)
    if delivery.snapshot.isLoaded {
      mailbox.put(
        ResultsChange(reloading: delivery.snapshot, from: ResultsSnapshot(sections: nil)))
    }
    return ResultsChanges(mailbox: mailbox)
  }

  /// Makes edits that are not reported to `observation`, whose next change begins after them.
  ///
  /// While a batch is open, deliveries are paused, or a callback runs, the edits are delivered later. Then the
  /// observation gets the rest of that delivery, and a reload if other edits of it came before.
  public func performSilently<Failure: Error>(
    for observation: ResultsObservation, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    guard store.canDeliver else {
      return try performSilentlyLater(observation, body)
    }
    delivery.silenced.append(ObjectIdentifier(observation))
    defer { delivery.silenced.removeLast() }
    try performBatch(body)
  }

  /// Makes edits that are delivered later, and keeps the part of that delivery that `observation` knows.
  private func performSilentlyLater<Failure: Error>(
    _ observation: ResultsObservation, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    let isFirst = !store.hasChanges
    try performBatch(body)
    guard store.hasChanges,
      let observer = delivery.allObservers.first(where: { $0.observation === observation })
    else { return }
    observer.known = isFirst ? .upTo(pendingChange()) : .unclear
  }

  /// Suspends deliveries until `resume()` has been called as often.
  public func pause() { store.gate.pauses += 1 }

  /// Ends one `pause()`; after the last one the suspended edits are delivered as one change.
  ///
  /// If `silently` is true, delegate and observers are not notified and must reload themselves. `changes` still has the
  /// change, because each of its changes begins at the end of the previous one.
  public func resume(silently: Bool = false) {
    store.gate.pauses = max(0, store.gate.pauses - 1)
    guard silently else { return deliver() }
    let (delegate, silenced) = (delegate, delivery.silenced)
    self.delegate = nil
    delivery.silenced += delivery.allObservers.map { ObjectIdentifier($0.observation) }
    deliver()
    (self.delegate, delivery.silenced) = (delegate, silenced)
    for observer in delivery.allObservers { observer.known = .nothing }
  }

  /// Whether deliveries are suspended.
  package var isPaused: Bool { store.gate.pauses > 0 }

  /// Sends the current rows to the delegate, observers and `changes` as a reload.
  ///
  /// Nothing is sent in a batch, in a callback, while deliveries are suspended, or if no data is loaded.
  public func reload() {
    guard store.canDeliver, delivery.snapshot.isLoaded else { return }
    store.gate.isUnderWay = true
    let change = ResultsChange(reloading: delivery.snapshot, from: delivery.snapshot)
    delegate?.controllerShouldReload(self)
    for observer in delivery.allObservers { observer.did(change) }
    delivery.send(change)
    store.gate.isUnderWay = false
    deliver()
  }

  /// Delivers changes from now on, as a view has loaded its rows: the end of `delivery.waitsUntilLoaded`.
  public func beginDelivering() { delivery.isLoadedGateOpen = true }

  /// Sets a closure that can replace each new snapshot before it is compared and delivered, by one with extra rows or
  /// a message.
  ///
  /// ```swift
  /// results.setSubstitute { _, new in new.rowCount == 0 ? new.showingMessage("No people") : nil }
  /// ```
  ///
  /// - Parameter substitute: Receives the old and the new snapshot, and returns nil to keep the new one.
  public func setSubstitute(
    _ substitute: ((ResultsSnapshot<Item>, ResultsSnapshot<Item>) -> ResultsSnapshot<Item>?)?
  ) {
    delivery.substitute = substitute
    store.needs(.all)
    deliver()
  }
}
