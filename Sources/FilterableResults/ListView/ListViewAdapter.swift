public import FilterEngine

/// Drives a list view with the changes of a controller.
///
/// The view asks `snapshot` for its sections and rows, which changes inside each batch.
public final class ListViewAdapter<Item: Filterable> {
  /// How a change is given to the view.
  public enum Form: Hashable, Sendable {
    /// As one batch, and contents in a second one; in stages where a view could not take that.
    case batch
    /// In stages of one batch each.
    case staged
    /// Step by step, each a batch.
    case sequential
  }

  /// What the view shows.
  public private(set) var snapshot = ResultsSnapshot<Item>(sections: nil)

  /// How many rows each section of the view has; differs from the snapshot's between steps.
  public private(set) var counts: [Int] = []

  /// How changes are given to the view.
  public var form: Form

  /// Whether rows with other content are reloaded; false where the caller redraws them.
  public var reloadsItems = true

  private weak var view: (any ListView)?
  private var observation: ResultsObservation<Item>?

  /// An adapter that is called by hand.
  public init(_ view: any ListView, form: Form = .batch) {
    self.view = view
    self.form = form
  }

  /// An adapter that follows a controller for as long as it lives.
  public convenience init(
    _ view: any ListView, following controller: ResultsController<Item>, form: Form = .batch
  ) {
    self.init(view, form: form)
    observation = controller.observe { [weak self] change in self?.apply(change) }
  }

  /// Gives a change to the view.
  public func apply(_ change: ResultsChange<Item>) {
    guard let view else { return }
    let change = reloadsItems ? change : change.withoutUpdatedItems
    guard !change.isReload, view.takesBatches else {
      show(change.new)
      view.reloadData()
      return
    }
    switch form {
    case .batch where change.changeset.isSafeAsOneBatch: applyBatch(change, view)
    case .batch, .staged:
      for stage in change.stages { applyBatch(stage, view) }
    case .sequential: applySteps(change, view)
    }
  }

  private func show(_ snapshot: ResultsSnapshot<Item>) {
    self.snapshot = snapshot
    counts = snapshot.sectionCounts
  }

  private func applyBatch(_ change: ResultsChange<Item>, _ view: any ListView) {
    let changes = change.changeset
    if changes.structuralCount > 0 {
      view.performBatch {
        show(change.new)
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
    guard !updated.isEmpty || !changes.updatedSections.isEmpty else { return show(change.new) }
    view.performBatch {
      show(change.new)
      if !updated.isEmpty { view.reloadItems(updated) }
    }
    if !changes.updatedSections.isEmpty {
      view.performBatch { view.reloadSections(changes.updatedSections.map(\.to)) }
    }
  }

  private func applySteps(_ change: ResultsChange<Item>, _ view: any ListView) {
    snapshot = change.new
    for step in change.sequence {
      view.performBatch {
        switch step {
        case .deleteSection(let place):
          counts.remove(at: place)
          view.deleteSections([place])
        case .insertSection(let place, let final):
          counts.insert(change.new.sections[final].count, at: place)
          view.insertSections([place])
        case .moveSection(let from, let to):
          counts.insert(counts.remove(at: from), at: to)
          view.moveSection(from, to: to)
        case .updateSection(let place): view.reloadSections([place])
        case .deleteItem(let path):
          counts[path.section] -= 1
          view.deleteItems([path])
        case .insertItem(let path, _):
          counts[path.section] += 1
          view.insertItems([path])
        case .moveItem(let from, let to):
          counts[from.section] -= 1
          counts[to.section] += 1
          view.moveItem(from, to: to)
        case .updateItem(let path): view.reloadItems([path])
        }
      }
    }
  }
}

extension ResultsChange {
  /// The change without the rows whose content is another.
  fileprivate var withoutUpdatedItems: ResultsChange {
    guard !isReload else { return self }
    var changes = changeset
    changes.updatedItems = []
    return ResultsChange(from: old, to: new, changeset: changes)
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
