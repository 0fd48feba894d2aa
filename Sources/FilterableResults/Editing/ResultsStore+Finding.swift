internal import FilterEngine

// Unsafe: rows are given by their addresses, which are good for as long as the call.
extension ResultsStore {
  /// The row of a key.
  func id(forKey key: FilterValue) -> RowID? {
    // Gathered rows have the same keys.
    guard let state, key.kind != .null else { return nil }
    if let column = rules.keyColumn, let words = column.words(of: key) {
      return withExtendedLifetime(key) { id(ofWords: words, column, in: state) }
    }
    guard let identity = rules.identity else { return nil }
    let rows = state.rows
    return keys.index.find(key) { identity.value(of: $0, in: rows) == key }
  }

  /// The row after the one that was found last, if its key has these words.
  ///
  /// A batch often edits consecutive rows. Their memory is then read in order, without the index.
  private func nextID(
    ofWords words: ValueWords, _ column: FieldColumn, in state: ResultsState
  ) -> RowID? {
    let next = lastFound &+ 1
    // If every number belongs to a row, no content is that of a removed row.
    guard findsInOrder, isInBatch, case let count = state.store.rows.count,
      keys.index.count == count, next < count, column.has(words, at: state.address(of: next))
    else { return nil }
    return next
  }

  /// The row of a key by its words.
  private func id(
    ofWords words: ValueWords, _ column: FieldColumn, in state: ResultsState
  ) -> RowID? {
    let index = keys.index
    return index.find(hash: column.hash(words, index.hasher)) {
      column.has(words, at: state.address(of: $0))
    }
  }

  /// The address of a row.
  func address(of id: RowID) -> UnsafeRawPointer? { state?.address(of: id) }

  /// The place of a row in the arrangement, and the number of its section.
  func place(of id: RowID) -> (place: RowPlace, section: Int)? {
    settle()
    guard let state, let place = state.place(of: id, rules) else { return nil }
    return (place, state.arranged.id(at: place.section))
  }

  /// The row of a key among the rows of the type of the row at an address.
  func id(ofKey key: FilterValue, like address: UnsafeRawPointer) -> RowID? {
    guard let type = rules.type, let rows = state?.rows, let identity = rules.identity else {
      return id(forKey: key)
    }
    let wanted = type(address)
    return keys.index.find(key) {
      let other = rows.address(of: $0)
      return identity.read(other) == key && type(other) == wanted
    }
  }

  /// The row with the identity of the item at an address: the same key, or without a key an equal item.
  func id(at address: UnsafeRawPointer) -> RowID? {
    if let column = rules.keyColumn, let state {
      let words = column.words(at: address)
      let id =
        nextID(ofWords: words, column, in: state) ?? id(ofWords: words, column, in: state)
      if let id {
        findsInOrder = id == lastFound &+ 1
        lastFound = id
      }
      return id
    }
    if let key = rules.key(at: address) { return id(ofKey: key, like: address) }
    guard let state else { return nil }
    return state.store.ids.first {
      let row = state.rows.address(of: $0)
      return rules.key(at: row) == nil && rules.content.areEqual(row, address)
    }
  }
}
