public import FilterEngine

/// Is told of every change, event by event.
///
/// Will, the section events, the row events and did come in this order; from the first event on the
/// controller's snapshot is the new one. A reload comes alone.
public protocol ResultsControllerDelegate<Item>: AnyObject {
  /// What is listed.
  associatedtype Item: Filterable

  /// Changes are about to be told; the controller still shows the old snapshot.
  func controllerWillChangeContent(_ controller: ResultsController<Item>)

  /// A section came, went, moved, or has another head.
  func controller(_ controller: ResultsController<Item>, didChangeSection change: SectionChange)

  /// A row came, went, moved or changed; `row` is the old one where it went.
  func controller(
    _ controller: ResultsController<Item>, didChange row: ResultsRow<Item>, _ change: ItemChange)

  /// All changes have been told.
  func controllerDidChangeContent(_ controller: ResultsController<Item>)

  /// Everything is to be loaded anew.
  func controllerShouldReload(_ controller: ResultsController<Item>)
}

extension ResultsControllerDelegate {
  /// Nothing.
  public func controllerWillChangeContent(_ controller: ResultsController<Item>) {}

  /// Nothing.
  public func controller(
    _ controller: ResultsController<Item>, didChangeSection change: SectionChange
  ) {}

  /// Nothing.
  public func controller(
    _ controller: ResultsController<Item>, didChange row: ResultsRow<Item>, _ change: ItemChange
  ) {}

  /// Nothing.
  public func controllerDidChangeContent(_ controller: ResultsController<Item>) {}

  /// Nothing.
  public func controllerShouldReload(_ controller: ResultsController<Item>) {}
}
