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

  /// The row of a key by its words.
  private func id(ofWords words: ValueWords, _ column: FieldColumn, in rows: RowTable) -> RowID? {
    keys.index.find(hash: column.hash(words, keys.index.hasher)) {
      column.has(words, at: rows.address(of: $0))
    }
  }

  /// Where the arrangement has a row, and the number of the section there.
  func place(of id: RowID) -> (place: RowPlace, section: Int)? {
    if !deferred.isEmpty { settle() }
    guard let settled, let place = settled.place(of: id, rules) else { return nil }
    return (place, settled.arranged.withSection(at: place.section) { $0.id })
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
      return id(ofWords: column.words(at: address), column, in: rows)
    }
    if let key = rules.key(at: address) { return id(ofKey: key, like: address) }
    guard let state else { return nil }
    return state.store.ids.first {
      let row = state.rows.address(of: $0)
      return rules.key(at: row) == nil && rules.content.areEqual(row, address)
    }
  }
}
