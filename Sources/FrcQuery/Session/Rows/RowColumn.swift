internal import FilterEngine

/// A key path of all open rows. The values of a file are kept as cells after the first access.
final class RowColumn {
  /// Fewer rows are read one by one.
  static let fewest = 64

  let key: KeyColumn
  private let store: RowStore
  private var cells: [(serial: Int, cells: RowCells)?] = []

  init(_ key: KeyColumn, _ store: RowStore) {
    self.key = key
    self.store = store
  }

  /// Reads the cells of all texts that have none.
  func prepare() throws(ToolError) {
    for (place, text) in store.texts {
      while cells.count <= Int(place) { cells.append(nil) }
      let serial = store.serial(place)
      guard cells[Int(place)]?.serial != serial else { continue }
      cells[Int(place)] = nil
      if text.count >= Self.fewest { cells[Int(place)] = (serial, try RowCells(text, key)) }
    }
  }

  /// The value of a row; nil if it is missing or its evaluation fails.
  func value(of row: OpenRow) -> FilterValue {
    if Int(row.text) < cells.count, let cells = cells[Int(row.text)],
      cells.serial == store.serial(row.text)
    {
      return cells.cells[Int(row.index)]
    }
    return key.value(of: store.value(of: row))
  }
}
