internal import FilterEngine
internal import FilterJSON
internal import FilterableResults

extension StoredRows {
  /// A row that was typed in.
  private func row(json: String, number: Int) throws(ToolError) -> OpenRow {
    let bytes = Array(json.utf8)
    do throws(JSONError) {
      try JSONReader().check(bytes)
    } catch {
      throw .message("\(error) (byte \(error.offset + 1) of the row)")
    }
    return store.add(RowText(bytes: bytes, starts: [0], firstNumber: number))[0]
  }

  func newColumns(in rows: some Sequence<[UInt8]>) -> [String] {
    guard let records = file.text.format.records, let header = file.text.header else { return [] }
    let known = header.names + file.added
    guard !records.names(in: rows, beside: known, withoutValue: false).isEmpty else { return [] }
    // Edits that are not saved can have added columns.
    let edited = self.rows.lazy.filter { [file] in $0.text !== file.original.first?.text }
    let added = records.names(
      in: edited.map(\.json), beside: known, withoutValue: false)
    return records.names(in: rows, beside: known + added, withoutValue: false)
  }

  func lacks(_ path: [String]) throws(ToolError) -> Bool {
    let columns = (file.text.header?.names ?? []) + file.added
    if path.count == 1, columns.contains(where: { $0.utf8.elementsEqual(path[0].utf8) }) {
      return false
    }
    let reader = JSONReader()
    var hasObject = false
    for (index, row) in rows.enumerated() {
      if index & 0xFFF == 0 { try Interrupt.check() }
      let isThere = row.withBytes { bytes in
        guard (try? reader.check(bytes)) != nil else { return false }
        let object = reader.range(ofPath: path.dropLast(), in: bytes)
        if let object, bytes[object.lowerBound] == UInt8(ascii: "{") { hasObject = true }
        return reader.range(ofPath: path, in: bytes) != nil
      }
      if isThere { return false }
    }
    return hasObject
  }

  private func known(_ key: FilterValue) -> OpenRow? { controller.item(forKey: key) }

  func add(json: String) throws(ToolError) {
    let row = try row(json: json, number: store.nextNumber)
    try requireKey(row)
    let key = key(of: row)
    guard known(key) == nil else {
      throw .message("a row has the \(identityName) \(ValueText.text(key)) already")
    }
    try make(RowEdit(position: controller.count, old: nil, new: row))
    store.setNextNumber(store.nextNumber + 1)
  }

  func remove(_ key: FilterValue) throws(ToolError) {
    let (row, position) = try found(key)
    try make(RowEdit(position: position, old: row, new: nil))
  }

  func replace(json: String, number: FilterValue?) throws(ToolError) {
    var replacement = try row(json: json, number: store.nextNumber)
    if number == nil { try requireKey(replacement) }
    let (old, position) = try found(number ?? key(of: replacement))
    // The new row takes the number too.
    replacement = try row(json: json, number: old.number)
    try make(RowEdit(position: position, old: old, new: replacement))
  }

  func merge(_ text: RowText) throws(ToolError) -> (replaced: Int, added: Int) {
    let rows = store.add(text.numbered(from: store.nextNumber))
    try prepare()
    for row in rows { try requireKey(row) }
    let keys = rows.map(key)
    var replaced: [FilterValue: OpenRow] = [:]
    for key in keys { replaced[key] = known(key) }
    let count = controller.count
    try edit { () throws(ResultsError) in try controller.merge(rows) }
    store.setNextNumber(store.nextNumber + rows.count)
    let replacedCount = keys.count { replaced[$0] != nil }
    for (key, row) in zip(keys, rows) {
      guard let old = replaced[key], let position = controller.position(forKey: key) else {
        continue
      }
      record([RowEdit(position: position.offset, old: old, new: row)])
      replaced[key] = row
    }
    record(
      (count..<controller.count).map { offset in
        RowEdit(
          position: offset, old: nil,
          new: controller.item(at: StorePosition(section: 0, offset: offset)))
      })
    return (replacedCount, rows.count - replacedCount)
  }

  private func requireKey(_ row: OpenRow) throws(ToolError) {
    guard let identity = settings.identity, identity.value(of: row).kind == .null else { return }
    throw .message("the row has no \(identity.key.name), by which rows are identified")
  }
}
