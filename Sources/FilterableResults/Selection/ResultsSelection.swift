public import FilterEngine

/// The selected rows of a controller.
///
/// ```swift
/// let selection = ResultsSelection(of: results)
/// selection.select(at: ItemPath(section: 0, item: 3))
/// results.filters.add(adults)
/// selection.paths  // where the row is now
/// ```
///
/// Rows are selected, not places: a selected row stays selected wherever it goes and whatever its
/// content becomes. A row that filters or a collapsed section hide stays selected too, without a
/// place, until it is shown again. A row that is removed is not selected any more, nor is one that
/// comes later under its key.
///
/// Places are those of the controller's snapshot at each moment: in callbacks from the first event on
/// the new ones, and inside a batch still those from before it.
///
/// Rows without a key are followed too, each of several equal ones by itself. Where one was hidden, an
/// equal one stands for it.
public final class ResultsSelection<Item: Filterable> {
  /// Whether the selection goes on to the nearest row where its last one is removed: to the next one
  /// of the section, else to the one before it, else to the nearest one of another section.
  ///
  /// A row that is hidden stays selected and needs no other one in its place.
  public var selectsNeighbour = false

  /// The places of the rows that are shown.
  var shown: Set<ItemPath> = []

  /// The rows that are not, as they were when they were seen last.
  var hidden: [Item] = []

  weak var controller: ResultsController<Item>?

  /// A selection of nothing, which follows a controller for as long as it lives.
  public init(of controller: ResultsController<Item>) {
    self.controller = controller
    controller.delivery.add(self)
  }

  // MARK: - What is selected

  /// Whether nothing is selected, hidden rows included.
  public var isEmpty: Bool { shown.isEmpty && hidden.isEmpty }

  /// How many rows are selected, hidden ones included.
  public var count: Int { shown.count + hidden.count }

  /// Where selected rows are shown, in order.
  ///
  /// - Complexity: O(k log k) for k rows.
  public var paths: [ItemPath] { shown.sorted() }

  /// The selected items as they are now: those that are shown in order, and then hidden ones.
  ///
  /// - Complexity: O(k log n) for k of n rows.
  public var items: [Item] {
    guard let controller else { return [] }
    let snapshot = controller.delivery.snapshot
    return paths.compactMap { snapshot[$0] }
      + hidden.map { controller.currentVersion(of: $0) ?? $0 }
  }

  /// Whether the row at a place is selected.
  public func contains(_ path: ItemPath) -> Bool { shown.contains(path) }

  /// Whether the row of an item's identity is selected, hidden or shown.
  ///
  /// - Complexity: O(log n), and O(n) for rows without a key.
  public func contains(_ item: Item) -> Bool {
    guard !isEmpty, let controller else { return false }
    let identity = RowIdentity(item, controller.store.rules)
    return hidden.contains { RowIdentity($0, controller.store.rules) == identity }
      || controller.shownPlaces(of: item).contains { shown.contains($0) }
  }
}
