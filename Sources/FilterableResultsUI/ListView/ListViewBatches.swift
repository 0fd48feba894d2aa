package import FilterableResults

/// The batches of one change, for a view that takes batches.
struct ListViewBatches {
  let view: any ResultsListView
  let isAnimated: Bool
  let end: BatchCompletion

  func perform(_ updates: () -> Void) {
    view.performBatch(animated: isAnimated, updates, completion: end.batch())
  }
}

/// Calls a closure once all batches of a change have completed.
final class BatchCompletion {
  private var openCount = 1
  private var isFinished = true
  private let body: (Bool) -> Void

  /// `body` is called after `end(_:)` and all batches; with false if one of them did not finish.
  init(_ body: @escaping (Bool) -> Void) { self.body = body }

  /// Returns the completion of one more batch.
  func batch() -> (Bool) -> Void {
    openCount += 1
    return { self.end($0) }
  }

  /// Ends a batch, or the change itself.
  func end(_ isFinished: Bool = true) {
    self.isFinished = self.isFinished && isFinished
    openCount -= 1
    if openCount == 0 { body(self.isFinished) }
  }
}

extension Changeset {
  /// Calls a view, inside a batch, for the deleted, inserted and moved sections and rows.
  package func callStructure(of view: any ResultsListView) {
    if !deletedSections.isEmpty { view.deleteSections(deletedSections) }
    if !insertedSections.isEmpty { view.insertSections(insertedSections) }
    for move in movedSections { view.moveSection(move.from, to: move.to) }
    // UIKit may raise an exception for a row that moves to its own index path.
    let still = movedItems.filter { $0.from == $0.to }
    let deleted = deletedItems + still.map(\.from)
    let inserted = insertedItems + still.map(\.to)
    if !deleted.isEmpty { view.deleteItems(deleted) }
    if !inserted.isEmpty { view.insertItems(inserted) }
    for move in movedItems where move.from != move.to { view.moveItem(move.from, to: move.to) }
  }

  /// Whether no row is deleted, inserted or moved in a section that moves.
  package var isSafeAsOneBatch: Bool {
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
