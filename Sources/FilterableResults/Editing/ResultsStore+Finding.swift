internal import FilterEngine

// Unsafe: rows are given by their addresses, which are good for as long as the call.
extension ResultsStore {
  /// The row of a key.
  func id(forKey key: FilterValue) -> RowID? {
    // Rows that wait to be put into place have the same keys.
    guard let rows = settled?.rows, let identity = rules.identity, key.kind != .null else {
      return nil
    }
    guard let column = rules.keyColumn, let words = column.words(of: key) else {
      return keys.index.find(key) { identity.value(of: $0, in: rows) == key }
    }
    return withExtendedLifetime(key) { id(ofWords: words, column, in: rows) }
  }

  /// The row after the one that was found last, if its key has these words.
  ///
  /// The rows of a batch mostly come one after another. Their memory is read in order then, and no place is looked up.
  private func nextID(
    ofWords words: ValueWords, _ column: FieldColumn, in rows: RowTable
  ) -> RowID? {
    let next = lastFound &+ 1
    // Where every number is that of a row, no content is one of a row that is gone.
    guard isInBatch, keys.index.count == rows.count, next < rows.count,
      column.has(words, at: rows.address(of: next))
    else { return nil }
    return next
  }

  /// The row of a key by its words.
  private func id(ofWords words: ValueWords, _ column: FieldColumn, in rows: RowTable) -> RowID? {
    keys.index.find(hash: column.hash(words, keys.index.hasher)) {
      column.has(words, at: rows.address(of: $0))
    }
  }

  /// Where the arrangement has a row, and the number of the section there.
  func place(of id: RowID) -> (place: RowPlace, section: Int)? {
    if !deferred.isEmpty { settle() }
    // Where the state is: a copy would count all its references.
    guard let place = settled?.place(of: id, rules),
      let number = settled?.arranged.withSection(at: place.section, { $0.id })
    else { return nil }
    return (place, number)
  }

  /// The row of a key among those of the type of the row at an address.
  func id(ofKey key: FilterValue, like address: UnsafeRawPointer) -> RowID? {
    guard let type = rules.type, let rows = settled?.rows, let identity = rules.identity else {
      return id(forKey: key)
    }
    let wanted = type(address)
    return keys.index.find(key) {
      let other = rows.address(of: $0)
      return identity.read(other) == key && type(other) == wanted
    }
  }

  /// The row of the identity of the item at an address; equal items stand for each other where there is no key.
  func id(at address: UnsafeRawPointer) -> RowID? {
    if let column = rules.keyColumn, let rows = settled?.rows {
      let words = column.words(at: address)
      let id = nextID(ofWords: words, column, in: rows) ?? id(ofWords: words, column, in: rows)
      if let id { lastFound = id }
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
