internal import FilterEngine

extension ResultsSelection {
  /// Selects the row at a place; nothing where there is none, or none with an item.
  public func select(at path: ItemPath) {
    if controller?.delivery.snapshot[path] != nil { shown.insert(path) }
  }

  /// Selects the row of an item's identity, hidden or shown; nothing where the store has none.
  ///
  /// - Complexity: O(log n), and O(n) for rows without a key.
  public func select(_ item: Item) {
    guard let controller, !contains(item), let item = controller.currentVersion(of: item) else {
      return
    }
    if let path = controller.shownPlaces(of: item).first {
      shown.insert(path)
    } else {
      hidden.append(item)
    }
  }

  /// Selects every row with an item that is shown.
  ///
  /// - Complexity: O(n).
  public func selectAll() {
    guard let snapshot = controller?.delivery.snapshot else { return }
    for (section, contents) in snapshot.sections.enumerated() {
      for (item, row) in contents.rows.enumerated() {
        if case .item = row { shown.insert(ItemPath(section: section, item: item)) }
      }
    }
  }

  /// Takes the row at a place out of the selection; nothing where it is not selected.
  public func deselect(at path: ItemPath) { shown.remove(path) }

  /// Takes the row of an item's identity out of the selection, hidden or shown.
  ///
  /// - Complexity: As `select`.
  public func deselect(_ item: Item) {
    guard let controller else { return }
    let identity = RowIdentity(item, controller.store.rules)
    if let place = hidden.firstIndex(where: { RowIdentity($0, controller.store.rules) == identity })
    {
      hidden.remove(at: place)
    } else if let path = controller.shownPlaces(of: item).first(where: { shown.contains($0) }) {
      shown.remove(path)
    }
  }

  /// Selects the row at a place, or takes it out of the selection.
  public func toggle(at path: ItemPath) {
    if shown.contains(path) { deselect(at: path) } else { select(at: path) }
  }

  /// Selects nothing.
  public func deselectAll() {
    shown = []
    hidden = []
  }
}
