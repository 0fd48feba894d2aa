internal import FilterEngine

extension ResultsController {
  /// Calls `didChange` after every delivery, for as long as the observation is held, and at once with
  /// the present state where there is data.
  ///
  /// `willChange` is called before, while the controller still shows the old snapshot; not for reloads.
  public func observe(
    willChange: ((ResultsChange<Item>) -> Void)? = nil,
    didChange: @escaping (ResultsChange<Item>) -> Void
  ) -> ResultsObservation<Item> {
    let observation = ResultsObservation(willChange: willChange, didChange: didChange)
    observations.append(WeakObservation(observation: observation))
    if delivered.snapshot.isLoaded {
      didChange(
        ResultsChange(reloading: delivered.snapshot, from: ResultsSnapshot(sections: nil)))
    }
    return observation
  }

  /// The deliveries from now on, the present state first where there is data.
  ///
  /// A reader that is slower than the changes gets those that it missed as one.
  public var changes: ResultsChanges<Item> {
    let mailbox = ChangeMailbox<Item>()
    streams.append(WeakMailbox(mailbox: mailbox))
    if delivered.snapshot.isLoaded {
      mailbox.put(
        ResultsChange(reloading: delivered.snapshot, from: ResultsSnapshot(sections: nil)))
    }
    return ResultsChanges(mailbox: mailbox)
  }

  /// Makes edits of which `observation` gets no change; its next change begins after them.
  ///
  /// While a batch is open, deliveries are paused, or a callback runs, the edits are delivered later. Then the
  /// observation gets the rest of that delivery, and a reload if other edits of it came before.
  public func performSilently<Failure: Error>(
    for observation: ResultsObservation<Item>, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    guard batches.isEmpty, pauses == 0, !isDelivering else {
      return try performSilentlyLater(observation, body)
    }
    silenced.append(ObjectIdentifier(observation))
    defer { silenced.removeLast() }
    try performBatch(body)
  }

  /// Makes edits that are delivered later, and keeps what `observation` knows of that delivery.
  private func performSilentlyLater<Failure: Error>(
    _ observation: ResultsObservation<Item>, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    let isFirst = pending.extent == .nothing
    try performBatch(body)
    guard pending.extent != .nothing else { return }
    observation.known = isFirst ? .upTo(pendingChange()) : .unclear
  }

  /// Holds deliveries back until as many calls of `resume()`.
  public func pause() { pauses += 1 }

  /// Lets deliveries go on; what was held back comes as one.
  ///
  /// With `silently` delegate and observers are not told of it: they have to load everything anew, or
  /// must not care. Streams still get it, because each of their changes begins where one ended.
  public func resume(silently: Bool = false) {
    pauses = max(0, pauses - 1)
    guard silently else { return deliver() }
    let (delegate, observers) = (delegate, silenced)
    self.delegate = nil
    silenced += observations.compactMap(\.observation).map { ObjectIdentifier($0) }
    deliver()
    (self.delegate, silenced) = (delegate, observers)
    for reference in observations { reference.observation?.known = .nothing }
  }

  /// Whether deliveries are held back.
  public var isPaused: Bool { pauses > 0 }

  /// Tells everyone to load everything anew.
  public func reload() {
    guard batches.isEmpty, pauses == 0, !isDelivering, delivered.snapshot.isLoaded else { return }
    isDelivering = true
    let change = ResultsChange(reloading: delivered.snapshot, from: delivered.snapshot)
    delegate?.controllerShouldReload(self)
    for observer in observations.compactMap(\.observation) { observer.didChange?(change) }
    for stream in streams { stream.mailbox?.put(change) }
    isDelivering = false
    deliver()
  }

  /// Opens the gate of `waitsUntilLoaded`: a view has asked for its rows and wants changes now.
  public func markLoaded() { isLoadedGateOpen = true }

  /// Lets `substitute` put another snapshot in the place of a new one before it is compared: extra
  /// rows, a message where there is none. Nil keeps the snapshot. Old and new snapshot are given.
  public func setSubstitute(
    _ substitute: ((ResultsSnapshot<Item>, ResultsSnapshot<Item>) -> ResultsSnapshot<Item>?)?
  ) {
    self.substitute = substitute
    pending.needs(.all)
    deliver()
  }
}
