package import FilterEngine

/// A line that matches, for the output.
///
/// Unsafe because the line and its texts are not copied, and because counting references would cost more than the test.
/// A row is valid during the call that receives it.
package struct JSONLineRow {
  /// The line, without its line feed.
  package let text: UnsafeRawBufferPointer

  /// The slots of the line; nil if it was not read in place.
  let slots: UnsafeRawPointer?

  unowned(unsafe) let filter: JSONLineFilter

  /// The offsets of the slots of the columns from `slots`.
  let offsets: UnsafePointer<Int>

  /// The row as a value; nil if it is not JSON, which never happens for a line that matches.
  package var value: FilterValue? { filter.known ?? (try? filter.reader.read(text)) }

  /// Returns the slot of a column of the filter by its number; `other` if the row must be read.
  package func slot(_ column: Int) -> RowSlot {
    slots?.load(fromByteOffset: offsets[column], as: RowSlot.self) ?? RowSlot(.other)
  }

  /// Returns the JSON of the value of a column as the line spells it; nil if the value is missing or unknown.
  package func spelling(_ column: Int) -> UnsafeRawBufferPointer? {
    slots == nil
      ? nil : filter.slots.text(of: offsets[column] / MemoryLayout<RowSlot>.stride)
  }

  /// Returns the JSON of the value at `path` as the line spells it; nil if the path leads through anything but objects.
  package func spelling(ofPath path: [String]) -> [UInt8]? {
    filter.reader.spelling(ofPath: path, in: text)
  }

  /// The number of the line in the text, counted from 1.
  package var line: Int { filter.line }

  /// The line as an object of the texts of its values; nil if it is not JSON.
  package var spelledMembers: FilterValue? { filter.reader.spelledMembers(of: text) }

  /// Returns the value of a JSON text of the line.
  package func value(of json: UnsafeRawBufferPointer) -> FilterValue? {
    try? filter.reader.read(json)
  }
}
