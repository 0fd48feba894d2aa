internal import CSimdJSON
package import FilterEngine

/// A line that matches, for what comes out of it.
///
/// Unsafe because the line and its texts are given where they are: a row is valid until the call that it
/// was handed to returns.
package struct JSONLineRow {
  /// The value of a column, as far as it needs no reading.
  package enum Cell {
    /// Missing or null
    case null
    /// `true`
    case bool(Bool)
    /// `5`
    case int(Int64)
    /// `5.0`
    case double(Double)
    /// A string, by its UTF-8 without escapes
    case string(UnsafeBufferPointer<UInt8>)
    /// A list or an object, by its JSON as it is spelled
    case json(UnsafeRawBufferPointer)
    /// The value cannot be told from the line alone: the row has to be read
    case unknown
  }

  /// The line, without its line feed.
  package let text: UnsafeRawBufferPointer

  let filter: JSONLineFilter

  /// Whether the columns were read.
  let isRead: Bool

  /// The row, if the filter had to read it.
  let known: FilterValue?

  /// The row as a value; nil where it is not JSON, which no matching line is.
  package var value: FilterValue? { known ?? (try? filter.reader.read(text)) }

  /// The value of one of the columns that the filter was made with, by its number.
  package func cell(_ column: Int) -> Cell {
    guard isRead else { return .unknown }
    let slot = filter.slots[filter.columns[column]]
    switch slot.part {
    case FRC_JSON_SLOT_MISSING, FRC_JSON_SLOT_NULL: return .null
    case FRC_JSON_SLOT_FALSE: return .bool(false)
    case FRC_JSON_SLOT_TRUE: return .bool(true)
    case FRC_JSON_SLOT_INTEGER: return .int(slot.integer)
    case FRC_JSON_SLOT_DOUBLE: return .double(slot.double)
    case FRC_JSON_SLOT_STRING: return .string(slot.utf8)
    default: return spelling(column).map { .json($0) } ?? .unknown
    }
  }

  /// The JSON of a column's value as the line spells it; nil where the value is missing or unknown.
  package func spelling(_ column: Int) -> UnsafeRawBufferPointer? {
    isRead ? filter.slots.text(of: filter.columns[column]) : nil
  }

  /// The value that a JSON text of the line stands for.
  package func value(of json: UnsafeRawBufferPointer) -> FilterValue? {
    try? filter.reader.read(json)
  }
}
