public import FilterEngine

// Sections of the store; with a section key they are storage only.
extension ResultsController {
  /// Adds a section behind the others.
  ///
  /// - Throws: `noData`; `notSectioned`; `duplicateSection`; `duplicateKey` where duplicates are refused.
  public func addSection(_ section: StoredSection<Item>) throws(ResultsError) {
    try insertSection(section, at: nil)
  }

  /// Puts a section in before the one at a place.
  ///
  /// - Throws: `noSection`, and as `addSection`.
  public func insertSection(
    _ section: StoredSection<Item>, at place: Int?
  ) throws(ResultsError) {
    try editAll { () throws(ResultsError) in
      let store = try sections()
      let place = place ?? store.count
      guard place >= 0, place <= store.count else { throw .noSection(place) }
      let key = section.key ?? unusedKey(from: store.count)
      guard !store.list.contains(where: { $0.key == key }) else { throw .duplicateSection(key) }
      state?.store.insert(
        RowSection(id: rules.numbers.number(of: key), key: key, title: section.title), at: place)
      arrangeSections()
      try fill(place, with: section.items)
    }
  }

  /// Removes the section at a place, with its rows.
  ///
  /// - Throws: `noData`; `notSectioned`; `noSection`.
  public func removeSection(at place: Int) throws(ResultsError) {
    try editAll { () throws(ResultsError) in
      let store = try sections()
      guard store.indices.contains(place) else { throw .noSection(place) }
      for id in store[place].tree.ids { removeRow(id) }
      state?.store.remove(at: place)
      arrangeSections()
    }
  }

  /// Removes the section with a key; nothing where there is none.
  ///
  /// - Throws: `noData`; `notSectioned`.
  public func removeSection(forKey key: FilterValue) throws(ResultsError) {
    guard let place = try sections().list.firstIndex(where: { $0.key == key }) else { return }
    try removeSection(at: place)
  }

  /// Puts other rows into the section at a place.
  ///
  /// - Throws: `noData`; `notSectioned`; `noSection`; `duplicateKey` where duplicates are refused.
  public func replaceSection(at place: Int, with items: [Item]) throws(ResultsError) {
    try editAll { () throws(ResultsError) in
      let store = try sections()
      guard store.indices.contains(place) else { throw .noSection(place) }
      for id in store[place].tree.ids { removeRow(id) }
      try fill(place, with: items)
    }
  }

  /// Puts other rows into the section with a key; nothing where there is none.
  ///
  /// - Throws: `noData`; `notSectioned`; `duplicateKey` where duplicates are refused.
  public func replaceSection(
    forKey key: FilterValue, with items: [Item]
  ) throws(ResultsError) {
    guard let place = try sections().list.firstIndex(where: { $0.key == key }) else { return }
    try replaceSection(at: place, with: items)
  }

  /// Takes a section to another place, which is counted after it has been taken out.
  ///
  /// - Throws: `noData`; `notSectioned`; `noSection`.
  public func moveSection(from: Int, to: Int) throws(ResultsError) {
    try edit { () throws(ResultsError) in
      let store = try sections()
      guard store.indices.contains(from) else { throw .noSection(from) }
      guard store.indices.contains(to) else { throw .noSection(to) }
      guard from != to, var next = state else { return }
      let section = next.store.remove(at: from)
      next.store.insert(section, at: to)
      next.relabel(next.storeIDs)
      try rearrange(next)
    }
  }

  /// Gives a section another title; nil for the text of its key.
  ///
  /// - Throws: `noData`; `noSection`.
  public func setTitle(_ title: String?, ofSectionAt place: Int) throws(ResultsError) {
    try edit { () throws(ResultsError) in
      guard let state else { throw .noData }
      guard state.store.indices.contains(place) else { throw .noSection(place) }
      var next = state
      let section = next.store.remove(at: place)
      next.store.insert(
        RowSection(id: section.id, key: section.key, title: title, tree: section.tree), at: place)
      try rearrange(next)
    }
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

  /// Makes the arrangement follow the store's sections, whose rows it has already.
  private func arrangeSections() {
    pending.needs(.all)
    guard rules.configuration.section == nil, let store = state?.store else { return }
    let known = Dictionary(
      (state?.arranged.list ?? []).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    state?.arranged = SectionTree(
      store.list.map { section in
        known[section.id] ?? rules.section(id: section.id, key: section.key, title: section.title)
      })
  }

  private func fill(_ place: Int, with items: [Item]) throws(ResultsError) {
    for item in items {
      guard let key = rules.key(of: item), let known = id(ofKey: key, like: item) else {
        try insertRow(
          item, at: ItemPath(section: place, item: state?.store[place].tree.count ?? 0))
        continue
      }
      duplicateKeys.append(key)
      switch rules.configuration.duplicates {
      case .first: continue
      case .last: try updateRow(known, item)
      case .refuse: throw .duplicateKey(key)
      }
    }
  }
}
