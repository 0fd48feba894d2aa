internal import FilterEngine

extension ResultsController {
  /// Tells what has changed, unless a batch is open, deliveries are paused, or one is under way.
  func deliver() {
    guard batches.isEmpty, pauses == 0, !isDelivering else { return }
    isDelivering = true
    // Edits made by callbacks are told afterwards, one delivery after another.
    while pending.extent != .nothing, batches.isEmpty, pauses == 0 { deliverOnce() }
    isDelivering = false
    let completions = completions
    self.completions = []
    for completion in completions { completion() }
  }

  private func deliverOnce() {
    let changes = pending
    pending = PendingChanges()
    let old = delivered
    var new = ResultsVersion(
      state: state, snapshot: presented(),
      rules: rules)
    upcoming = new
    defer { upcoming = nil }
    freeIDs += changes.released
    if let substituted = substitute?(old.snapshot, new.snapshot) {
      new.snapshot = substituted
      new.isSubstituted = true
    }
    guard isObserved, let change = change(from: old, to: new, changes) else {
      let observers = parts(of: nil, new)
      show(new, after: nil)
      for (observer, change) in observers { observer.didChange?(change) }
      return
    }
    if rules.configuration.waitsUntilLoaded, !isLoadedGateOpen, !change.isReload {
      return show(new, after: change)
    }
    tell(change, new)
  }

  /// Makes a version the one that is shown; `change` is nil where it shows what the one before did.
  private func show(_ new: ResultsVersion<Item>, after change: ResultsChange<Item>?) {
    delivered = new
    for reference in followers { reference.follower?.follow(change) }
  }

  /// The rows from which the next delivery starts.
  var startingState: ResultsState<Item>? {
    if let upcoming { upcoming.state } else { delivered.state }
  }

  /// Whether anyone is there to be told; otherwise nothing is compared.
  private var isObserved: Bool {
    delegate != nil || observations.contains { $0.observation?.isActive == true }
      || streams.contains { $0.mailbox != nil }
      || followers.contains { $0.follower?.isEmpty == false }
  }

  private func tell(_ change: ResultsChange<Item>, _ new: ResultsVersion<Item>) {
    let observers = parts(of: change, new)
    if !change.isReload {
      for (observer, change) in observers where !change.isReload { observer.willChange?(change) }
      delegate?.controllerWillChangeContent(self)
    }
    show(new, after: change)
    if change.isReload {
      delegate?.controllerShouldReload(self)
    } else {
      tellDelegate(change)
    }
    for (observer, change) in observers { observer.didChange?(change) }
    guard !streams.isEmpty else { return }
    streams.removeAll { $0.mailbox == nil }
    for stream in streams { stream.mailbox?.put(change) }
  }

  /// The observers that get a delivery, each with the part that it does not know.
  private func parts(
    of change: ResultsChange<Item>?, _ new: ResultsVersion<Item>
  ) -> [(ResultsObservation<Item>, ResultsChange<Item>)] {
    activeObservers().compactMap { observer in
      observer.unknownPart(of: change, to: new.snapshot).map { (observer, $0) }
    }
  }

  /// Those who are told of a change; forgets the others.
  private func activeObservers() -> [ResultsObservation<Item>] {
    var observers: [ResultsObservation<Item>] = []
    var hasEnded = false
    for reference in observations {
      guard let observer = reference.observation, observer.isActive else {
        hasEnded = true
        continue
      }
      if !silenced.contains(ObjectIdentifier(observer)) { observers.append(observer) }
    }
    if hasEnded { observations.removeAll { $0.observation?.isActive != true } }
    return observers
  }

  private func tellDelegate(_ change: ResultsChange<Item>) {
    guard delegate != nil else { return }
    for event in change.changeset.sectionChanges {
      delegate?.controller(self, didChangeSection: event)
    }
    for event in change.changeset.itemChanges {
      let row =
        switch event {
        case .delete(let path): change.old.row(at: path)
        case .insert(let path), .move(_, let path), .update(_, let path): change.new.row(at: path)
        }
      if let row { delegate?.controller(self, didChange: row, event) }
    }
    delegate?.controllerDidChangeContent(self)
  }

  /// The change from the last delivery to the present state, nil for none.
  func pendingChange() -> ResultsChange<Item>? {
    let new = ResultsVersion(state: state, snapshot: presented(), rules: rules)
    return change(from: upcoming ?? delivered, to: new, pending)
  }

  /// What leads from one version to another, nil for nothing.
  private func change(
    from old: ResultsVersion<Item>, to new: ResultsVersion<Item>, _ changes: PendingChanges
  ) -> ResultsChange<Item>? {
    guard old.snapshot.isLoaded, new.snapshot.isLoaded else {
      guard old.snapshot.isLoaded || new.snapshot.isLoaded else { return nil }
      return ResultsChange(reloading: new.snapshot, from: old.snapshot)
    }
    let settings = new.rules.configuration
    if hasNewShape(old, new) {
      guard !looksSame(old.snapshot, new.snapshot) else { return nil }
      return ResultsChange(reloading: new.snapshot, from: old.snapshot)
    }
    var changeset = ResultsDifference(from: old, to: new, changes).changeset()
    if !settings.reportsMoves { changeset = changeset.withoutMoves }
    guard !changeset.isEmpty || settings.sendsEmptyChanges else { return nil }
    if changeset.count > settings.reloadThreshold ?? .max
      || (settings.reloadsFromEmpty && old.snapshot.count == 0)
    {
      return ResultsChange(reloading: new.snapshot, from: old.snapshot)
    }
    return ResultsChange(from: old.snapshot, to: new.snapshot, changeset: changeset)
  }

  /// Whether rows or sections are told apart in another way.
  private func hasNewShape(_ old: ResultsVersion<Item>, _ new: ResultsVersion<Item>) -> Bool {
    let (before, after) = (old.rules.configuration, new.rules.configuration)
    if (before.section == nil) != (after.section == nil) { return true }
    if after.section == nil, old.state?.isFlat != new.state?.isFlat { return true }
    switch (before.identity, after.identity) {
    case (nil, nil): return false
    case (let before?, let after?): return !before.isSame(as: after)
    default: return true
    }
  }

  private func looksSame(_ old: ResultsSnapshot<Item>, _ new: ResultsSnapshot<Item>) -> Bool {
    guard old.faces.map(\.key) == new.faces.map(\.key),
      old.faces.map(\.title) == new.faces.map(\.title), old.sectionCounts == new.sectionCounts,
      old.faces.map(\.isCollapsed) == new.faces.map(\.isCollapsed)
    else { return false }
    return zip(old.sections, new.sections).allSatisfy { before, after in
      zip(before.rows, after.rows).allSatisfy { row, other in
        switch (row, other) {
        case (.item(let row), .item(let other)): !rules.content.isModified(row, other)
        case (.group(let row), .group(let other)): row.items.count == other.items.count
        case (.extra(let row), .extra(let other)): row == other
        default: false
        }
      }
    }
  }
}
