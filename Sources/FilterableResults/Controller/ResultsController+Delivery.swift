internal import FilterEngine

extension ResultsController {
  /// Delivers the pending changes, unless a batch is open, deliveries are paused, or one is under way.
  ///
  /// Not specialized for values, because its work for a change is done once.
  @_semantics("optimize.sil.specialize.generic.never")
  func deliver() {
    guard store.canDeliver else { return }
    store.gate.isUnderWay = true
    // Edits made by callbacks are delivered afterwards, one delivery after another.
    while store.hasChanges, !isInBatch, store.gate.pauses == 0 { deliverOnce() }
    store.gate.isUnderWay = false
    guard !delivery.completions.isEmpty else { return }
    let completions = delivery.completions
    delivery.completions = []
    for completion in completions { completion() }
  }

  private func deliverOnce() {
    if let before = store.pending.takeShown() { return deliverEdit(after: before) }
    let changes = store.takeChanges()
    let old = store.delivered
    var new = version()
    store.upcoming = new
    defer { store.upcoming = nil }
    // A delegate may have ended.
    store.gate.hasDelegate = delegate != nil
    if let substitute = delivery.substitute,
      let substituted = substitute(delivery.snapshot, ResultsSnapshot(storage: new.shown))
    {
      // A copy with the numbers, which the substitute does not have.
      let summary = new.shown?.summary
      let shown =
        summary === substituted.storage?.summary
        ? substituted.storage
        : substituted.loadedSections.map { SnapshotStorage($0, summary) }
      new = ResultsVersion(state: new.state, shown: shown, rules: new.rules)
      store.upcoming = new
    }
    let active = delivery.activeObservers()
    let isReceived = !active.isEmpty || delegate != nil || delivery.isFollowed
    let hasNewNumbers = delivery.prepareNumbers(settings.collapsed)
    deliver(
      isReceived ? change(from: old, to: new, changes, hasNewNumbers: hasNewNumbers) : nil, new,
      ResultsSnapshot(storage: new.shown), to: active)
  }

  /// Delivers an edit that was made in the version that was delivered last.
  private func deliverEdit(after before: UndoneSnapshot) {
    let rules = store.rules
    let snapshot = delivery.snapshot
    let active = delivery.activeObservers()
    let changeset = rules.reportsMoves ? before.changes : before.changes.withoutMoves
    let hasNewNumbers = delivery.prepareNumbers(settings.collapsed)
    var change: ResultsChange<Item>?
    let isSent =
      !changeset.isEmpty || rules.sendsEmptyChanges || hasNewNumbers
      || ResultsSummary.differ(
        before.summary, snapshot.storage?.summary, sections: snapshot.headers.map(\.id))
    if isSent, !active.isEmpty || delivery.isFollowed {
      let isReload = changeset.count > rules.reloadThreshold
      change = ResultsChange(
        .undone(before), to: snapshot, isReload ? Changeset() : changeset, isReload: isReload)
    }
    deliver(change, nil, snapshot, to: active)
  }

  /// Makes `new` the delivered version, nil for the current one, and sends the change that leads to its snapshot, nil
  /// for none.
  private func deliver(
    _ change: ResultsChange<Item>?, _ new: ResultsVersion?, _ snapshot: ResultsSnapshot<Item>,
    to active: [ResultsObserver<Item>]
  ) {
    guard let change else {
      let observers = parts(of: nil, snapshot, for: active)
      delivery.show(new, after: nil)
      for (observer, change) in observers { observer.did(change) }
      return
    }
    if (new?.rules ?? store.rules).waitsUntilLoaded, !delivery.isLoadedGateOpen, !change.isReload {
      return delivery.show(new, after: change)
    }
    guard delegate != nil || store.gate.announcesChanges || Self.haveOwnEdits(active) else {
      delivery.show(new, after: change)
      for observer in active { observer.did(change) }
      return delivery.send(change)
    }
    let observers = parts(of: change, snapshot, for: active)
    // A change of numbers alone is not sent to delegates, which have no event for it.
    let delegate =
      change.isReload || !change.changeset.isEmpty || store.rules.sendsEmptyChanges
      ? delegate : nil
    if !change.isReload {
      for (observer, change) in observers where !change.isReload { observer.will(change) }
      delegate?.controllerWillChangeContent(self)
    }
    delivery.show(new, after: change)
    if change.isReload {
      delegate?.controllerShouldReload(self)
    } else if delegate != nil {
      notifyDelegate(change)
    }
    for (observer, change) in observers { observer.did(change) }
    delivery.send(change)
  }

  // A loop: generic algorithms over the observers of items of any type look up types at each delivery.
  private static func haveOwnEdits(_ observers: [ResultsObserver<Item>]) -> Bool {
    for index in observers.indices where observers[index].hasOwnEdits { return true }
    return false
  }

  /// The observers that receive a delivery, each with the part that it does not know.
  private func parts(
    of change: ResultsChange<Item>?, _ new: ResultsSnapshot<Item>,
    for observers: [ResultsObserver<Item>]
  ) -> [(ResultsObserver<Item>, ResultsChange<Item>)] {
    observers.compactMap { observer in
      observer.unknownPart(of: change, to: new).map { (observer, $0) }
    }
  }

  /// Publishes numbers with each delivery from now on, beginning with the edits of the open batch, which are delivered
  /// if the numbers differ even if no visible row has changed; nil for none.
  package func publish(_ numbers: (any DeliveredNumbers)?) {
    delivery.set(numbers)
    if numbers != nil { store.needs(.rows) }
  }

  /// The change from the last delivery to the current state, nil for none.
  func pendingChange() -> ResultsChange<Item>? {
    let new = version()
    return change(from: store.reference, to: new, store.pending)
  }

  /// The current version.
  private func version() -> ResultsVersion {
    // The state is read first, as that writes gathered rows.
    ResultsVersion(state: store.settledState(), shown: presented(), rules: store.rules)
  }

  /// The snapshot of the current state.
  func presented() -> SnapshotStorage? {
    store.settledState().map {
      SnapshotStorage($0, store.rules, collapsed: settings.collapsed, store.summary())
    }
  }

  private func notifyDelegate(_ change: ResultsChange<Item>) {
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

  /// The change from one version to another, nil for none.
  private func change(
    from old: ResultsVersion, to new: ResultsVersion, _ changes: PendingChanges,
    hasNewNumbers: Bool = false
  ) -> ResultsChange<Item>? {
    let (before, after) = (
      ResultsSnapshot<Item>(storage: old.shown), ResultsSnapshot<Item>(storage: new.shown)
    )
    guard before.isLoaded, after.isLoaded else {
      return before.isLoaded || after.isLoaded ? ResultsChange(reloading: after, from: before) : nil
    }
    let rules = new.rules
    if hasNewShape(old, new) {
      if !looksSame(before, after) { return ResultsChange(reloading: after, from: before) }
      return hasNewNumbers || hasOtherNumbers(old, new)
        ? ResultsChange(from: before, to: after, changeset: Changeset()) : nil
    }
    var changeset = ResultsDifference(from: old, to: new, changes).changeset(of: Item.self)
    if !rules.reportsMoves { changeset = changeset.withoutMoves }
    guard
      !changeset.isEmpty || rules.sendsEmptyChanges || hasNewNumbers || hasOtherNumbers(old, new)
    else { return nil }
    let isFirst = rules.reloadsFromEmpty && before.rowCount == 0
    if changeset.count > rules.reloadThreshold
      || (isFirst && (!changeset.isEmpty || rules.sendsEmptyChanges))
    {
      return ResultsChange(reloading: after, from: before)
    }
    return ResultsChange(from: before, to: after, changeset: changeset)
  }

  private func hasOtherNumbers(_ old: ResultsVersion, _ new: ResultsVersion) -> Bool {
    ResultsSummary.differ(
      old.shown?.summary, new.shown?.summary, sections: new.shown?.headers.map(\.id) ?? [])
  }

  /// Whether the identity of rows or sections is another.
  private func hasNewShape(_ old: ResultsVersion, _ new: ResultsVersion) -> Bool {
    if new.rules.section == nil, old.state?.store.isFlat != new.state?.store.isFlat { return true }
    guard old.rules !== new.rules else { return false }
    return (old.rules.section == nil) != (new.rules.section == nil)
      || !new.rules.hasSameIdentity(as: old.rules)
  }

  private func looksSame(_ old: ResultsSnapshot<Item>, _ new: ResultsSnapshot<Item>) -> Bool {
    guard old.headers.map(\.key) == new.headers.map(\.key),
      old.headers.map(\.title) == new.headers.map(\.title), old.sectionCounts == new.sectionCounts,
      old.headers.map(\.isCollapsed) == new.headers.map(\.isCollapsed)
    else { return false }
    let content = store.rules.content
    return zip(old.sections, new.sections).allSatisfy { before, after in
      zip(before.rows, after.rows).allSatisfy { row, other in
        switch (row, other) {
        case (.item(let row), .item(let other)): !content.isModified(row, other)
        case (.group(let row), .group(let other)): row.items.count == other.items.count
        case (.extra(let row), .extra(let other)): row == other
        default: false
        }
      }
    }
  }
}
