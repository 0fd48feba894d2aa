internal import FilterEngine

// Edits by position. One that does not exist throws. A position in the store and the index path of a visible row are
// different types, as filters, orders and sections make the numbers differ.

// MARK: - Positions in the store

extension ResultsController {
  /// Inserts an item at a position in the store, which may be the end of a section.
  ///
  /// Filters, the order and a section key determine the index path of the row, and whether it is visible.
  ///
  /// - Throws: `noData`; `noPosition`; `duplicateKey` if duplicates are refused; `limit`.
  /// - Complexity: O(log n).
  public func insert(_ item: Item, at position: StorePosition) throws(ResultsError) {
    let row = StoredRow(item)
    try edit { () throws(ResultsError) in try store.insert(row, at: position) }
  }

  /// Removes the row at a position in the store, hidden or visible.
  ///
  /// - Throws: `noData`; `noPosition`.
  /// - Complexity: O(log n).
  public func remove(at position: StorePosition) throws(ResultsError) {
    try edit { () throws(ResultsError) in store.remove(try store.id(at: position)) }
  }

  /// Replaces the row at a position in the store, hidden or visible. The new item may have another key.
  ///
  /// - Throws: `noData`; `noPosition`; `duplicateKey` if another row has the key and duplicates are refused; `limit`.
  /// - Complexity: O(log n).
  public func replace(at position: StorePosition, with item: Item) throws(ResultsError) {
    try edit { () throws(ResultsError) in
      try store.replace(try store.id(at: position), with: StoredRow(item))
    }
  }

  /// Moves a row in the store; `to` is its position after the move.
  ///
  /// - Throws: `noData`; `noPosition`; `limit`.
  /// - Complexity: O(log n).
  public func move(from: StorePosition, to: StorePosition) throws(ResultsError) {
    try edit { () throws(ResultsError) in try store.move(from: from, to: to) }
  }
}

// MARK: - Index paths

extension ResultsController {
  /// The position in the store of the row at an index path; nil if the path has no row, or one without an item.
  ///
  /// - Complexity: O(log n), and O(n) for rows without a key in snapshots of a substitute or in callbacks.
  public func position(ofRowAt path: ResultsPath) -> StorePosition? {
    let snapshot = snapshot
    guard let state = store.settledState(), let item = snapshot[path] else { return nil }
    if !store.gate.isUnderWay || !store.hasChanges, let id = snapshot.storage?.id(at: path) {
      return state.store.position(of: id)
    }
    // The row numbers of the snapshot are those of another version.
    return id(of: item).flatMap(state.store.position)
  }

  /// Inserts an item into the store between the rows that are visible before and after an index path, directly after the
  /// first of them.
  ///
  /// Filters, the order and a section key determine the index path of the row, and whether it is visible.
  ///
  /// - Throws: `noData`; `noPath` for a path after the end of its section, or in no section; `duplicateKey` if
  ///   duplicates are refused; `limit`.
  public func insert(_ item: Item, at path: ResultsPath) throws(ResultsError) {
    guard store.state != nil else { throw .noData }
    guard let position = gap(at: path, without: nil) else { throw .noPath(path) }
    try insert(item, at: position)
  }

  /// Removes the row at an index path.
  ///
  /// ```swift
  /// try results.remove(at: ResultsPath(section: 0, item: 3))
  /// ```
  ///
  /// - Throws: `noPath`, also for a row without an item.
  public func remove(at path: ResultsPath) throws(ResultsError) {
    try remove(at: try existingPosition(ofRowAt: path))
  }

  /// Replaces the row at an index path. The new item may have another key.
  ///
  /// - Throws: `noPath`, also for a row without an item; `duplicateKey` if another row has the key and duplicates are
  ///   refused; `limit`.
  public func replace(at path: ResultsPath, with item: Item) throws(ResultsError) {
    try replace(at: try existingPosition(ofRowAt: path), with: item)
  }

  /// Moves the row at an index path between two visible rows; `to` is counted without the row.
  ///
  /// In the store the row comes directly after the row before `to`. The order determines where it is visible. A row
  /// changes a section that its key makes only with its content.
  ///
  /// - Throws: `noData`; `noPath`, also for a row without an item, and for another section if there is a section key;
  ///   `limit`.
  public func move(from: ResultsPath, to: ResultsPath) throws(ResultsError) {
    guard store.state != nil else { throw .noData }
    let source = try existingPosition(ofRowAt: from)
    guard configuration.sections.key == nil || from.section == to.section,
      var target = gap(at: to, without: from)
    else { throw .noPath(to) }
    if source.section == target.section, source.offset < target.offset {
      target = StorePosition(section: target.section, offset: target.offset - 1)
    }
    try move(from: source, to: target)
  }

  private func existingPosition(ofRowAt path: ResultsPath) throws(ResultsError) -> StorePosition {
    guard let position = position(ofRowAt: path) else { throw .noPath(path) }
    return position
  }

  /// The position in the store of a row that is to become visible at `path`; nil if the snapshot has no such path.
  ///
  /// `moved` is a row that is removed first; the position counts it.
  private func gap(at path: ResultsPath, without moved: ResultsPath?) -> StorePosition? {
    guard let section = snapshot.section(at: path.section) else { return nil }
    let isInside = moved?.section == path.section
    guard path.item >= 0, path.item <= section.count - (isInside ? 1 : 0) else { return nil }
    // The rows of the section before and after the gap, counted with the moved one.
    let skips = { (item: Int) in
      guard let moved, isInside, item >= moved.item else { return item }
      return item + 1
    }
    let row = { (item: Int) in
      self.position(ofRowAt: ResultsPath(section: path.section, item: skips(item)))
    }
    if path.item > 0, let position = row(path.item - 1) {
      return StorePosition(section: position.section, offset: position.offset + 1)
    }
    if let position = row(path.item) { return position }
    guard let stored = store.settledState()?.store.sections else { return nil }
    let index = stored.list.firstIndex { $0.key == section.key } ?? stored.count - 1
    guard index >= 0 else { return nil }
    return StorePosition(section: index, offset: stored[index].tree.count)
  }
}
