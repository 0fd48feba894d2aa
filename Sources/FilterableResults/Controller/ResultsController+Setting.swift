internal import FilterEngine

extension ResultsController {
  /// Replaces all data with one flat list, in the order of `keys` if there are any; nil unloads the data.
  ///
  /// ```swift
  /// try results.setItems(people)
  /// ```
  ///
  /// The difference from the previous data is reported as one change.
  ///
  /// - Throws: `duplicateKey` if duplicates are refused; `limit`.
  public func setItems(
    _ items: [Item]?, sortedBy keys: [ResultsSortKey<Item>] = []
  ) throws(ResultsError) {
    guard let items else { return try edit { store.unload() } }
    try load(keys.isEmpty ? items : RowOrder.sorted(items, by: keys))
  }

  private func load(_ items: [Item]) throws(ResultsError) {
    try edit { () throws(ResultsError) in
      try store.load(
        RowTable(items), [LoadedSection(key: .null, title: nil, count: items.count)], isFlat: true,
        isDelivering: store.gate.isUnderWay)
    }
  }

  /// Replaces all data with sections; nil unloads the data.
  ///
  /// A section without a key gets its index as key. If two sections have one key, the rows of the second are added to
  /// the first.
  ///
  /// - Throws: `duplicateKey` and `duplicateSection` if duplicates are refused; `limit`.
  public func setSections(_ sections: [StoredSection<Item>]?) throws(ResultsError) {
    try edit { () throws(ResultsError) in
      guard let sections else { return store.unload() }
      let merged = try merge(sections)
      try store.load(
        RowTable(merged.flatMap { $0.items }),
        merged.map {
          LoadedSection(key: $0.key ?? .null, title: $0.title, count: $0.items.count)
        }, isFlat: false, isDelivering: store.gate.isUnderWay)
    }
  }

  private func merge(
    _ sections: [StoredSection<Item>]
  ) throws(ResultsError) -> [StoredSection<Item>] {
    var indices: [FilterValue: Int] = [:]
    var result: [StoredSection<Item>] = []
    for (index, section) in sections.enumerated() {
      let key = section.key ?? .int(Int64(index))
      if let known = indices[key] {
        guard configuration.rows.duplicates != .refuse else { throw .duplicateSection(key) }
        store.repeatKey(key)
        result[known].items += section.items
      } else {
        indices[key] = result.count
        var section = section
        section.key = key
        result.append(section)
      }
    }
    return result
  }

  /// Replaces all data with the visible rows of a snapshot, such as one that was stored or received.
  ///
  /// Its sections become those of the store, unless rows have a section key. Items of group rows are included, and
  /// rows without an item are not. A snapshot without data unloads the data.
  ///
  /// - Throws: `duplicateKey` and `duplicateSection` if duplicates are refused; `limit`.
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
  /// The visible items and those that a group row represents.
  fileprivate var storedItems: [Item] {
    rows.flatMap { row -> [Item] in
      switch row {
      case .item(let item): [item]
      case .group(let group): group.items
      case .extra: []
      }
    }
  }

  /// The title, or nil if it is only the text of the key.
  fileprivate var storedTitle: String? {
    if case .string(let text) = key, text == title { nil } else { title }
  }
}
