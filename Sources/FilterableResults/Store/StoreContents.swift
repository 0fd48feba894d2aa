/// The rows of a controller in the order in which they are stored: a value whose versions share memory.
///
/// It is the only writer of the contents, the order and the labels of rows. A *position* is the section of a row in the
/// store and its index there, including hidden rows. It is not the index path of a visible row.
struct StoreContents {
  private(set) var rows: RowTable

  /// The sections in the order of the store, with all rows.
  private(set) var sections: SectionTree

  /// Whether the rows are a list without sections, which has one section here.
  let isFlat: Bool

  init(rows: RowTable, sections: SectionTree, isFlat: Bool) {
    self.rows = rows
    self.sections = sections
    self.isFlat = isFlat
  }

  /// The number of rows.
  var count: Int { sections.totals.rows }

  /// The rows in order.
  var ids: [RowID] { sections.rows }

  /// The last row, nil if there are none.
  var last: RowID? { sections.root.lastRow }

  // MARK: - Positions

  /// The position of a row.
  func position(of id: RowID) -> StorePosition? {
    let label = rows.label(id)
    let section = sections.first(whereLastRowIsNotBefore: { rows.label($0) < label })
    guard section < sections.count else { return nil }
    return sections[section].tree.find(id) { rows.label($0) < label }.map {
      StorePosition(section: section, offset: $0.index)
    }
  }

  /// The index of the section of a row, nil if it is not in the store.
  func section(of id: RowID) -> Int? { sections.count == 1 ? 0 : position(of: id)?.section }

  /// The row at a position.
  func id(at position: StorePosition) -> RowID? {
    guard sections.indices.contains(position.section), position.offset >= 0 else { return nil }
    let tree = sections[position.section].tree
    return position.offset < tree.count ? tree[position.offset] : nil
  }

  /// Whether a row can be put in at a position: one of a row, or the end of a section.
  func hasRoom(at position: StorePosition) -> Bool {
    sections.indices.contains(position.section) && position.offset >= 0
      && position.offset <= count(ofSection: position.section)
  }

  /// The number of rows of a section, which exists.
  func count(ofSection section: Int) -> Int { sections.withSection(at: section) { $0.tree.count } }

  // MARK: - Rows

  /// Replaces the content of a row.
  mutating func update(_ id: RowID, _ row: StoredRow) { rows.update(id, row) }

  /// Replaces the contents of the rows at some indices of `ids` and `contents`, one by one.
  mutating func update(_ ids: [RowID], _ contents: [StoredRow], at indices: [Int]) {
    for index in indices { rows.update(ids[index], contents[index]) }
  }

  /// Replaces the contents of the rows at some indices of `changes`.
  ///
  /// - Complexity: O(n) for n rows of the store.
  mutating func update(_ changes: GatheredRows, at indices: [Int]) {
    rows.update(changes, at: indices)
  }

  /// Inserts a row at a position that exists, with a label that is free there.
  mutating func insert(_ row: StoredRow, as id: RowID, label: UInt64, at position: StorePosition) {
    rows.put(row, as: id)
    rows.setLabel(label, of: id)
    sections.update(position.section) { $0.tree.insert(id, .hidden, at: position.offset) }
  }

  /// Removes the row at a position that exists; the table keeps its content.
  mutating func remove(at position: StorePosition) {
    sections.update(position.section) { $0.tree.remove(at: position.offset) }
  }

  /// Moves the row at a position to another one, which is counted without it; its label is free there.
  mutating func move(_ id: RowID, from: StorePosition, to: StorePosition, label: UInt64) {
    remove(at: from)
    rows.setLabel(label, of: id)
    sections.update(to.section) { $0.tree.insert(id, .hidden, at: to.offset) }
  }

  // MARK: - Sections

  /// Inserts a section without rows at an index.
  mutating func insert(_ section: RowSection, at index: Int) {
    sections.insert(section, at: index)
  }

  /// Removes the section at an index, which has no rows.
  mutating func removeSection(at index: Int) { sections.remove(at: index) }

  /// Removes the section at `from` and inserts it at `to`, an index after the removal.
  mutating func moveSection(from: Int, to: Int) {
    let section = sections.remove(at: from)
    sections.insert(section, at: to)
    relabel()
  }

  /// Sets the title of a section.
  mutating func setTitle(_ title: String?, ofSection index: Int) {
    let section = sections.remove(at: index)
    sections.insert(
      RowSection(id: section.id, key: section.key, title: title, tree: section.tree), at: index)
  }

  /// Sorts the rows of each section.
  mutating func sort(_ sorted: ([RowID], RowTable) -> [RowID]) {
    for section in sections.indices {
      let ids = sections[section].tree.ids
      let ordered = sorted(ids, rows)
      if ordered != ids { sections.update(section) { $0.tree = RowTree(hidden: ordered) } }
    }
    relabel()
  }
}

// MARK: - Labels

extension StoreContents {
  /// A label between the rows before and after a position; nil if there is no room.
  func label(at position: StorePosition) -> UInt64? {
    let neighbours = neighbours(of: position)
    return rows.label(between: neighbours.0, and: neighbours.1)
  }

  /// A label for a row that gets a position; makes room for it.
  mutating func freeLabel(at position: StorePosition) -> UInt64 {
    if let label = label(at: position) { return label }
    if !spread(around: position) { relabel() }
    return label(at: position) ?? 0
  }

  /// Spreads the labels of the rows around a position; returns false if the section has too few unused labels.
  ///
  /// The more rows are spread, the greater the gaps that it requires, so that many insertions follow before the next
  /// wide spread.
  ///
  /// - Complexity: O(log² n) for an insertion on average.
  private mutating func spread(around position: StorePosition) -> Bool {
    let tree = sections[position.section].tree
    var reach = 32
    var least: UInt64 = 1 &<< 10
    while true {
      let range = max(0, position.offset - reach)..<min(tree.count, position.offset + reach)
      let lower = neighbours(of: StorePosition(section: position.section, offset: range.lowerBound))
        .0
      let upper = neighbours(of: StorePosition(section: position.section, offset: range.upperBound))
        .1
      guard lower != nil || upper != nil else { return false }
      let bounds = (lower.map(rows.label) ?? 0, upper.map(rows.label) ?? .max)
      let parts = UInt64(range.count) + 1
      let gap = min((bounds.1 - bounds.0) / parts, Labels.spacing)
      if gap >= least {
        // Without a row before, the unused labels stay at the front.
        var label = lower == nil ? bounds.1 - gap * parts : bounds.0
        for index in range {
          label += gap
          rows.setLabel(label, of: tree[index])
        }
        return true
      }
      guard range.count < tree.count else { return false }
      reach *= 2
      least *= 2
    }
  }

  private func neighbours(of position: StorePosition) -> (RowID?, RowID?) {
    let tree = sections[position.section].tree
    var lower = position.offset > 0 ? tree[position.offset - 1] : nil
    var upper = position.offset < tree.count ? tree[position.offset] : nil
    if lower == nil { lower = sections.lastRow(before: position.section) }
    if upper == nil { upper = sections.firstRow(from: position.section + 1) }
    return (lower, upper)
  }

  /// Sets the labels of all rows in order.
  private mutating func relabel() {
    for (index, id) in ids.enumerated() {
      rows.setLabel(Labels.initial(RowID(index)), of: id)
    }
  }
}
