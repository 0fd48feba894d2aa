internal import FilterSQL

/// The row of a result that a database is at.
///
/// A store gives it to the decoder of a table. It is good until the database goes to the next row.
public protocol SQLCells: AnyObject {
  /// What a cell holds.
  func kind(at index: Int) -> SQLCellKind

  /// The integer of a cell that holds one.
  func integer(at index: Int) -> Int64

  /// The double of a cell that holds one.
  func real(at index: Int) -> Double

  /// The text of a cell that holds one; nil where it is not UTF-8.
  func text(at index: Int) -> String?

  /// The bytes of a cell that holds bytes.
  func bytes(at index: Int) -> [UInt8]
}

/// What a cell of a result holds.
public enum SQLCellKind: String, Sendable {
  /// Nothing
  case null = "NULL"
  /// An integer of 64 bits
  case integer
  /// A double
  case real
  /// A text
  case text
  /// Bytes
  case bytes
}

extension SQLCells {
  /// The value of a cell as it is bound to a statement; nil for NULL and for a text that is not UTF-8.
  func value(at index: Int) -> SQLValue? {
    switch kind(at: index) {
    case .null: nil
    case .integer: .integer(integer(at: index))
    case .real: .real(real(at: index))
    case .text: text(at: index).map { .text($0) }
    case .bytes: .bytes(bytes(at: index))
    }
  }
}
