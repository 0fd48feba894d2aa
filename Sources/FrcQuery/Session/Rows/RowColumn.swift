internal import FilterEngine

/// A key path of all open rows. The values of a file are kept as cells after the first access.
final class RowColumn {
  /// Fewer rows are read one by one.
  static let fewest = 64

  let key: KeyColumn

  /// The column that reads cells as what it compares them with.
  private let read: KeyColumn
  private let store: RowStore
  private var cells: [(serial: Int, cells: RowCells)?] = []

  init(_ key: KeyColumn, _ store: RowStore) {
    self.key = key
    read = store.reading(key)
    self.store = store
  }

  /// Reads the cells of all texts that have none.
  func prepare() throws(ToolError) {
    for (place, text) in store.texts {
      while cells.count <= Int(place) { cells.append(nil) }
      let serial = store.serial(place)
      guard cells[Int(place)]?.serial != serial else { continue }
      cells[Int(place)] = nil
      if text.count >= Self.fewest { cells[Int(place)] = (serial, try RowCells(text, read)) }
    }
  }

  /// The value of a row; nil if it is missing or its evaluation fails.
  func value(of row: OpenRow) -> FilterValue {
    if Int(row.text) < cells.count, let cells = cells[Int(row.text)],
      cells.serial == store.serial(row.text)
    {
      return cells.cells[Int(row.index)]
    }
    return read.value(of: read.readsCells ? store.readings(of: row) : store.value(of: row))
  }
}
