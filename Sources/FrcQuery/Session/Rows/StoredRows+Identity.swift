internal import FilterEngine
internal import FilterableResults

extension StoredRows {
  /// `id` if every row has its own, else nil for the rows' numbers.
  func defaultIdentity(of rows: [OpenRow]) throws(ToolError) -> RowColumn? {
    let column = RowColumn(
      try KeyColumn("id"), store)
    guard !rows.isEmpty else { return nil }
    try column.prepare()
    return try conflict(column, rows) == nil ? column : nil
  }

  func setIdentity(_ key: KeyColumn?) throws(ToolError) {
    guard let key else {
      return try identify(by: try defaultIdentity(of: rows))
    }
    let column = RowColumn(key, store)
    try column.prepare()
    if let conflict = try conflict(column, rows) { throw .message(conflict) }
    try identify(by: column)
  }

  func identify(by column: RowColumn?) throws(ToolError) {
    let store = store
    try edit { () throws(ResultsError) in
      try controller.configure { configuration in
        configuration.rows.isModified = { !store.isSameContent($0, $1) }
        configuration.rows.identity = ResultsKey { row in Self.key(of: row, column) }
      }
    }
    settings.identity = column
  }

  /// The reason that a column cannot identify rows; nil if it can.
  func conflict(_ column: RowColumn, _ rows: [OpenRow]) throws(ToolError) -> String? {
    try store.conflict(of: rows, by: column.key.name, column.value)
  }

  /// The key of a row. One without the key path is known by its number in a list, which no file has
  /// by accident.
  private static func key(of row: OpenRow, _ column: RowColumn?) -> FilterValue {
    let number = FilterValue.int(Int64(row.number))
    guard let column else { return number }
    let value = column.value(of: row)
    return value.kind == .null ? .list([number]) : value
  }

  var isIdentifiedByNumber: Bool { settings.identity == nil }
  var identityName: String { settings.identity?.key.name ?? "row number" }

  func key(of row: OpenRow) -> FilterValue { Self.key(of: row, settings.identity) }

  /// The row with a key, and its position among all rows.
  func found(_ key: FilterValue) throws(ToolError) -> (row: OpenRow, position: Int) {
    guard let position = controller.position(forKey: key),
      let row = controller.item(at: position)
    else { throw .message("no row has the \(identityName) \(ValueText.text(key))") }
    return (row, position.offset)
  }
}

extension RowStore {
  /// The reason that the values of a key cannot identify rows; nil if they can.
  func conflict(
    of rows: [OpenRow], by name: String, _ key: (OpenRow) -> FilterValue
  ) throws(ToolError) -> String? {
    var seen: Set<FilterValue> = []
    var integers: Set<Int64> = []
    for (index, row) in rows.enumerated() {
      if index & 0xFFF == 0 { try Interrupt.check() }
      let value = key(row)
      if value.kind == .null { return "row \(row.number) has no \(name)" }
      // Integers are most keys, and take a fraction of the memory.
      let isNew =
        value.exactInteger.map { integers.insert($0).inserted } ?? seen.insert(value).inserted
      if !isNew {
        return "more than one row has the \(name) \(ValueText.text(value)), such as "
          + "row \(row.number)"
      }
    }
    return nil
  }
}

extension FilterValue {
  /// The integer that the value is equal to, if it is one of 64 bits.
  fileprivate var exactInteger: Int64? {
    switch self {
    case .int(let value): value
    case .bool(let value): value ? 1 : 0
    case .double(let value): Int64(exactly: value)
    default: nil
    }
  }
}
