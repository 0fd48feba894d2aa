internal import FilterSQL

/// The row of a result that a database is at.
///
/// A store gives it to the decoder of a table. It is good until the database goes to the next row.
public protocol SQLCells: AnyObject {
  /// What a cell holds, by its position among the columns of the statement.
  func cell(at index: Int) -> SQLCellValue

  /// Sets each element to what the cell at its index holds.
  func read(into row: inout [SQLCellValue])
}

/// What a cell of a result holds.
public enum SQLCellValue: Sendable {
  /// Nothing
  case null
  /// An integer of 64 bits
  case integer(Int64)
  /// A double
  case real(Double)
  /// A text; nil where it is not UTF-8
  case text(String?)
  /// Bytes
  case bytes([UInt8])
}

extension SQLCells {
  /// The value of a cell as it is bound to a statement; nil for NULL and for a text that is not UTF-8.
  func value(at index: Int) -> SQLValue? {
    switch cell(at: index) {
    case .null: nil
    case .integer(let integer): .integer(integer)
    case .real(let real): .real(real)
    case .text(let text): text.map { .text($0) }
    case .bytes(let bytes): .bytes(bytes)
    }
  }
}
