internal import FilterableResults
internal import FilterEngine

// The forms in which a change is given to a view.
extension ListViewAdapter {
  /// One batch for the rows and sections that are deleted, inserted and moved, one for contents, one for heads.
  func applyBatch(_ change: ResultsChange<Item>, _ batches: ListViewBatches) {
    applyBatch(change, change.changeset, batches)
  }

  /// As `applyBatch`, with a change set that counts as the view does.
  private func applyBatch(
    _ change: ResultsChange<Item>, _ changes: Changeset, _ batches: ListViewBatches
  ) {
    let view = batches.view
    let before = rows
    if changes.structuralCount > 0 {
      batches.perform {
        show(change.new)
        drive(view)
        changes.tellStructure(to: view)
      }
    }
    show(change.new)
    let contents = contents(changes.updatedItems, from: before)
    if !contents.isEmpty {
      batches.perform {
        drive(view)
        if !contents.reloaded.isEmpty { view.reloadItems(contents.reloaded) }
        if !contents.kept.isEmpty { view.reconfigureItems(contents.kept) }
      }
    }
    reloadHeads(change, batches)
  }

  /// The rows with new content: those that get another cell, and those that keep theirs.
  private func contents(
    _ updates: [Changeset.ItemPair], from before: ListRows<Item>
  ) -> (reloaded: [ItemPath], kept: [ItemPath], isEmpty: Bool) {
    guard let keepsCell else { return (updates.map(\.to), [], updates.isEmpty) }
    var (reloaded, kept): ([ItemPath], [ItemPath]) = ([], [])
    for update in updates {
      if let old = before.row(at: update.from), let new = rows.row(at: update.to),
        keepsCell(old, new)
      {
        kept.append(update.to)
      } else {
        reloaded.append(update.to)
      }
    }
    return (reloaded, kept, updates.isEmpty)
  }

  /// Loads the heads of sections again whose titles are others, or that are collapsed now or were.
  private func reloadHeads(_ change: ResultsChange<Item>, _ batches: ListViewBatches) {
    guard batches.view.hasSections else { return }
    let (heads, whole) = change.changedHeads
    guard !heads.isEmpty || !whole.isEmpty else { return }
    batches.perform {
      drive(batches.view)
      if !heads.isEmpty { batches.view.reloadHeads(ofSections: heads) }
      if !whole.isEmpty { batches.view.reloadSections(whole) }
    }
  }

  /// Steps, each a batch; for a view that counts step by step all in one.
  func applySteps(_ change: ResultsChange<Item>, _ batches: ListViewBatches) {
    let sequence = change.sequence
    let view = batches.view
    guard !view.countsStepByStep else {
      applySteps(sequence, showing: change.new, batches)
      return reloadHeads(change, batches)
    }
    guard change.isConsistent else { return reload(change.new, view) }
    var steps = StepwiseSections(from: change.old, to: change.new)
    for step in sequence where !step.isOfHead {
      batches.perform {
        steps.take(step)
        rows = ListRows(steps, to: change.new)
        drive(view)
        call(step, view)
      }
    }
    show(change.new)
    reloadHeads(change, batches)
  }

  /// The steps in one batch, contents in another.
  private func applySteps(
    _ steps: [SequentialChange], showing new: ResultsSnapshot<Item>, _ batches: ListViewBatches
  ) {
    let contents = steps.filter { $0.isContent }
    let structure = steps.filter { !$0.isContent && !$0.isOfHead }
    if !structure.isEmpty {
      batches.perform {
        show(new)
        drive(batches.view)
        for step in structure { call(step, batches.view) }
      }
    }
    show(new)
    guard !contents.isEmpty else { return }
    batches.perform {
      drive(batches.view)
      for step in contents { call(step, batches.view) }
    }
  }

  /// The change as that of one list.
  func applyFlat(_ change: ResultsChange<Item>, _ batches: ListViewBatches) {
    let (old, new) = (change.old.sectionCounts, change.new.sectionCounts)
    guard let changes = try? change.changeset.flattened(from: old, to: new),
      let steps = try? changes.sequence(from: [change.old.rowCount])
    else { return reload(change.new, batches.view) }
    if batches.view.countsStepByStep {
      applySteps(steps, showing: change.new, batches)
    } else {
      applyBatch(change, changes, batches)
    }
  }

  private func call(_ step: SequentialChange, _ view: any ListView) {
    switch step {
    case .deleteSection(let place): view.deleteSections([place])
    case .insertSection(let place, _): view.insertSections([place])
    case .moveSection(let from, let to): view.moveSection(from, to: to)
    case .updateSection: break
    case .deleteItem(let path): view.deleteItems([path])
    case .insertItem(let path, _): view.insertItems([path])
    case .moveItem(let from, let to): view.moveItem(from, to: to)
    case .updateItem(let path): view.reloadItems([path])
    }
  }
}

extension SequentialChange {
  /// Whether the step changes the content of a row alone.
  fileprivate var isContent: Bool {
    if case .updateItem = self { true } else { false }
  }

  /// Whether the step changes the head of a section alone.
  fileprivate var isOfHead: Bool {
    if case .updateSection = self { true } else { false }
  }
}

extension ResultsChange {
  /// Whether the change set leads from the one snapshot to the other.
  fileprivate var isConsistent: Bool {
    (try? changeset.validate(from: old.sectionCounts, to: new.sectionCounts)) != nil
  }

  /// The sections to draw again: those of which only the head is another, and those that get or lose it.
  fileprivate var changedHeads: (heads: [Int], whole: [Int]) {
    var (heads, whole): (Set<Int>, Set<Int>) = ([], [])
    for section in changeset.updatedSections {
      let (before, after) = (old.section(at: section.from), new.section(at: section.to))
      if (before?.title == nil) == (after?.title == nil) {
        heads.insert(section.to)
      } else {
        whole.insert(section.to)
      }
    }
    // The change set does not report a section whose rows tell that it was collapsed or expanded.
    let (before, after) = (old.sections, new.sections)
    if before.contains(where: \.isCollapsed) || after.contains(where: \.isCollapsed) {
      let known = Dictionary(
        before.map { ($0.key, $0.isCollapsed) }, uniquingKeysWith: { first, _ in first })
      for (index, section) in after.enumerated() where known[section.key] == !section.isCollapsed {
        if !whole.contains(index) { heads.insert(index) }
      }
    }
    heads.subtract(changeset.insertedSections)
    return (heads.sorted(), whole.sorted())
  }
}
