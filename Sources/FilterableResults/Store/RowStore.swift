/// The rows of a controller in the order in which they are stored; a value whose versions share what they have in
/// common. The only writer of contents, order and labels.
///
/// A *position* is where the store has a row: a section of the store, and a row of it. It is not an index path, which
/// says where a row is shown.
struct RowStore {
  private(set) var rows: RowTable

  /// The sections as they are stored, with all rows.
  private(set) var sections: SectionTree

  /// Whether the rows are one list, which is one section here.
  let isFlat: Bool

  init(rows: RowTable, sections: SectionTree, isFlat: Bool) {
    self.rows = rows
    self.sections = sections
    self.isFlat = isFlat
  }

  /// How many rows there are.
  var count: Int { sections.totals.rows }

  /// The rows in order.
  var ids: [RowID] { sections.rows }

  /// The last row.
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

  /// The section of a row.
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

  /// How many rows a section has, which exists.
  func count(ofSection section: Int) -> Int { sections.withSection(at: section) { $0.tree.count } }

  // MARK: - Rows

  /// Puts other content into a row.
  mutating func update(_ id: RowID, _ row: StoredRow) { rows.update(id, row) }

  /// Puts those contents at `places` into their rows, each by itself.
  mutating func update(_ ids: [RowID], _ contents: [StoredRow], at places: [Int]) {
    for place in places { rows.update(ids[place], contents[place]) }
  }

  /// Puts those contents at `places` into their rows.
  ///
  /// - Complexity: O(n).
  mutating func update(_ changes: GatheredRows, at places: [Int]) {
    rows.update(changes, at: places)
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

  /// Puts a section without rows in before the one at an index.
  mutating func insert(_ section: RowSection, at index: Int) {
    sections.insert(section, at: index)
  }

  /// Takes out the section at an index, which has no rows.
  mutating func removeSection(at index: Int) { sections.remove(at: index) }

  /// Takes a section to another index, which is counted without it.
  mutating func moveSection(from: Int, to: Int) {
    let section = sections.remove(at: from)
    sections.insert(section, at: to)
    relabel()
  }

  /// Gives a section another title.
  mutating func setTitle(_ title: String?, ofSection index: Int) {
    let section = sections.remove(at: index)
    sections.insert(
      RowSection(id: section.id, key: section.key, title: title, tree: section.tree), at: index)
  }

  /// Puts the rows of each section into an order.
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

extension RowStore {
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

  /// Spreads the labels of the rows around a position; false where its section has no room for that.
  ///
  /// It takes as many rows as it needs for the room to last: the more rows, the more room for each, so
  /// that a wide spread is followed by many insertions that need none.
  ///
  /// - Complexity: O(log² n) for an insertion on average.
  private mutating func spread(around position: StorePosition) -> Bool {
    let tree = sections[position.section].tree
    var reach = 32
    var least: UInt64 = 1 << 10
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
        // Where nothing is before, the room is kept there.
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

  private func neighbours(of position: StorePosition) -> (RowID?, RowID?) {
    let tree = sections[position.section].tree
    var lower = position.offset > 0 ? tree[position.offset - 1] : nil
    var upper = position.offset < tree.count ? tree[position.offset] : nil
    if lower == nil { lower = sections.lastRow(before: position.section) }
    if upper == nil { upper = sections.firstRow(from: position.section + 1) }
    return (lower, upper)
  }

  /// Numbers the rows in their order.
  private mutating func relabel() {
    for (place, id) in ids.enumerated() {
      rows.setLabel(Labels.initial(UInt32(place)), of: id)
    }
  }
}
