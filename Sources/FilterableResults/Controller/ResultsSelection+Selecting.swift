internal import FilterEngine

extension ResultsSelection {
  /// Selects the row at an index path.
  ///
  /// - Returns: False if there is no row, or a row without an item.
  @discardableResult
  public func select(at path: ResultsPath) -> Bool {
    guard controller?.delivery.snapshot[path] != nil else { return false }
    shown.insert(path)
    return true
  }

  /// Selects the row with an item's identity, hidden or visible.
  ///
  /// - Returns: False if the store has no such row.
  /// - Complexity: O(log n), and O(n) for rows without a key.
  @discardableResult
  public func select(_ item: Item) -> Bool {
    if contains(item) { return true }
    guard let controller, let item = controller.currentVersion(of: item) else { return false }
    if let path = controller.shownPlaces(of: item).first {
      shown.insert(path)
    } else {
      hidden.append(item)
    }
    return true
  }

  /// Selects all visible rows with an item, in addition to the selected ones.
  ///
  /// - Complexity: O(n).
  public func selectAll() {
    guard let snapshot = controller?.delivery.snapshot else { return }
    for (section, contents) in snapshot.sections.enumerated() {
      for (item, row) in contents.rows.enumerated() {
        if case .item = row { shown.insert(ResultsPath(section: section, item: item)) }
      }
    }
  }

  /// Deselects the row at an index path.
  ///
  /// - Returns: False if it was not selected.
  @discardableResult
  public func deselect(at path: ResultsPath) -> Bool { shown.remove(path) != nil }

  /// Deselects the row with an item's identity, hidden or visible.
  ///
  /// - Returns: False if it was not selected.
  /// - Complexity: O(log n), and O(n) for rows without a key.
  @discardableResult
  public func deselect(_ item: Item) -> Bool {
    guard let controller else { return false }
    let identity = RowIdentity(item, controller.store.rules)
    if let place = hidden.firstIndex(where: { RowIdentity($0, controller.store.rules) == identity })
    {
      hidden.remove(at: place)
      return true
    } else if let path = controller.shownPlaces(of: item).first(where: { shown.contains($0) }) {
      shown.remove(path)
      return true
    }
    return false
  }

  /// Selects the row at an index path, or deselects it if it is selected.
  ///
  /// - Returns: False if there is no row, or a row without an item.
  @discardableResult
  public func toggle(at path: ResultsPath) -> Bool { deselect(at: path) || select(at: path) }

  /// Deselects all rows, hidden or visible.
  public func deselectAll() {
    shown = []
    hidden = []
  }
}
