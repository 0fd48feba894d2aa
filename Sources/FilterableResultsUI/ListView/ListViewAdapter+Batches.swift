internal import FilterableResults
internal import FilterEngine

// The forms in which a change is applied to a view.
extension ListViewAdapter {
  /// Applies a change in at most three batches: deleted, inserted and moved rows and sections; the content of
  /// rows; headers.
  func applyBatch(_ change: ResultsChange<Item>, _ batches: ListViewBatches) {
    applyBatch(change, change.changeset, batches)
  }

  /// Applies a change, with `changes` in the index paths of the view.
  private func applyBatch(
    _ change: ResultsChange<Item>, _ changes: Changeset, _ batches: ListViewBatches
  ) {
    let view = batches.view
    let before = rows
    if changes.structuralCount > 0 {
      batches.perform {
        show(change.new)
        drive(view)
        changes.callStructure(of: view)
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
    reloadHeaders(change, batches)
  }

  /// The rows with new content: those to reload, and those that keep their cells.
  private func contents(
    _ updates: [Changeset.ItemPair], from before: ListRows<Item>
  ) -> (reloaded: [ResultsPath], kept: [ResultsPath], isEmpty: Bool) {
    guard let keepsCell else { return (updates.map(\.to), [], updates.isEmpty) }
    var (reloaded, kept): ([ResultsPath], [ResultsPath]) = ([], [])
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

  /// Reloads the headers of sections whose titles change or that are collapsed or expanded.
  private func reloadHeaders(_ change: ResultsChange<Item>, _ batches: ListViewBatches) {
    guard batches.view.hasSections else { return }
    let (headers, whole) = change.changedHeaders
    guard !headers.isEmpty || !whole.isEmpty else { return }
    batches.perform {
      drive(batches.view)
      if !headers.isEmpty { batches.view.reloadHeaders(ofSections: headers) }
      if !whole.isEmpty { batches.view.reloadSections(whole) }
    }
  }

  /// Applies a change step by step: each step in a batch, or all in one for a view that counts step by step.
  func applySteps(_ change: ResultsChange<Item>, _ batches: ListViewBatches) {
    let sequence = change.sequence
    let view = batches.view
    guard !view.countsStepByStep else {
      applySteps(sequence, showing: change.new, batches)
      return reloadHeaders(change, batches)
    }
    guard change.isConsistent else { return reload(change.new, view) }
    var steps = StepwiseSections(from: change.old, to: change.new)
    for step in sequence where !step.isOfHeader {
      batches.perform {
        steps.take(step)
        rows = ListRows(steps, to: change.new)
        drive(view)
        call(step, view)
      }
    }
    show(change.new)
    reloadHeaders(change, batches)
  }

  /// Applies the steps in one batch, and the content of rows in another.
  private func applySteps(
    _ steps: [SequentialChange], showing new: ResultsSnapshot<Item>, _ batches: ListViewBatches
  ) {
    let contents = steps.filter { $0.isContent }
    let structure = steps.filter { !$0.isContent && !$0.isOfHeader }
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

  /// Applies a change to a view without sections.
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

  private func call(_ step: SequentialChange, _ view: any ResultsListView) {
    switch step {
    case .deleteSection(let index): view.deleteSections([index])
    case .insertSection(let index, _): view.insertSections([index])
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
  /// Whether the step changes only the content of a row.
  fileprivate var isContent: Bool {
    if case .updateItem = self { true } else { false }
  }

  /// Whether the step changes only the header of a section.
  fileprivate var isOfHeader: Bool {
    if case .updateSection = self { true } else { false }
  }
}

extension ResultsChange {
  /// Whether the change set fits both snapshots.
  fileprivate var isConsistent: Bool {
    (try? changeset.validate(from: old.sectionCounts, to: new.sectionCounts)) != nil
  }

  /// Whether neither rows nor headers change, as in a change of facets and aggregates.
  var changesNumbersAlone: Bool {
    guard !isReload, changeset.isEmpty else { return false }
    let (headers, whole) = changedHeaders
    return headers.isEmpty && whole.isEmpty
  }

  /// The new indexes of sections to reload: those whose header changes, and those that gain or lose a header.
  fileprivate var changedHeaders: (headers: [Int], whole: [Int]) {
    var (headers, whole): (Set<Int>, Set<Int>) = ([], [])
    for section in changeset.updatedSections {
      let (before, after) = (old.section(at: section.from), new.section(at: section.to))
      if (before?.title == nil) == (after?.title == nil) {
        headers.insert(section.to)
      } else {
        whole.insert(section.to)
      }
    }
    // The change set does not list a section as updated because it is collapsed or expanded.
    let (before, after) = (old.sections, new.sections)
    if before.contains(where: \.isCollapsed) || after.contains(where: \.isCollapsed) {
      let known = Dictionary(
        before.map { ($0.key, $0.isCollapsed) }, uniquingKeysWith: { first, _ in first })
      for (index, section) in after.enumerated() where known[section.key] == !section.isCollapsed {
        if !whole.contains(index) { headers.insert(index) }
      }
    }
    headers.subtract(changeset.insertedSections)
    return (headers.sorted(), whole.sorted())
  }
}
