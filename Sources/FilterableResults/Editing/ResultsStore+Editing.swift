internal import FilterEngine

// Positions count in the store, where a flat list is one section.
extension ResultsStore {
  /// Adds a row at the end of a section, by default the last one, which -1 stands for too.
  ///
  /// - Throws: `noData`; `noSection`; `duplicateKey` where duplicates are refused; `limit`.
  func append(_ row: StoredRow, toSection section: Int?) throws(ResultsError) {
    try insertNew(row, at: try end(ofSection: section))
  }

  // A function of its own: a state that is held during an edit would be copied.
  private func end(ofSection section: Int?) throws(ResultsError) -> ItemPath {
    guard let state else { throw .noData }
    let last = max(0, state.store.count - 1)
    // The one section of a flat list is every section.
    let number = state.isFlat || section == -1 ? last : section ?? last
    guard state.store.indices.contains(number) else { throw .noSection(number) }
    return ItemPath(
      section: number, item: state.store.withSection(at: number) { $0.tree.count })
  }

  /// Puts a row in at a position, which may be the end of a section.
  ///
  /// - Throws: `noData`; `noPlace`; `duplicateKey` where duplicates are refused; `limit`.
  func insert(_ row: StoredRow, at position: ItemPath) throws(ResultsError) {
    guard let store = state?.store else { throw .noData }
    guard store.indices.contains(position.section), position.item >= 0,
      position.item <= store[position.section].tree.count
    else { throw .noPlace(position) }
    try insertNew(row, at: position)
  }

  /// Puts a row in, or does what is to be done with duplicates.
  func insertNew(_ row: StoredRow, at position: ItemPath) throws(ResultsError) {
    let key = rules.key(at: row.address)
    guard let key, let known = id(ofKey: key, like: row.address) else {
      return try insert(row, key: key, at: position)
    }
    repeatKey(key)
    switch rules.duplicates {
    case .first: return
    case .last: try update(known, row)
    case .refuse: throw .duplicateKey(key)
    }
  }

  /// Puts a row of the same or another identity in the place of a row.
  ///
  /// - Throws: `duplicateKey` where another row has its key and duplicates are refused; `limit`.
  func replace(_ id: RowID, with row: StoredRow) throws(ResultsError) {
    guard let old = state?.rows.address(of: id) else { return }
    let key = rules.key(at: row.address)
    if key == rules.key(at: old), rules.type(at: row.address) == rules.type(at: old) {
      return try update(id, row)
    }
    if let key, let known = self.id(ofKey: key, like: row.address) {
      repeatKey(key)
      switch rules.duplicates {
      case .first: return
      case .refuse: throw .duplicateKey(key)
      case .last:
        // Two steps are one delivery.
        deliversAtOnce = false
        try update(known, row)
        return remove(id)
      }
    }
    try replace(id, with: row, key: key)
  }

  /// Takes the row at a position to another one, which is counted after it has been taken out.
  ///
  /// - Throws: `noData`; `noPlace`; `limit`.
  func move(from: ItemPath, to: ItemPath) throws(ResultsError) {
    let id = try id(at: from)
    guard let store = state?.store, store.indices.contains(to.section), to.item >= 0,
      to.item <= store[to.section].tree.count - (from.section == to.section ? 1 : 0)
    else { throw .noPlace(to) }
    if from != to { try move(id, to: to) }
  }

  /// Replaces rows that are known and adds the others at the end.
  ///
  /// - Throws: As `append`.
  func merge(_ rows: some Sequence<StoredRow>) throws(ResultsError) {
    var finder = RowFinder(self)
    for row in rows {
      if let id = finder.id(of: row) {
        try update(id, row)
      } else {
        try append(row, toSection: nil)
        if let id = state?.lastRow { finder.add(id, row) }
      }
    }
  }

  /// Puts the rows of each section of the store into an order.
  ///
  /// - Throws: `limit`.
  func sort(by order: RowOrder) throws(ResultsError) {
    guard var next = state else { return }
    for section in next.store.indices {
      let ids = next.store[section].tree.ids
      let sorted = order.sorted(ids, in: next.rows)
      if sorted != ids { next.store.update(section) { $0.tree = RowTree(hidden: sorted) } }
    }
    next.relabel(next.storeIDs)
    try rearrange(next)
  }

  /// Looks again at all rows whose stamp has changed.
  ///
  /// - Throws: `limit`.
  func reloadChangedRows() throws(ResultsError) {
    guard let state else { return }
    for id in state.storeIDs where hasNewStamp(id, state.rows.address(of: id)) {
      try update(id, state.rows.row(id), isForced: true)
    }
  }

  /// The row at a position.
  ///
  /// - Throws: `noData`; `noPlace`.
  func id(at position: ItemPath) throws(ResultsError) -> RowID {
    guard let state else { throw .noData }
    guard let id = state.id(at: position) else { throw .noPlace(position) }
    return id
  }

  // MARK: - Sections

  /// Puts a section in before the one at a place, by default at the end.
  ///
  /// - Throws: `noData`; `notSectioned`; `noSection`; `duplicateSection`; and as `insert`.
  func insertSection(
    _ key: FilterValue?, title: String?, _ rows: some Sequence<StoredRow>, at place: Int?
  ) throws(ResultsError) {
    let store = try sections()
    let place = place ?? store.count
    guard place >= 0, place <= store.count else { throw .noSection(place) }
    let key = key ?? unusedKey(from: store.count)
    guard !store.list.contains(where: { $0.key == key }) else { throw .duplicateSection(key) }
    insertSection(key, title: title, at: place)
    try fill(place, with: rows)
  }

  /// The place of a section.
  ///
  /// - Throws: `noData`; `notSectioned`.
  func section(forKey key: FilterValue) throws(ResultsError) -> Int? {
    try sections().list.firstIndex { $0.key == key }
  }

  /// Removes the section at a place, with its rows.
  ///
  /// - Throws: `noData`; `notSectioned`; `noSection`.
  func removeSection(_ place: Int) throws(ResultsError) {
    guard try sections().indices.contains(place) else { throw .noSection(place) }
    removeSection(at: place)
  }

  /// Puts other rows into the section at a place.
  ///
  /// - Throws: `noData`; `notSectioned`; `noSection`; and as `insert`.
  func replaceSection(
    at place: Int, with rows: some Sequence<StoredRow>
  ) throws(ResultsError) {
    guard try sections().indices.contains(place) else { throw .noSection(place) }
    removeRows(ofSection: place)
    try fill(place, with: rows)
  }

  /// Takes a section to another place, which is counted after it has been taken out.
  ///
  /// - Throws: `noData`; `notSectioned`; `noSection`; `limit`.
  func moveSection(from: Int, to: Int) throws(ResultsError) {
    let store = try sections()
    guard store.indices.contains(from) else { throw .noSection(from) }
    guard store.indices.contains(to) else { throw .noSection(to) }
    guard from != to, var next = state else { return }
    let section = next.store.remove(at: from)
    next.store.insert(section, at: to)
    next.relabel(next.storeIDs)
    try rearrange(next)
  }

  /// Gives a section another title; nil for the text of its key.
  ///
  /// - Throws: `noData`; `noSection`; `limit`.
  func setTitle(_ title: String?, ofSectionAt place: Int) throws(ResultsError) {
    guard var next = state else { throw .noData }
    guard next.store.indices.contains(place) else { throw .noSection(place) }
    let section = next.store.remove(at: place)
    next.store.insert(
      RowSection(id: section.id, key: section.key, title: title, tree: section.tree), at: place)
    try rearrange(next)
  }

  private func sections() throws(ResultsError) -> SectionTree {
    guard let state else { throw .noData }
    guard !state.isFlat else { throw .notSectioned }
    return state.store
  }

  private func unusedKey(from start: Int) -> FilterValue {
    let used = Set(state?.store.list.map(\.key) ?? [])
    var number = start
    while used.contains(.int(Int64(number))) { number += 1 }
    return .int(Int64(number))
  }

  private func fill(_ place: Int, with rows: some Sequence<StoredRow>) throws(ResultsError) {
    for row in rows {
      let end = state?.store[place].tree.count ?? 0
      try insertNew(row, at: ItemPath(section: place, item: end))
    }
  }
}
