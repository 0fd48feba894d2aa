internal import FilterEngine
internal import FilterJSON

/// A matching row, in the buffer that it was read into.
protocol MatchedRow {
  /// The row as a value; nil if it cannot be read.
  var value: FilterValue? { get }

  /// The value of one of the wanted columns as it is read in place, valid as long as the row; `other`
  /// where more than that has to be known.
  func slot(at column: Int) -> RowSlot

  /// The value of one of the wanted columns; nil if the whole row has to be asked.
  func value(at column: Int) -> FilterValue?

  /// Appends the row as JSON, as it was spelled.
  func appendJSON(to bytes: inout [UInt8])

  /// Appends the value of a wanted column as JSON, as it was spelled; false if the whole row has to
  /// be asked.
  func appendJSON(at column: Int, to bytes: inout [UInt8]) -> Bool

  /// The output of the row, by its value.
  func output(_ selection: Selection, asJSON: Bool) -> OutputRow
}

extension MatchedRow {
  /// Appends the value of a wanted column as a cell; false if the whole row has to be asked.
  func appendCell(at column: Int, separator: UInt8, to bytes: inout [UInt8]) -> Bool {
    let slot = slot(at: column)
    switch slot.kind {
    case .missing, .null: return true
    case .integer: JSONWriter.write(slot.integer, to: &bytes)
    case .string: Cell.append(slot.utf8, separator: separator, to: &bytes)
    default:
      guard let value = slot.scalar ?? value(at: column) else { return false }
      if value.kind != .null {
        Cell.append(Columns.text(of: value).utf8, separator: separator, to: &bytes)
      }
    }
    return true
  }
}
