public import FilterEngine

extension ResultsController {
  /// The key of an item, whether it is stored or not; nil where it has none.
  public func key(of item: Item) -> FilterValue? { store.rules.key(of: item) }

  /// Whether the store has a row of the item's identity, hidden or shown.
  public func contains(_ item: Item) -> Bool { id(of: item) != nil }

  /// The keys that rows of several types share, each once.
  ///
  /// Such rows are different rows, which is rarely meant. Only dynamic values have several types: an
  /// object and a typed item, say.
  ///
  /// - Complexity: O(n).
  public var keysOfSeveralTypes: [FilterValue] {
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

  /// Puts what a snapshot shows in the place of all data: one that was kept, sent or made elsewhere.
  ///
  /// Its sections become those of the store, unless rows have a section key; nil data unloads.
  ///
  /// - Throws: `duplicateKey`, `duplicateSection` where duplicates are refused.
  public func setContents(of snapshot: ResultsSnapshot<Item>) throws(ResultsError) {
    guard let sections = snapshot.loadedSections else { return try setItems(nil) }
    let isFlat = sections.count == 1 && sections[0].key.kind == .null
    guard configuration.sections.key == nil, !isFlat else {
      return try setItems(sections.flatMap(\.storedItems))
    }
    try setSections(
      sections.map { StoredSection($0.key, title: $0.storedTitle, items: $0.storedItems) })
  }
}

extension ResultsSection {
  /// The items shown and those that a group row stands for.
  fileprivate var storedItems: [Item] {
    rows.flatMap { row -> [Item] in
      switch row {
      case .item(let item): [item]
      case .group(let group): group.items
      case .extra: []
      }
    }
  }

  /// The title, nil where it is only the text of the key.
  fileprivate var storedTitle: String? {
    if case .string(let text) = key, text == title { nil } else { title }
  }
}
