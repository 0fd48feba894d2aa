internal import FilterEngine

extension ResultsController {
  /// Delivers what has changed, unless a batch is open, deliveries are paused, or one is under way.
  func deliver() {
    guard batches.isEmpty, delivery.pauses == 0, !delivery.isUnderWay else { return }
    delivery.isUnderWay = true
    // Edits made by callbacks are delivered afterwards, one delivery after another.
    while store.hasChanges, batches.isEmpty, delivery.pauses == 0 { deliverOnce() }
    delivery.isUnderWay = false
    guard !delivery.completions.isEmpty else { return }
    let completions = delivery.completions
    delivery.completions = []
    for completion in completions { completion() }
  }

  private func deliverOnce() {
    let changes = store.takeChanges()
    let old = delivery.delivered
    var shown = presented()
    if let substitute = delivery.substitute,
      let substituted = substitute(delivery.snapshot, ResultsSnapshot(storage: shown))
    {
      shown = substituted.storage
    }
    let new = ResultsVersion(state: store.state, shown: shown, rules: store.rules)
    delivery.upcoming = new
    defer { delivery.upcoming = nil }
    let active = delivery.activeObservers()
    guard !active.isEmpty || delegate != nil || delivery.isFollowed,
      let change = change(from: old, to: new, changes)
    else {
      let observers = parts(of: nil, ResultsSnapshot(storage: shown), for: active)
      delivery.show(new, after: nil)
      for (observer, change) in observers { observer.did(change) }
      return
    }
    if new.rules.waitsUntilLoaded, !delivery.isLoadedGateOpen, !change.isReload {
      return delivery.show(new, after: change)
    }
    let observers = parts(of: change, change.new, for: active)
    if !change.isReload {
      for (observer, change) in observers where !change.isReload { observer.will(change) }
      delegate?.controllerWillChangeContent(self)
    }
    delivery.show(new, after: change)
    if change.isReload {
      delegate?.controllerShouldReload(self)
    } else {
      tellDelegate(change)
    }
    for (observer, change) in observers { observer.did(change) }
    delivery.send(change)
  }

  /// The observers that get a delivery, each with the part that it does not know.
  private func parts(
    of change: ResultsChange<Item>?, _ new: ResultsSnapshot<Item>,
    for observers: [ResultsObserver<Item>]
  ) -> [(ResultsObserver<Item>, ResultsChange<Item>)] {
    observers.compactMap { observer in
      observer.unknownPart(of: change, to: new).map { (observer, $0) }
    }
  }

  /// The change from the last delivery to the present state, nil for none.
  func pendingChange() -> ResultsChange<Item>? {
    // The state comes first: rows that wait are put into place for it.
    let new = ResultsVersion(state: store.state, shown: presented(), rules: store.rules)
    return change(from: delivery.upcoming ?? delivery.delivered, to: new, store.pending)
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

  /// What leads from one version to another, nil for nothing.
  private func change(
    from old: ResultsVersion, to new: ResultsVersion, _ changes: PendingChanges
  ) -> ResultsChange<Item>? {
    let (before, after) = (
      ResultsSnapshot<Item>(storage: old.shown), ResultsSnapshot<Item>(storage: new.shown)
    )
    guard before.isLoaded, after.isLoaded else {
      return before.isLoaded || after.isLoaded ? ResultsChange(reloading: after, from: before) : nil
    }
    let rules = new.rules
    if hasNewShape(old, new) {
      return looksSame(before, after) ? nil : ResultsChange(reloading: after, from: before)
    }
    var changeset = ResultsDifference(from: old, to: new, changes).changeset(of: Item.self)
    if !rules.reportsMoves { changeset = changeset.withoutMoves }
    guard !changeset.isEmpty || rules.sendsEmptyChanges else { return nil }
    if changeset.count > rules.reloadThreshold || (rules.reloadsFromEmpty && before.rowCount == 0) {
      return ResultsChange(reloading: after, from: before)
    }
    return ResultsChange(from: before, to: after, changeset: changeset)
  }

  /// Whether rows or sections are told apart in another way.
  private func hasNewShape(_ old: ResultsVersion, _ new: ResultsVersion) -> Bool {
    if new.rules.section == nil, old.state?.isFlat != new.state?.isFlat { return true }
    guard old.rules !== new.rules else { return false }
    return (old.rules.section == nil) != (new.rules.section == nil)
      || !new.rules.hasSameIdentity(as: old.rules)
  }

  private func looksSame(_ old: ResultsSnapshot<Item>, _ new: ResultsSnapshot<Item>) -> Bool {
    guard old.faces.map(\.key) == new.faces.map(\.key),
      old.faces.map(\.title) == new.faces.map(\.title), old.sectionCounts == new.sectionCounts,
      old.faces.map(\.isCollapsed) == new.faces.map(\.isCollapsed)
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
