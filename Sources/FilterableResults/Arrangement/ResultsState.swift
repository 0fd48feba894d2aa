internal import FilterEngine

/// The store and its arrangement at one moment; a value whose versions share what they have in common.
struct ResultsState {
  var rows: RowTable
  var store: SectionTree
  var isFlat: Bool
  var arranged = SectionTree()

  /// Numbers of arranged sections that grow along their order, where rows have section keys.
  private(set) var sectionLabels = RowTrie()

  init(rows: RowTable, store: SectionTree, isFlat: Bool) {
    self.rows = rows
    self.store = store
    self.isFlat = isFlat
  }

  /// How many rows the store holds.
  var count: Int { store.totals.rows }

  /// The rows of the store in order.
  var storeIDs: [UInt32] { store.rows }

  /// The last row of the store.
  var lastRow: UInt32? { store.root.lastRow }
}

// MARK: - Places in the store

extension ResultsState {
  /// Where the store holds a row.
  func storePlace(of id: UInt32) -> ItemPath? {
    let label = rows.label(id)
    let section = store.first(whereLastRowIsNotBefore: { rows.label($0) < label })
    guard section < store.count else { return nil }
    return store[section].tree.find(id) { rows.label($0) < label }.map {
      ItemPath(section: section, item: $0.index)
    }
  }

  /// The row at a place of the store.
  func id(at path: ItemPath) -> UInt32? {
    guard store.indices.contains(path.section), path.item >= 0 else { return nil }
    let tree = store[path.section].tree
    return path.item < tree.count ? tree[path.item] : nil
  }

  /// Puts a row in, at a place that exists; `id` is a row's old number where it has one.
  mutating func insertIntoStore(_ row: StoredRow, as id: UInt32?, at path: ItemPath) -> UInt32 {
    let number: UInt32
    if let id {
      number = id
      rows.update(id, row)
    } else {
      number = rows.append(row)
    }
    insertIntoStore(number, at: path)
    return number
  }

  /// Puts a row in that the table has, at a place that exists.
  mutating func insertIntoStore(_ id: UInt32, at path: ItemPath) {
    rows.setLabel(freeLabel(at: path), of: id)
    store.update(path.section) { $0.tree.insert(id, .hidden, at: path.item) }
  }

  /// Takes a row out of the store; the table keeps its content.
  mutating func removeFromStore(_ id: UInt32) {
    guard let place = storePlace(of: id) else { return }
    store.update(place.section) { $0.tree.remove(at: place.item) }
  }

  /// A label for a row that comes to `path`; makes room for it.
  private mutating func freeLabel(at path: ItemPath) -> UInt64 {
    let neighbours = neighbours(of: path)
    if let label = rows.label(between: neighbours.0, and: neighbours.1) { return label }
    if !spread(around: path) { relabel(storeIDs) }
    return rows.label(between: neighbours.0, and: neighbours.1) ?? 0
  }

  /// Spreads the labels of the rows around a place; false where its section has no room for that.
  ///
  /// It takes as many rows as it needs for the room to last: the more rows, the more room for each, so
  /// that a wide spread is followed by many insertions that need none.
  ///
  /// - Complexity: O(log² n) for an insertion on average.
  private mutating func spread(around path: ItemPath) -> Bool {
    let tree = store[path.section].tree
    var reach = 32
    var least: UInt64 = 1 << 10
    while true {
      let range = max(0, path.item - reach)..<min(tree.count, path.item + reach)
      let lower = neighbours(of: ItemPath(section: path.section, item: range.lowerBound)).0
      let upper = neighbours(of: ItemPath(section: path.section, item: range.upperBound)).1
      guard lower != nil || upper != nil else { return false }
      let bounds = (lower.map(rows.label) ?? 0, upper.map(rows.label) ?? .max)
      let parts = UInt64(range.count) + 1
      let gap = min((bounds.1 - bounds.0) / parts, Labels.spacing)
      if gap >= least {
        // Where nothing stands before, the room is kept there.
        var label = lower == nil ? bounds.1 - gap * parts : bounds.0
        for place in range {
          label += gap
          rows.setLabel(label, of: tree[place])
        }
        return true
      }
      guard range.count < tree.count else { return false }
      reach *= 2
      least *= 2
    }
  }

  /// The rows before and after a place.
  func neighbours(of path: ItemPath) -> (UInt32?, UInt32?) {
    let tree = store[path.section].tree
    var lower = path.item > 0 ? tree[path.item - 1] : nil
    var upper = path.item < tree.count ? tree[path.item] : nil
    if lower == nil { lower = store.lastRow(before: path.section) }
    if upper == nil { upper = store.firstRow(from: path.section + 1) }
    return (lower, upper)
  }

  /// Numbers the rows of the store in this order.
  mutating func relabel(_ ids: [UInt32]) {
    for (place, id) in ids.enumerated() {
      rows.setLabel(Labels.initial(UInt32(place)), of: id)
    }
  }
}

// MARK: - The order of sections

extension ResultsState {
  /// A number of a section with a section key that grows along the arrangement.
  func label(ofSection id: Int) -> UInt64 {
    let number = UInt32(truncatingIfNeeded: id)
    let label = sectionLabels.label(of: number)
    return label == 0 ? Labels.initial(number) : label
  }

  mutating func setLabel(_ label: UInt64, ofSection id: Int) {
    sectionLabels.set(label: label, of: UInt32(truncatingIfNeeded: id))
  }
}
