internal import FilterEngine

extension ResultsController {
  /// Puts `items`, as one flat list, in the place of all data; nil unloads it.
  ///
  /// - Throws: `duplicateKey` where duplicates are refused.
  public func setItems(_ items: [Item]?) throws(ResultsError) {
    try edit { () throws(ResultsError) in
      guard let items else { return store.unload() }
      try store.load(
        RowTable(items), [LoadedSection(key: .null, title: nil, count: items.count)], isFlat: true,
        isDelivering: delivery.isUnderWay)
    }
  }

  /// Puts `items` in the place of all data after ordering them by `keys`.
  public func setItems(_ items: [Item], sortedBy keys: [SortKey<Item>]) throws(ResultsError) {
    try setItems(RowOrder.sorted(items, by: keys))
  }

  /// Puts `sections` in the place of all data; nil unloads it.
  ///
  /// A section without a key has its place as key. Of two sections with one key the later one's rows
  /// go to the first one, unless duplicates are refused.
  ///
  /// - Throws: `duplicateKey`, `duplicateSection` where duplicates are refused.
  public func setSections(_ sections: [StoredSection<Item>]?) throws(ResultsError) {
    try edit { () throws(ResultsError) in
      guard let sections else { return store.unload() }
      let merged = try merge(sections)
      try store.load(
        RowTable(merged.flatMap { $0.items }),
        merged.map {
          LoadedSection(key: $0.key ?? .null, title: $0.title, count: $0.items.count)
        }, isFlat: false, isDelivering: delivery.isUnderWay)
    }
  }

  private func merge(
    _ sections: [StoredSection<Item>]
  ) throws(ResultsError) -> [StoredSection<Item>] {
    var places: [FilterValue: Int] = [:]
    var result: [StoredSection<Item>] = []
    for (place, section) in sections.enumerated() {
      let key = section.key ?? .int(Int64(place))
      if let known = places[key] {
        guard configuration.rows.duplicates != .refuse else { throw .duplicateSection(key) }
        store.repeatKey(key)
        result[known].items += section.items
      } else {
        places[key] = result.count
        var section = section
        section.key = key
        result.append(section)
      }
    }
    return result
  }
}
