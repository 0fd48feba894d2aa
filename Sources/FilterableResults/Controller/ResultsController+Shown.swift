internal import FilterEngine

// Edits by index paths of the snapshot, which filters, orders and sections make other than those of the store.
extension ResultsController {
  /// Where the store holds the row that is shown at an index path; nil if none is shown there, or none with
  /// an item.
  ///
  /// - Complexity: O(log n), and O(n) for rows without a key in snapshots of a substitute or in callbacks.
  public func position(ofRowAt path: ItemPath) -> StorePosition? {
    let snapshot = snapshot
    guard let state = store.settledState(), let item = snapshot[path] else { return nil }
    if !delivery.isUnderWay || !store.hasChanges, let id = snapshot.storage?.id(at: path) {
      return state.store.position(of: id)
    }
    // The numbers of rows are those of another moment.
    return id(of: item).flatMap(state.store.position)
  }

  /// Removes the row that is shown at an index path.
  ///
  /// - Throws: `noPath`, also for a row without an item.
  public func remove(at path: ItemPath) throws(ResultsError) {
    try remove(at: try storePosition(of: path))
  }

  /// Puts an item in the place of the row that is shown at an index path.
  ///
  /// - Throws: `noPath`, also for a row without an item; `duplicateKey` where duplicates are refused.
  public func replace(at path: ItemPath, with item: Item) throws(ResultsError) {
    try replace(at: try storePosition(of: path), with: item)
  }

  /// Inserts an item into the store next to the rows between which an index path is, after the one before it.
  ///
  /// Filters, an order and a section key decide where the item is shown, and whether it is.
  ///
  /// - Throws: `noData`; `noPath` for an index path after the end of its section, or in none; `duplicateKey`
  ///   where duplicates are refused.
  public func insert(_ item: Item, at path: ItemPath) throws(ResultsError) {
    guard store.state != nil else { throw .noData }
    guard let place = storedGap(at: path, without: nil) else { throw .noPath(path) }
    try insert(item, at: place)
  }

  /// Moves the row that is shown at an index path to between the rows that become its neighbours, after the one
  /// before it. `to` is counted without the row.
  ///
  /// An order decides where the row is shown. A row leaves a section that a section key makes only with its
  /// content.
  ///
  /// - Throws: `noData`; `noPath`, also for another section where there is a section key.
  public func move(from: ItemPath, to: ItemPath) throws(ResultsError) {
    guard store.state != nil else { throw .noData }
    let source = try storePosition(of: from)
    guard configuration.sections.key == nil || from.section == to.section,
      var target = storedGap(at: to, without: from)
    else { throw .noPath(to) }
    if source.section == target.section, source.offset < target.offset {
      target = StorePosition(section: target.section, offset: target.offset - 1)
    }
    try move(from: source, to: target)
  }

  private func storePosition(of path: ItemPath) throws(ResultsError) -> StorePosition {
    guard let place = position(ofRowAt: path) else { throw .noPath(path) }
    return place
  }

  /// The position in the store for a row that is to be shown at `path`; nil if the snapshot has none.
  ///
  /// `moved` is a row that is taken out before; the position counts with it.
  private func storedGap(at path: ItemPath, without moved: ItemPath?) -> StorePosition? {
    guard let section = snapshot.section(at: path.section) else { return nil }
    let isInside = moved?.section == path.section
    guard path.item >= 0, path.item <= section.count - (isInside ? 1 : 0) else { return nil }
    // The rows of the section before and after the gap, counted with the moved one.
    let skips = { (item: Int) in
      guard let moved, isInside, item >= moved.item else { return item }
      return item + 1
    }
    let row = { (item: Int) in
      self.position(ofRowAt: ItemPath(section: path.section, item: skips(item)))
    }
    if path.item > 0, let place = row(path.item - 1) {
      return StorePosition(section: place.section, offset: place.offset + 1)
    }
    if let place = row(path.item) { return place }
    guard let stored = store.settledState()?.store.sections else { return nil }
    let place = stored.list.firstIndex { $0.key == section.key } ?? stored.count - 1
    guard place >= 0 else { return nil }
    return StorePosition(section: place, offset: stored[place].tree.count)
  }
}
