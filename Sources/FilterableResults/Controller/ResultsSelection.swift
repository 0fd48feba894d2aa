public import FilterEngine

/// The selected rows of a controller, which stay selected while they move, change, or are hidden.
///
/// ```swift
/// results.selection.select(at: ResultsPath(section: 0, item: 3))
/// results.filters.add(ResultsFilter("Adults") { $0.age >= 18 })
/// results.selection.paths  // the index path of the row after the change
/// ```
///
/// Rows are selected, not index paths. A row that is hidden by filters or a collapsed section stays selected, and has no
/// index path until it is visible again. A removed row is no longer selected, and a row that is inserted later with its
/// key is not.
///
/// Index paths are those of the last delivered snapshot: in a callback of the new one, and in a batch of the one before
/// the batch.
///
/// Each of several equal rows without a key is followed separately. If such a row is hidden and visible again, the
/// selection continues with a row that is equal to it.
public final class ResultsSelection<Item: Filterable> {
  /// Whether the removal of the last selected row selects the nearest row: the next row of the section, otherwise the
  /// previous one, otherwise the nearest row of another section. False by default.
  ///
  /// A hidden row stays selected, so that no other row is selected for it.
  public var selectsNeighbour = false

  /// The index paths of the visible rows.
  var shown: Set<ResultsPath> = []

  /// The items of the hidden rows, as they were last delivered.
  var hidden: [Item] = []

  weak var controller: ResultsController<Item>?

  /// Creates an empty selection of the rows of a controller, in addition to its `selection`.
  ///
  /// The selection does not retain the controller.
  public init(of controller: ResultsController<Item>) {
    self.controller = controller
    controller.delivery.add(self)
  }

  // MARK: - Selected rows

  /// Whether no row is selected, hidden or visible.
  public var isEmpty: Bool { shown.isEmpty && hidden.isEmpty }

  /// The number of selected rows, hidden or visible.
  public var count: Int { shown.count + hidden.count }

  /// The index paths of the visible selected rows, in order.
  ///
  /// - Complexity: O(k log k) for k rows.
  public var paths: [ResultsPath] { Array(shown).ascending() }

  /// The selected items as they are now: those that are shown in order, and then hidden ones.
  ///
  /// - Complexity: O(k log n) for k of n rows.
  public var items: [Item] {
    guard let controller else { return [] }
    let snapshot = controller.delivery.snapshot
    return paths.compactMap { snapshot[$0] }
      + hidden.map { controller.currentVersion(of: $0) ?? $0 }
  }

  /// Whether the row at an index path is selected.
  public func contains(_ path: ResultsPath) -> Bool { shown.contains(path) }

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
