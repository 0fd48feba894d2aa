internal import FilterEngine

// The forms in which a change is given to a view.
extension ListViewAdapter {
  /// One batch for what comes, goes and moves, one for contents, one for the heads of sections.
  func applyBatch(
    _ changes: Changeset, showing new: ResultsSnapshot<Item>, _ view: any ListView
  ) {
    if changes.structuralCount > 0 {
      view.performBatch {
        show(new)
        if !changes.deletedSections.isEmpty { view.deleteSections(changes.deletedSections) }
        if !changes.insertedSections.isEmpty { view.insertSections(changes.insertedSections) }
        for move in changes.movedSections { view.moveSection(move.from, to: move.to) }
        // A view may stumble over a row that moves to its own place.
        let still = changes.movedItems.filter { $0.from == $0.to }
        let deleted = changes.deletedItems + still.map(\.from)
        let inserted = changes.insertedItems + still.map(\.to)
        if !deleted.isEmpty { view.deleteItems(deleted) }
        if !inserted.isEmpty { view.insertItems(inserted) }
        for move in changes.movedItems where move.from != move.to {
          view.moveItem(move.from, to: move.to)
        }
      }
    }
    let visible = view.visiblePaths
    let updated = changes.updatedItems.map(\.to).filter { visible?.contains($0) ?? true }
    show(new)
    if !updated.isEmpty { view.performBatch { view.reloadItems(updated) } }
    if !changes.updatedSections.isEmpty {
      view.performBatch { view.reloadSections(changes.updatedSections.map(\.to)) }
    }
  }

  /// Steps, each a batch; for a view that counts step by step all in one.
  func applySteps(_ change: ResultsChange<Item>, _ view: any ListView) {
    let sequence = change.sequence
    guard !view.countsStepByStep else {
      return applySteps(sequence, showing: change.new, view)
    }
    guard change.isConsistent else { return reload(change.new, view) }
    steps = StepwiseSections(from: change.old, to: change.new)
    snapshot = change.new
    for step in sequence {
      view.performBatch {
        steps?.take(step)
        counts = steps?.rows.map(\.count) ?? []
        call(step, view)
      }
    }
    steps = nil
    show(change.new)
  }

  /// The steps in one batch, contents in another.
  private func applySteps(
    _ steps: [SequentialChange], showing new: ResultsSnapshot<Item>, _ view: any ListView
  ) {
    let contents = steps.filter(\.isContent)
    if contents.count < steps.count {
      view.performBatch {
        show(new)
        for step in steps where !step.isContent { call(step, view) }
      }
    }
    show(new)
    let visible = view.visiblePaths
    let shown = contents.filter { step in
      guard case .updateItem(let path) = step, let visible else { return true }
      return visible.contains(path)
    }
    guard !shown.isEmpty else { return }
    view.performBatch { for step in shown { call(step, view) } }
  }

  /// The change as that of one list.
  func applyFlat(_ change: ResultsChange<Item>, _ view: any ListView) {
    let (old, new) = (change.old.sectionCounts, change.new.sectionCounts)
    guard let changes = try? change.changeset.flattened(from: old, to: new),
      let steps = try? changes.sequence(from: [change.old.count])
    else { return reload(change.new, view) }
    if view.countsStepByStep {
      applySteps(steps, showing: change.new, view)
    } else {
      applyBatch(changes, showing: change.new, view)
    }
  }

  private func call(_ step: SequentialChange, _ view: any ListView) {
    switch step {
    case .deleteSection(let place): view.deleteSections([place])
    case .insertSection(let place, _): view.insertSections([place])
    case .moveSection(let from, let to): view.moveSection(from, to: to)
    case .updateSection(let place): view.reloadSections([place])
    case .deleteItem(let path): view.deleteItems([path])
    case .insertItem(let path, _): view.insertItems([path])
    case .moveItem(let from, let to): view.moveItem(from, to: to)
    case .updateItem(let path): view.reloadItems([path])
    }
  }
}

extension SequentialChange {
  /// Whether the step changes contents alone.
  fileprivate var isContent: Bool {
    switch self {
    case .updateItem, .updateSection: true
    default: false
    }
  }
}

extension ResultsChange {
  /// Whether the change set leads from the one snapshot to the other.
  fileprivate var isConsistent: Bool {
    (try? changeset.validate(from: old.sectionCounts, to: new.sectionCounts)) != nil
  }
}

extension Changeset {
  /// Whether no section moves in which rows come, go or move.
  var isSafeAsOneBatch: Bool {
    guard !movedSections.isEmpty else { return true }
    let sources = Set(movedSections.map(\.from))
    let targets = Set(movedSections.map(\.to))
    return !deletedItems.contains { sources.contains($0.section) }
      && !insertedItems.contains { targets.contains($0.section) }
      && !movedItems.contains {
        sources.contains($0.from.section) || targets.contains($0.to.section)
      }
  }
}
