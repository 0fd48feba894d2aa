internal import FilterEngine
internal import FilterableResults

/// A key path of all open rows. The values of a text of many rows are kept as cells after the first access.
final class RowColumn {
  let key: KeyColumn

  /// The column that reads cells as what it compares them with.
  private let read: KeyColumn
  private let store: RowStore
  private var cells = TextParts<RowCells>()

  init(_ key: KeyColumn, _ store: RowStore) {
    self.key = key
    read = store.reading(key)
    self.store = store
  }

  /// Reads the cells of all texts that have none.
  func prepare() throws(ToolError) {
    try cells.prepare(store) { text throws(ToolError) in try RowCells(text, read) }
  }

  /// The value of a row; nil if it is missing or its evaluation fails.
  func value(of row: OpenRow) -> FilterValue {
    let text = row.text
    if let cells = cells[text] { return cells[Int(row.index), in: text] }
    return read.value(of: read.readsCells ? store.readings(of: row) : store.value(of: row))
  }
}
