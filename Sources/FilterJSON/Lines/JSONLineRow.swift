package import FilterEngine

/// A line that matches, for what comes out of it.
///
/// Unsafe because the line and its texts are given where they are, and because a row that counted
/// references would cost more than its test: a row is valid until the call that it was handed to
/// returns.
package struct JSONLineRow {
  /// The line, without its line feed.
  package let text: UnsafeRawBufferPointer

  /// The slots of the line; nil where it was not read in place.
  let slots: UnsafeRawPointer?

  unowned(unsafe) let filter: JSONLineFilter

  /// Where the slots of the columns are from `slots` on.
  let offsets: UnsafePointer<Int>

  /// The row as a value; nil where it is not JSON, which no matching line is.
  package var value: FilterValue? { filter.known ?? (try? filter.reader.read(text)) }

  /// The slot of one of the columns that the filter was made with, by its number; `other` where the row
  /// has to be read.
  package func slot(_ column: Int) -> RowSlot {
    slots?.load(fromByteOffset: offsets[column], as: RowSlot.self) ?? RowSlot(.other)
  }

  /// The JSON of a column's value as the line spells it; nil where the value is missing or unknown.
  package func spelling(_ column: Int) -> UnsafeRawBufferPointer? {
    slots == nil
      ? nil : filter.slots.text(of: offsets[column] / MemoryLayout<RowSlot>.stride)
  }

  /// The JSON of the value at `path` as the line spells it; nil if the path leads through anything but objects.
  package func spelling(ofPath path: [String]) -> [UInt8]? {
    filter.reader.spelling(ofPath: path, in: text)
  }

  /// The number of the line in the text, counted from 1.
  package var line: Int { filter.line }

  /// The line as an object of the texts of its values; nil if it is not JSON.
  package var spelledMembers: FilterValue? { filter.reader.spelledMembers(of: text) }

  /// The value that a JSON text of the line stands for.
  package func value(of json: UnsafeRawBufferPointer) -> FilterValue? {
    try? filter.reader.read(json)
  }
}
