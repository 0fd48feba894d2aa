internal import FilterEngine
internal import FilterableResults

/// A key path of the rows of a pipe. Scalars in texts of many rows are kept as cells after the first access.
final class RequestKey {
  private let reader: KeyPathReader<FilterValue>
  private let store: RowStore
  private var cells = TextParts<RowCells?>()

  init(_ reader: KeyPathReader<FilterValue>, _ store: RowStore) {
    (self.reader, self.store) = (reader, store)
  }

  /// The value of a row; null if it is missing.
  func value(of row: OpenRow) throws(EvaluationError) -> FilterValue {
    let text = row.text
    if let value = cells(of: text)?.scalar(of: Int(row.index), in: text) { return value }
    return try reader.evaluate(store.value(of: row))
  }

  /// The cells of a text; nil for a key path or a text whose values have to be read.
  private func cells(of text: RowText) -> RowCells? {
    guard !reader.keys.isEmpty, !text.isTagged, text.count >= RowStore.manyRows else { return nil }
    if let cells = cells[text] { return cells }
    try? cells.prepare(store) { [reader] text throws(ToolError) in
      text.isTagged ? nil : try RowCells(text, scalarsOf: reader.keys)
    }
    return cells[text] ?? nil
  }
}
