public import FilterEngine

// MARK: - Visible rows

extension ResultsController {
  /// The visible rows in their sections: with the edits of an open batch, and in a callback as they were delivered.
  ///
  /// ```swift
  /// for section in results.snapshot { print(section.title ?? "", section.items.count) }
  /// ```
  ///
  /// - Complexity: O(1), and O(n) in a batch with edits.
  public var snapshot: ResultsSnapshot<Item> {
    if store.gate.isUnderWay || !store.hasChanges { return delivery.snapshot }
    return ResultsSnapshot(storage: presented())
  }

  /// Whether data is loaded and none of it is visible, so that a view can say so.
  ///
  /// With `sections.emptyAreData` a list of sections must be without sections for that.
  public var hasNoRows: Bool {
    guard isLoaded, snapshot.rowCount == 0 else { return false }
    return !configuration.sections.emptyAreData || snapshot.sections.isEmpty || isFlat
  }

  private var isFlat: Bool {
    store.settledState()?.store.isFlat == true && configuration.sections.key == nil
  }

  /// The index path of the row with a key; nil if the row is hidden or no row has the key.
  ///
  /// A key of a type whose values no key of a row can equal, such as a string where keys are numbers, is a mistake in the
  /// code. It stops a debug build, and has no row otherwise. This is so for all methods with a key.
  ///
  /// - Complexity: O(log n), and O(1) for each of many calls between two edits.
  @inlinable
  public func path<Key: FilterValueConvertible>(forKey key: Key) -> ResultsPath? {
    path(forValue: key.filterValue) ?? noRow(withKeyOf: Key.filterKind)
  }

  /// Returns nil for a key that no row has. Stops a debug build if no row can have a key of its kind.
  @usableFromInline
  func noRow<Answer>(withKeyOf kind: FilterKind?) -> Answer? {
    assert(
      configuration.rows.identity?.canEqual(kind) ?? true,
      "the keys of \(Item.self) are never of the kind \(kind?.rawValue ?? "")")
    return nil
  }

  @usableFromInline
  func path(forValue key: FilterValue) -> ResultsPath? { store.id(forKey: key).flatMap(shownPath) }

  /// The index path of the row with an item's identity; nil if the row is hidden or there is none.
  ///
  /// An item that the test of group rows hides has the path of the group row of its section.
  ///
  /// - Complexity: O(log n), and O(n) for rows without a key.
  public func path(of item: Item) -> ResultsPath? { id(of: item).flatMap(shownPath) }

  private func shownPath(_ id: UInt32) -> ResultsPath? {
    if !store.gate.isUnderWay, !store.hasChanges, let paths = store.delivered.pathsOfManyLookUps() {
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
    if place.visibility == .shown { return ResultsPath(section: section, item: place.rank) }
    let header = shown.header(at: section)
    guard header.showsGroup, let tree = header.tree else { return nil }
    return ResultsPath(section: section, item: tree.shownCount)
  }

  /// The names of the filters that hide the row with a key, in order of application; nil if no row has the key.
  ///
  /// - Complexity: O(1) in the number of rows.
  @inlinable
  public func filtersHiding<Key: FilterValueConvertible>(key: Key) -> [String]? {
    namesOfFilters(hiding: key.filterValue) ?? noRow(withKeyOf: Key.filterKind)
  }

  @usableFromInline
  func namesOfFilters(hiding key: FilterValue) -> [String]? {
    store.id(forKey: key).map { store.filtersHiding($0) }
  }
}

// MARK: - Stored rows

extension ResultsController {
  /// Whether data is loaded.
  package var isLoaded: Bool { store.state != nil }

  /// The number of rows, hidden or visible.
  public var count: Int { store.settledState()?.count ?? 0 }

  /// All items in the order of the store, hidden or visible; nil if no data is loaded.
  ///
  /// - Complexity: O(n).
  public var items: [Item]? {
    store.settledState().map { state in state.store.ids.map { state.rows.item($0, as: Item.self) } }
  }

  /// The key of an item, stored or not; nil if rows have no keys.
  public func key(of item: Item) -> FilterValue? { store.rules.key(of: item) }

  /// Whether the store has a row with the identity of an item, hidden or visible.
  ///
  /// - Complexity: O(log n), and O(n) for rows without a key.
  public func contains(_ item: Item) -> Bool { id(of: item) != nil }

  /// The item with a key, hidden or visible; nil if no row has the key.
  ///
  /// ```swift
  /// let ada = results.item(forKey: 7)
  /// ```
  @inlinable
  public func item<Key: FilterValueConvertible>(forKey key: Key) -> Item? {
    item(forValue: key.filterValue) ?? noRow(withKeyOf: Key.filterKind)
  }

  @usableFromInline
  func item(forValue key: FilterValue) -> Item? {
    store.id(forKey: key).flatMap { store.settledState()?.rows.item($0, as: Item.self) }
  }

  /// The item at a position in the store, hidden or visible; nil if the position does not exist.
  ///
  /// - Complexity: O(log n).
  public func item(at position: StorePosition) -> Item? {
    guard let state = store.settledState(), let id = state.store.id(at: position) else {
      return nil
    }
    return state.rows.item(id, as: Item.self)
  }

  /// The stored item with the identity of an item that may be older; nil if there is none.
  package func currentVersion(of item: Item) -> Item? {
    id(of: item).flatMap { store.settledState()?.rows.item($0, as: Item.self) }
  }

  /// The position in the store of the row with a key, hidden or visible; nil if no row has the key.
  ///
  /// - Complexity: O(log n).
  public func position<Key: FilterValueConvertible>(forKey key: Key) -> StorePosition? {
    store.id(forKey: key.filterValue).flatMap { store.settledState()?.store.position(of: $0) }
      ?? noRow(withKeyOf: Key.filterKind)
  }

  /// The position in the store of the row with an item's identity, hidden or visible; nil if there is none.
  ///
  /// - Complexity: O(log n), and O(n) for rows without a key.
  public func position(of item: Item) -> StorePosition? {
    id(of: item).flatMap { store.settledState()?.store.position(of: $0) }
  }

  /// The keys that rows of several types share, each once.
  ///
  /// Such rows are different rows, which is rarely intended. Only dynamic values have several types, such as an object
  /// and a typed item.
  ///
  /// - Complexity: O(n).
  package var keysOfSeveralTypes: [FilterValue] {
    var types: [FilterValue: RowType] = [:]
    var found: [FilterValue] = []
    var seen: Set<FilterValue> = []
    for item in items ?? [] {
      guard let key = key(of: item) else { continue }
      let type = RowType(item)
      if let known = types[key], known != type, seen.insert(key).inserted { found.append(key) }
      types[key] = type
    }
    return found
  }

  /// The row with the identity of an item. Without a key equal items have one identity.
  func id(of item: Item) -> RowID? { withUnsafePointer(to: item) { store.id(at: $0) } }
}
