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
        changes.tellStructure(to: view)
      }
    }
    let visible = view.visiblePaths
    let updated = changes.updatedItems.map { $0.to }.filter { visible?.contains($0) ?? true }
    show(new)
    if !updated.isEmpty { view.performBatch { view.reloadItems(updated) } }
    if !changes.updatedSections.isEmpty {
      view.performBatch { view.reloadSections(changes.updatedSections.map { $0.to }) }
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
        counts = steps?.counts ?? []
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
    let contents = steps.filter { $0.isContent }
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
