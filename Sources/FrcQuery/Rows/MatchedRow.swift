internal import FilterEngine
internal import FilterJSON

/// A matching row, in the buffer that it was read into.
protocol MatchedRow {
  /// The row as a value; nil if it cannot be read.
  var value: FilterValue? { get }

  /// The row as it is written: values of cells that are converted to a stated kind are as they were read.
  var written: FilterValue? { get }

  /// The row with the texts that its values have as cells, null for those without one.
  var cells: FilterValue? { get }

  /// The row with the readings of its cells as members; nil if it cannot be read.
  var readings: FilterValue? { get }

  /// The line on which the row begins, counted from the first line of its part; nil if it is unknown.
  var line: Int? { get }

  /// The number of rows that the row counts for, more than 1 if its source has counted equal rows.
  var weight: Int { get }

  /// The number of its values that are NaN or infinite, which JSON has no spelling for.
  var specialCount: Int { get }

  /// The value of a key path that is read in place, by its number. The slot is valid as long as the row. `other` if
  /// the value requires more than a slot.
  func slot(at column: Int) -> RowSlot

  /// The value of a key path; nil if it requires the whole row.
  func value(at column: Int) -> FilterValue?

  /// The value of a key path as it is written; nil if it requires the whole row.
  func written(at column: Int) -> FilterValue?

  /// The JSON of the value at `path` as it is spelled, without white space between tokens; nil if it is unknown.
  func spelling(ofPath path: [String]) -> [UInt8]?

  /// Appends the row as JSON, as it was spelled.
  func appendJSON(to bytes: inout [UInt8])

  /// Appends the value of a key path as JSON, as it was spelled; false if it requires the whole row.
  func appendJSON(at column: Int, to bytes: inout [UInt8]) -> Bool

  /// Appends the value of a key path as a cell, in quotes if a separator requires them; false if it requires the whole
  /// row.
  func appendCell(at column: Int, separator: UInt8?, to bytes: inout [UInt8]) -> Bool
}

extension MatchedRow {
  var written: FilterValue? { value }
  var cells: FilterValue? { value }
  var readings: FilterValue? { value }
  var line: Int? { nil }
  var weight: Int { 1 }
  var specialCount: Int { 0 }

  func written(at column: Int) -> FilterValue? { value(at: column) }

  func spelling(ofPath path: [String]) -> [UInt8]? { nil }

  func appendCell(at column: Int, separator: UInt8?, to bytes: inout [UInt8]) -> Bool {
    let slot = slot(at: column)
    switch slot.kind {
    case .missing, .null: return true
    case .integer: JSONWriter.write(slot.integer, to: &bytes)
    case .string: Cell.append(slot.utf8, separator: separator, to: &bytes)
    default:
      guard let value = slot.scalar ?? value(at: column) else { return false }
      Cell.append(value, separator: separator, to: &bytes)
    }
    return true
  }
}
