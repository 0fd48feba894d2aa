public import FilterEngine

/// Receives each change as a sequence of events.
///
/// The order is: `controllerWillChangeContent`, the events of sections, the events of rows, `controllerDidChangeContent`.
/// From the first event on, the controller has the new snapshot. A reload has no other events.
public protocol ResultsControllerDelegate<Item>: AnyObject {
  /// The type of the items.
  associatedtype Item: Filterable

  /// Called before the events of a change, while the controller still has the old snapshot.
  func controllerWillChangeContent(_ controller: ResultsController<Item>)

  /// Called for each section that was inserted, deleted, moved, or updated.
  func controller(_ controller: ResultsController<Item>, didChangeSection change: SectionChange)

  /// Called for each row that was inserted, deleted, moved, or updated; `row` is the old row if it was deleted.
  func controller(
    _ controller: ResultsController<Item>, didChange row: ResultsRow<Item>, _ change: ItemChange)

  /// Called after the events of a change.
  func controllerDidChangeContent(_ controller: ResultsController<Item>)

  /// Called instead of all other events if everything is to be reloaded.
  func controllerShouldReload(_ controller: ResultsController<Item>)
}

extension ResultsControllerDelegate {
  /// Does nothing.
  public func controllerWillChangeContent(_ controller: ResultsController<Item>) {}

  /// Does nothing.
  public func controller(
    _ controller: ResultsController<Item>, didChangeSection change: SectionChange
  ) {}

  /// Does nothing.
  public func controller(
    _ controller: ResultsController<Item>, didChange row: ResultsRow<Item>, _ change: ItemChange
  ) {}

  /// Does nothing.
  public func controllerDidChangeContent(_ controller: ResultsController<Item>) {}

  /// Does nothing.
  public func controllerShouldReload(_ controller: ResultsController<Item>) {}
}
