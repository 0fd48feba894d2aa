public import FilterEngine

// MARK: - What is shown

extension ResultsController {
  /// What is shown now: inside a batch with its edits, inside a callback what observers were told.
  public var snapshot: ResultsSnapshot<Item> {
    if isDelivering || pending.extent == .nothing { return delivered.snapshot }
    return presented()
  }

  /// What the present state shows.
  func presented() -> ResultsSnapshot<Item> {
    ResultsSnapshot(state, rules, collapsed: collapsed)
  }

  /// How the rows are told apart, arranged and reported.
  public var configuration: ResultsConfiguration<Item> { rules.configuration }

  /// The place where the row of `key` is shown, nil where it is hidden or unknown.
  ///
  /// - Complexity: O(log n).
  public func path(forKey key: FilterValue) -> ItemPath? {
    id(forKey: key).flatMap(shownPath)
  }

  /// The place where the row of the same identity is shown, nil where it is hidden or unknown.
  ///
  /// An item that its filter test hides has the place of its section's group row.
  public func path(of item: Item) -> ItemPath? { id(of: item).flatMap(shownPath) }

  private func shownPath(_ id: UInt32) -> ItemPath? {
    guard let state else { return nil }
    let snapshot = snapshot
    if snapshot.hasLists {
      let identity = RowIdentity(state.rows[id], rules)
      return snapshot.firstPath { row in
        if case .item(let item) = row { RowIdentity(item, rules) == identity } else { false }
      }
    }
    if let path = state.shownPath(of: id, snapshot, rules) { return path }
    guard let place = state.place(of: id, rules) else { return nil }
    let arranged = state.arranged[place.section]
    guard arranged.tree.visibility(at: place.index) == .grouped,
      let section = snapshot.place(ofExpanded: arranged.id, at: place.section),
      let face = snapshot.face(at: section), face.showsGroup, let tree = face.tree
    else { return nil }
    return ItemPath(section: section, item: tree.shownCount)
  }

  /// The place of a group row, nil where the section shows none.
  public func path(ofGroupInSection key: FilterValue) -> ItemPath? {
    snapshot.firstPath { row in
      if case .group(let group) = row { group.section == key } else { false }
    }
  }

  /// The names of the filters that hide the row of `key`, in order of application.
  ///
  /// - Throws: An unknown key.
  public func why(_ key: FilterValue) throws(ResultsError) -> [String] {
    guard let item = item(forKey: key) else { throw .noKey(key) }
    return rules.filtersHiding(item)
  }
}

// MARK: - What is stored

extension ResultsController {
  /// Whether there is data.
  public var isLoaded: Bool { state != nil }

  /// Whether there is data and nothing of it is shown, so that a list may say so.
  ///
  /// With `emptySectionsAreData` a list of sections has to be without sections for that.
  public var hasNoRows: Bool {
    guard isLoaded, snapshot.count == 0 else { return false }
    return !configuration.emptySectionsAreData || snapshot.sections.isEmpty || isFlat
  }

  private var isFlat: Bool { state?.isFlat == true && rules.configuration.section == nil }

  /// All items section by section, hidden ones too; nil before there is data.
  ///
  /// - Complexity: O(n).
  public var items: [Item]? { state.map { state in state.storeIDs.map { state.rows[$0] } } }

  /// The sections as they are stored; nil before there is data.
  ///
  /// - Complexity: O(n).
  public var storedSections: [StoredSection<Item>]? {
    state.map { state in
      state.store.list.map { section in
        var stored = StoredSection<Item>(
          section.key, title: section.title, items: section.tree.ids.map { state.rows[$0] })
        if section.key.kind == .null { stored.key = nil }
        return stored
      }
    }
  }

  /// How many items are stored, hidden ones too.
  public var count: Int { state?.count ?? 0 }

  /// How many items each section of the store has.
  public var storedCounts: [Int] { state?.store.list.map(\.tree.count) ?? [] }

  /// The stored item at a place, nil where there is none.
  ///
  /// - Complexity: O(log n).
  public func storedItem(at path: ItemPath) -> Item? {
    guard let state, let id = state.id(at: path) else { return nil }
    return state.rows[id]
  }

  /// The item of `key`, hidden or shown.
  public func item(forKey key: FilterValue) -> Item? {
    guard let id = id(forKey: key) else { return nil }
    return state?.rows[id]
  }

  /// The present version of an item that may be old.
  public func currentVersion(of item: Item) -> Item? {
    guard let id = id(of: item) else { return nil }
    return state?.rows[id]
  }

  /// Where the store holds the row of `key`.
  public func storedPath(forKey key: FilterValue) -> ItemPath? {
    id(forKey: key).flatMap { state?.storePlace(of: $0) }
  }

  /// Where the store holds the row of the same identity.
  public func storedPath(of item: Item) -> ItemPath? {
    id(of: item).flatMap { state?.storePlace(of: $0) }
  }

  // MARK: Row numbers

  func id(forKey key: FilterValue) -> UInt32? {
    guard let rows = state?.rows, let identity = rules.configuration.identity,
      key.kind != .null
    else { return nil }
    return index.find(key) { identity.value(of: $0, in: rows) == key }
  }

  /// The row of an item's identity; equal items stand for each other where there is no key.
  func id(of item: Item) -> UInt32? {
    guard let state else { return nil }
    if let key = rules.key(of: item) { return id(ofKey: key, like: item) }
    return state.storeIDs.first {
      rules.key(of: state.rows[$0]) == nil && rules.content.areEqual(state.rows[$0], item)
    }
  }

  /// The row of a key among those of the item's type.
  func id(ofKey key: FilterValue, like item: Item) -> UInt32? {
    guard let rows = state?.rows, let identity = rules.configuration.identity else { return nil }
    let type = RowType(item)
    return index.find(key) {
      identity.value(of: $0, in: rows) == key && (type == .same || RowType(rows[$0]) == type)
    }
  }
}
