internal import FilterEngine

extension RowLookup {
  /// Reads the rows of the other file, as values. Throws if one has no key, or two have the same.
  mutating func read(progress: (Int?) -> Progress?) throws(ToolError) {
    let file = try FileRows(path: path, regularOnly: false, progress: progress)
    let store = RowStore()
    store.hasCells = file.text.format.records != nil
    let found = store.add(file.rows)
    let column = RowColumn(
      try KeyColumn(key).resolved(in: found.prefix(RowStore.manyRows).map(store.value)), store)
    try column.prepare()
    func value(_ row: OpenRow) -> FilterValue { store.sharedKey(column.value(of: row)) }
    if let conflict = try store.conflict(of: found, by: column.key.name, value) {
      throw .message("\(path): \(conflict)")
    }
    hasCells = store.hasCells
    rows.reserveCapacity(found.count)
    for (index, row) in found.enumerated() {
      if index & 0xFFF == 0 { try Interrupt.check() }
      rows[value(row)] = store.value(of: row)
    }
  }
}
