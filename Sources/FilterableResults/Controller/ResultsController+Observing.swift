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
    delivery.add(observation)
    if delivery.snapshot.isLoaded {
      didChange(
        ResultsChange(reloading: delivery.snapshot, from: ResultsSnapshot(sections: nil)))
    }
    return observation
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

  /// Makes edits of which `observation` is not told; its next change begins behind them.
  public func performSilently<Failure: Error>(
    for observation: ResultsObservation<Item>, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    delivery.silenced.append(ObjectIdentifier(observation))
    defer { delivery.silenced.removeLast() }
    try performBatch(body)
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
    delivery.silenced += delivery.allObservers.map { ObjectIdentifier($0) }
    deliver()
    (self.delegate, delivery.silenced) = (delegate, silenced)
  }

  /// Whether deliveries are held back.
  public var isPaused: Bool { delivery.pauses > 0 }

  /// Tells everyone to load everything anew.
  public func reload() {
    guard batches.isEmpty, delivery.pauses == 0, !delivery.isUnderWay, delivery.snapshot.isLoaded
    else { return }
    delivery.isUnderWay = true
    let change = ResultsChange(reloading: delivery.snapshot, from: delivery.snapshot)
    delegate?.controllerShouldReload(self)
    for observer in delivery.allObservers { observer.didChange?(change) }
    delivery.send(change)
    delivery.isUnderWay = false
    deliver()
  }

  /// Opens the gate of `waitsUntilLoaded`: a view has asked for its rows and wants changes now.
  public func markLoaded() { delivery.isLoadedGateOpen = true }

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
