internal import FilterEngine

// Sections of the store. With a section key they have no effect on the sections that are shown.
extension ResultsStore {
  /// Inserts a section before the one at an index, by default at the end.
  ///
  /// - Throws: `noData`; `notSectioned`; `noSection`; `duplicateSection`; and as `insert`.
  func insertSection(
    _ key: FilterValue?, title: String?, _ rows: [StoredRow], at index: Int?
  ) throws(ResultsError) {
    let store = try sections()
    let index = index ?? store.count
    guard index >= 0, index <= store.count else { throw .noSection(index) }
    let key = key ?? unusedKey(from: store.count)
    guard !store.list.contains(where: { $0.key == key }) else { throw .duplicateSection(key) }
    insertSection(key, title: title, at: index)
    try fill(index, with: rows)
  }

  /// The index of a section.
  ///
  /// - Throws: `noData`; `notSectioned`.
  func section(forKey key: FilterValue) throws(ResultsError) -> Int? {
    try sections().list.firstIndex { $0.key == key }
  }

  /// Removes the section at an index, with its rows.
  ///
  /// - Throws: `noData`; `notSectioned`; `noSection`.
  func removeSection(_ index: Int) throws(ResultsError) {
    guard try sections().indices.contains(index) else { throw .noSection(index) }
    removeSection(at: index)
  }

  /// Replaces the rows of the section at an index.
  ///
  /// - Throws: `noData`; `notSectioned`; `noSection`; and as `insert`.
  func replaceSection(
    at index: Int, with rows: [StoredRow]
  ) throws(ResultsError) {
    guard try sections().indices.contains(index) else { throw .noSection(index) }
    removeRows(ofSection: index)
    try fill(index, with: rows)
  }

  /// Moves a section to another index, counted after the removal.
  ///
  /// - Throws: `noData`; `notSectioned`; `noSection`; `limit`.
  func moveSection(from: Int, to: Int) throws(ResultsError) {
    let store = try sections()
    guard store.indices.contains(from) else { throw .noSection(from) }
    guard store.indices.contains(to) else { throw .noSection(to) }
    guard from != to, var next = state else { return }
    next.store.moveSection(from: from, to: to)
    try rearrange(next)
    note(.moveSection(from: to, to: from))
  }

  /// Sets the title of a section; nil for the text of its key.
  ///
  /// - Throws: `noData`; `noSection`; `limit`.
  func setTitle(_ title: String?, ofSectionAt index: Int) throws(ResultsError) {
    guard var next = state else { throw .noData }
    guard next.store.sections.indices.contains(index) else { throw .noSection(index) }
    let old = next.store.sections[index].title
    next.store.setTitle(title, ofSection: index)
    try rearrange(next)
    note(.setTitle(old, at: index))
  }

  private func sections() throws(ResultsError) -> SectionTree {
    guard let state else { throw .noData }
    guard !state.store.isFlat else { throw .notSectioned }
    return state.store.sections
  }

  private func unusedKey(from start: Int) -> FilterValue {
    let used = Set(state?.store.sections.list.map(\.key) ?? [])
    var number = start
    while used.contains(.int(Int64(number))) { number += 1 }
    return .int(Int64(number))
  }

  private func fill(_ index: Int, with rows: [StoredRow]) throws(ResultsError) {
    for row in rows {
      let end = state?.store.count(ofSection: index) ?? 0
      try insertNew(row, at: StorePosition(section: index, offset: end))
    }
  }

  // MARK: - Steps

  /// Inserts a section without rows at an index.
  private func insertSection(_ key: FilterValue, title: String?, at index: Int) {
    state?.store.insert(
      RowSection(id: rules.numbers.number(of: key), key: key, title: title), at: index)
    note(.removeSection(key, at: index))
    arrangeSections()
  }

  /// Removes the section at an index with its rows.
  private func removeSection(at index: Int) {
    removeRows(ofSection: index)
    let head = state?.store.sections[index].head
    state?.store.removeSection(at: index)
    note(head.map { .insertSection($0.key, title: $0.title, at: index) })
    arrangeSections()
  }

  /// Removes the rows of the section at an index.
  private func removeRows(ofSection index: Int) {
    for id in state?.store.sections[index].tree.ids ?? [] { remove(id) }
  }

  /// Updates the sections of the arrangement, which has all rows already.
  private func arrangeSections() {
    pending.needs(.all)
    guard rules.section == nil, let sections = state?.store.sections else { return }
    let old = state?.arranged.list ?? []
    var indices: [Int: Int] = [:]
    for index in old.indices.reversed() { indices[old[index].id] = index }
    state?.arranged = SectionTree(
      sections.list.map { section in
        indices[section.id].map { old[$0] }
          ?? rules.section(id: section.id, key: section.key, title: section.title)
      })
  }
}
