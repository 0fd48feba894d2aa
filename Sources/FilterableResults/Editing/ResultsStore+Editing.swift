internal import FilterEngine

// Positions are those of the store, where a flat list is one section.
extension ResultsStore {
  /// Appends a row to a section, by default the last one, which -1 also means.
  ///
  /// - Throws: `noData`; `noSection`; `duplicateKey` if duplicates are refused; `limit`.
  func append(_ row: StoredRow, toSection section: Int?) throws(ResultsError) {
    try insertNew(row, at: try end(ofSection: section))
  }

  // A separate function: an edit would copy a state that is held during it.
  private func end(ofSection section: Int?) throws(ResultsError) -> StorePosition {
    guard let state else { throw .noData }
    let sections = state.store.sections
    let last = max(0, sections.count - 1)
    // A flat list has one section, whatever the index. But sections by key cannot be chosen.
    let isOnly = state.store.isFlat && rules.section == nil
    let number = isOnly || section == -1 ? last : section ?? last
    guard sections.indices.contains(number) else { throw .noSection(number) }
    return StorePosition(section: number, offset: state.store.count(ofSection: number))
  }

  /// Inserts a row at a position, which may be the end of a section.
  ///
  /// - Throws: `noData`; `noPosition`; `duplicateKey` if duplicates are refused; `limit`.
  func insert(_ row: StoredRow, at position: StorePosition) throws(ResultsError) {
    guard let room = state.map({ $0.store.hasRoom(at: position) }) else { throw .noData }
    guard room else { throw .noPosition(position) }
    try insertNew(row, at: position)
  }

  /// Inserts a row, applying the duplicate policy.
  func insertNew(_ row: StoredRow, at position: StorePosition) throws(ResultsError) {
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

  /// Replaces a row by a row of the same or another identity.
  ///
  /// - Throws: `duplicateKey` if another row has its key and duplicates are refused; `limit`.
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
        // Both steps are one delivery.
        try update(known, row, isOnly: false)
        return remove(id, isOnly: false)
      }
    }
    try replace(id, with: row, key: key)
  }

  /// Moves the row at a position to another one, counted after the removal.
  ///
  /// - Throws: `noData`; `noPosition`; `limit`.
  func move(from: StorePosition, to: StorePosition) throws(ResultsError) {
    let id = try id(at: from)
    // The section of the row has one row less.
    let end = StorePosition(
      section: to.section, offset: to.offset + (from.section == to.section ? 1 : 0))
    guard to.offset >= 0, state?.store.hasRoom(at: end) == true else { throw .noPosition(to) }
    if from != to { try move(id, to: to) }
  }

  /// Replaces known rows and appends the others, in a batch.
  ///
  /// - Throws: As `append`.
  func merge<Item>(_ items: [Item]) throws(ResultsError) {
    var others: [Int] = []
    for (place, item) in items.enumerated() {
      // Known rows are gathered.
      if rules.keyColumn != nil, let id = withUnsafePointer(to: item, { id(at: $0) }) {
        try replaceContent(id, item)
      } else {
        others.append(place)
      }
    }
    try settleOrThrow()
    var finder = RowFinder(self)
    for place in others {
      let row = StoredRow(items[place])
      if let id = finder.id(of: row) {
        try update(id, row)
      } else {
        try append(row, toSection: nil)
        if let id = state?.store.last { finder.add(id, row) }
      }
    }
  }

  /// Sorts the rows of each section of the store.
  ///
  /// - Throws: `limit`.
  func sort(by order: RowOrder) throws(ResultsError) {
    guard let state else { return }
    var next = state
    let run = verdicts.run
    next.store.sort { order.sorted($0, in: $1, run) }
    try verdicts.check()
    try rearrange(next)
    if next.store.ids != state.store.ids { note(.load(state.store)) }
  }

  /// Reads all rows again whose stamp has changed.
  ///
  /// - Throws: `limit`.
  func reloadChangedRows() throws(ResultsError) {
    guard let state else { return }
    for id in state.store.ids where hasNewStamp(id, state.rows.address(of: id)) {
      try update(id, state.rows.row(id), isForced: true)
    }
  }

  /// The row at a position.
  ///
  /// - Throws: `noData`; `noPosition`.
  func id(at position: StorePosition) throws(ResultsError) -> RowID {
    guard let state else { throw .noData }
    guard let id = state.store.id(at: position) else { throw .noPosition(position) }
    return id
  }
}
