internal import FilterEngine

extension ResultsController {
  /// Calls `didChange` with every change from now on, until the observation is cancelled or the controller ends.
  ///
  /// ```swift
  /// results.observe { [weak view] change in view?.apply(change) }
  /// ```
  ///
  /// The controller keeps both closures. One that captures the controller strongly keeps it alive until the
  /// observation is cancelled.
  ///
  /// - Parameters:
  ///   - sendingCurrent: Whether `didChange` is called at once with the present rows, as a reload, where there
  ///     is data.
  ///   - willChange: Called before each change, while the controller still shows the old snapshot; not for
  ///     reloads.
  ///   - didChange: Called after each change.
  @discardableResult
  public func observe(
    sendingCurrent: Bool = false, willChange: ((ResultsChange<Item>) -> Void)? = nil,
    didChange: @escaping (ResultsChange<Item>) -> Void
  ) -> ResultsObservation {
    observe(
      ResultsObserver(of: nil, willChange: willChange, didChange: didChange), sendingCurrent)
  }

  /// Calls `didChange` with every change from now on, until the observation is cancelled, or its owner or the
  /// controller ends.
  ///
  /// The owner is not retained. Its closures may refer to it without owning it, since they are not called after
  /// its end. The parameters are those of `observe(sendingCurrent:willChange:didChange:)`.
  @discardableResult
  public func observe(
    for owner: AnyObject, sendingCurrent: Bool = false,
    willChange: ((ResultsChange<Item>) -> Void)? = nil,
    didChange: @escaping (ResultsChange<Item>) -> Void
  ) -> ResultsObservation {
    observe(
      ResultsObserver(of: owner, willChange: willChange, didChange: didChange), sendingCurrent)
  }

  private func observe(
    _ observer: ResultsObserver<Item>, _ sendsCurrent: Bool
  ) -> ResultsObservation {
    delivery.add(observer)
    if sendsCurrent, delivery.snapshot.isLoaded {
      observer.did(
        ResultsChange(reloading: delivery.snapshot, from: ResultsSnapshot(sections: nil)))
    }
    return observer.observation
  }

  /// The deliveries from now on, the present state first where there is data.
  ///
  /// A reader that is slower than the changes gets those that it missed as one.
  public var changes: ResultsChanges<Item> {
    let mailbox = ChangeMailbox<Item>()
    delivery.add(mailbox)
    if delivery.snapshot.isLoaded {
      mailbox.put(
        ResultsChange(reloading: delivery.snapshot, from: ResultsSnapshot(sections: nil)))
    }
    return ResultsChanges(mailbox: mailbox)
  }

  /// Makes edits of which `observation` gets no change; its next change begins after them.
  ///
  /// While a batch is open, deliveries are paused, or a callback runs, the edits are delivered later. Then the
  /// observation gets the rest of that delivery, and a reload if other edits of it came before.
  public func performSilently<Failure: Error>(
    for observation: ResultsObservation, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    guard !isInBatch, delivery.pauses == 0, !delivery.isUnderWay else {
      return try performSilentlyLater(observation, body)
    }
    delivery.silenced.append(ObjectIdentifier(observation))
    defer { delivery.silenced.removeLast() }
    try performBatch(body)
  }

  /// Makes edits that are delivered later, and keeps what `observation` knows of that delivery.
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

  /// Holds deliveries back until as many calls of `resume()`.
  public func pause() { delivery.pauses += 1 }

  /// Lets deliveries go on; what was held back comes as one.
  ///
  /// With `silently` delegate and observers are not told of it: they have to load everything anew, or
  /// must not care. Streams still get it, because each of their changes begins where one ended.
  public func resume(silently: Bool = false) {
    delivery.pauses = max(0, delivery.pauses - 1)
    guard silently else { return deliver() }
    let (delegate, silenced) = (delegate, delivery.silenced)
    self.delegate = nil
    delivery.silenced += delivery.allObservers.map { ObjectIdentifier($0.observation) }
    deliver()
    (self.delegate, delivery.silenced) = (delegate, silenced)
    for observer in delivery.allObservers { observer.known = .nothing }
  }

  /// Whether deliveries are held back.
  public var isPaused: Bool { delivery.pauses > 0 }

  /// Tells everyone to load everything anew.
  public func reload() {
    guard !isInBatch, delivery.pauses == 0, !delivery.isUnderWay, delivery.snapshot.isLoaded
    else { return }
    delivery.isUnderWay = true
    let change = ResultsChange(reloading: delivery.snapshot, from: delivery.snapshot)
    delegate?.controllerShouldReload(self)
    for observer in delivery.allObservers { observer.did(change) }
    delivery.send(change)
    delivery.isUnderWay = false
    deliver()
  }

  /// Opens the gate of `delivery.waitsUntilLoaded`: changes are delivered from now on, as a view has its rows.
  public func beginDelivering() { delivery.isLoadedGateOpen = true }

  /// Lets `substitute` put another snapshot in the place of a new one before it is compared: extra
  /// rows, a message where there is none. Nil keeps the snapshot. Old and new snapshot are given.
  public func setSubstitute(
    _ substitute: ((ResultsSnapshot<Item>, ResultsSnapshot<Item>) -> ResultsSnapshot<Item>?)?
  ) {
    delivery.substitute = substitute
    store.needs(.all)
    deliver()
  }
}
