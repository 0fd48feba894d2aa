internal import FilterEngine

extension ResultsStore {
  /// Replaces the log; it does not have earlier edits of open batches.
  func setLog(_ new: StoreLog?) {
    log = new
    forgetBatchSteps()
  }

  /// Carries out steps of the log, from the last one to the first, in a batch.
  ///
  /// - Throws: `otherContents` if the rows differ from those that the steps were recorded with; `limit`.
  func make(_ steps: [StoreStep]) throws(ResultsError) {
    for step in steps.reversed() { try make(step) }
  }

  private func make(_ step: StoreStep) throws(ResultsError) {
    switch step {
    case .remove(let row, let position):
      remove(try id(like: row, at: position))
    case .replace(let row, let position):
      try update(try id(like: row, at: position), row)
    case .insert(let row, let position):
      let key = rules.key(at: row.address)
      try require(
        state?.store.hasRoom(at: position) == true
          && key.flatMap({ id(ofKey: $0, like: row.address) }) == nil)
      try insert(row, key: key, at: position)
    case .move(let from, let to):
      do throws(ResultsError) {
        try move(from: from, to: to)
      } catch {
        if case .limit = error { throw error }
        throw .otherContents
      }
    case .removeSection(let key, let index):
      let section = section(at: index)
      try require(section?.key == key && section?.tree.count == 0)
      try removeSection(index)
    case .insertSection(let key, let title, let index):
      guard let sections = state?.store.sections, state?.store.isFlat == false,
        (0...sections.count).contains(index), !sections.list.contains(where: { $0.key == key })
      else { throw .otherContents }
      try insertSection(key, title: title, [], at: index)
    case .moveSection(let from, let to):
      try require(section(at: from) != nil && section(at: to) != nil)
      try moveSection(from: from, to: to)
    case .setTitle(let title, let index):
      try require(section(at: index) != nil)
      try setTitle(title, ofSectionAt: index)
    case .load(nil): unload()
    case .load(let contents?):
      let sections = contents.sections.list.map {
        LoadedSection(key: $0.key, title: $0.title, count: $0.tree.count)
      }
      try load(contents.inOrder, sections, isFlat: contents.isFlat, isDelivering: true)
    }
  }

  /// Throws if the contents are not those that a step was recorded with.
  private func require(_ areSame: Bool) throws(ResultsError) {
    if !areSame { throw .otherContents }
  }

  private func section(at index: Int) -> RowSection? {
    guard let sections = state?.store.sections, sections.indices.contains(index) else { return nil }
    return sections[index]
  }

  /// The row at a position, which must have the identity of `row`.
  private func id(like row: StoredRow, at position: StorePosition) throws(ResultsError) -> RowID {
    guard let state, let id = state.store.id(at: position) else { throw .otherContents }
    let (key, stored) = (rules.key(at: row.address), state.rows.address(of: id))
    guard key == rules.key(at: stored), rules.type(at: row.address) == rules.type(at: stored) else {
      throw .otherContents
    }
    return id
  }
}

extension StoreContents {
  /// The rows as one array in their order.
  fileprivate var inOrder: RowTable { RowTable(rows, ids) }
}
