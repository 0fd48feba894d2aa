public import FilterEngine

// MARK: - What is shown

extension ResultsController {
  /// What is shown now: inside a batch with its edits, inside a callback what observers were told.
  public var snapshot: ResultsSnapshot<Item> {
    if delivery.isUnderWay || !store.hasChanges { return delivery.snapshot }
    return ResultsSnapshot(storage: presented())
  }

  /// What the present state shows.
  func presented() -> SnapshotStorage? {
    store.settledState().map { SnapshotStorage($0, store.rules, collapsed: collapsed) }
  }

  /// The place where the row of `key` is shown, nil where it is hidden or unknown.
  ///
  /// - Complexity: O(log n), and O(1) where many are asked for between two edits.
  @inlinable
  public func path(forKey key: some FilterValueConvertible) -> ItemPath? {
    path(forValue: key.filterValue)
  }

  @usableFromInline
  func path(forValue key: FilterValue) -> ItemPath? { store.id(forKey: key).flatMap(shownPath) }

  /// The place where the row of the same identity is shown, nil where it is hidden or unknown.
  ///
  /// An item that its filter test hides has the place of its section's group row.
  public func path(of item: Item) -> ItemPath? { id(of: item).flatMap(shownPath) }

  private func shownPath(_ id: UInt32) -> ItemPath? {
    if !delivery.isUnderWay, !store.hasChanges, let paths = store.delivered.pathsOfManyLookUps() {
      return paths[id]
    }
    let snapshot = snapshot
    guard let shown = snapshot.storage else { return nil }
    if shown.hasLists {
      guard let address = store.address(of: id) else { return nil }
      let rules = store.rules
      let identity = RowIdentity(at: address, rules)
      return snapshot.firstPath { row in
        if case .item(let item) = row { RowIdentity(item, rules) == identity } else { false }
      }
    }
    guard let (place, number) = store.place(of: id), place.visibility != .hidden,
      let section = shown.place(ofExpanded: number, at: place.section)
    else { return nil }
    if place.visibility == .shown { return ItemPath(section: section, item: place.rank) }
    let face = shown.face(at: section)
    guard face.showsGroup, let tree = face.tree else { return nil }
    return ItemPath(section: section, item: tree.shownCount)
  }

  /// The place of a group row, nil where the section shows none.
  public func path(ofGroupInSection key: some FilterValueConvertible) -> ItemPath? {
    let key = key.filterValue
    return snapshot.firstPath { row in
      if case .group(let group) = row { group.section == key } else { false }
    }
  }

  /// The names of the filters that hide the row of `key`, in order of application.
  ///
  /// - Throws: `noKey`.
  @inlinable
  public func filtersHiding(key: some FilterValueConvertible) throws(ResultsError) -> [String] {
    try namesOfFilters(hiding: key.filterValue)
  }

  @usableFromInline
  func namesOfFilters(hiding key: FilterValue) throws(ResultsError) -> [String] {
    guard let id = store.id(forKey: key) else { throw .noKey(key) }
    return store.filtersHiding(id)
  }
}

// MARK: - What is stored

extension ResultsController {
  /// Whether there is data.
  public var isLoaded: Bool { store.state != nil }

  /// Whether there is data and nothing of it is shown, so that a list may say so.
  ///
  /// With `sections.emptyAreData` a list of sections has to be without sections for that.
  public var hasNoRows: Bool {
    guard isLoaded, snapshot.rowCount == 0 else { return false }
    return !configuration.sections.emptyAreData || snapshot.sections.isEmpty || isFlat
  }

  private var isFlat: Bool {
    store.settledState()?.store.isFlat == true && configuration.sections.key == nil
  }

  /// All items section by section, hidden ones too; nil before there is data.
  ///
  /// - Complexity: O(n).
  public var items: [Item]? {
    store.settledState().map { state in state.store.ids.map { state.rows.item($0, as: Item.self) } }
  }

  /// The sections as they are stored; nil before there is data.
  ///
  /// - Complexity: O(n).
  public var storedSections: [StoredSection<Item>]? {
    store.settledState().map { state in
      state.store.sections.list.map { section in
        var stored = StoredSection<Item>(
          section.key, title: section.title,
          items: section.tree.ids.map { state.rows.item($0, as: Item.self) })
        if section.key.kind == .null { stored.key = nil }
        return stored
      }
    }
  }

  /// How many items are stored, hidden ones too.
  public var count: Int { store.settledState()?.count ?? 0 }

  /// How many items each section of the store has.
  public var storedCounts: [Int] { store.settledState()?.store.sections.list.map(\.tree.count) ?? [] }

  /// The item at a position in the store, hidden or visible; nil if the position does not exist.
  ///
  /// - Complexity: O(log n).
  public func item(at position: StorePosition) -> Item? {
    guard let state = store.settledState(), let id = state.store.id(at: position) else { return nil }
    return state.rows.item(id, as: Item.self)
  }

  /// The item of `key`, hidden or shown.
  @inlinable
  public func item(forKey key: some FilterValueConvertible) -> Item? {
    item(forValue: key.filterValue)
  }

  @usableFromInline
  func item(forValue key: FilterValue) -> Item? {
    store.id(forKey: key).flatMap { store.settledState()?.rows.item($0, as: Item.self) }
  }

  /// The present version of an item that may be old.
  public func currentVersion(of item: Item) -> Item? {
    id(of: item).flatMap { store.settledState()?.rows.item($0, as: Item.self) }
  }

  /// The position in the store of the row with a key, hidden or visible; nil if no row has it.
  ///
  /// - Complexity: O(log n).
  public func position(forKey key: some FilterValueConvertible) -> StorePosition? {
    store.id(forKey: key.filterValue).flatMap { store.settledState()?.store.position(of: $0) }
  }

  /// The position in the store of the row with an item's identity, hidden or visible; nil if there is none.
  ///
  /// - Complexity: O(log n), and O(n) for rows without a key.
  public func position(of item: Item) -> StorePosition? {
    id(of: item).flatMap { store.settledState()?.store.position(of: $0) }
  }

  /// The row of an item's identity; equal items stand for each other where there is no key.
  func id(of item: Item) -> RowID? { withUnsafePointer(to: item) { store.id(at: $0) } }
}
