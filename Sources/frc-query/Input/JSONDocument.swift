internal import FilterJSON

/// The one value of a JSON document, as a row of JSON.
struct JSONDocument {
  /// The value on a line of its own, without white space between tokens.
  let row: [UInt8]

  /// The line of the document that it begins on.
  let line: Int

  /// The offsets of the value in the input.
  let extent: Range<Int>

  /// Reads a whole document; nil without a value, as a file without one has no rows in every other format.
  init?(_ source: ByteSource) throws(ToolError) {
    let start = source.offset
    var text = try source.readAll()
    let mark = text.starts(with: ArraySlice.byteOrderMark) ? 3 : 0
    text.removeFirst(mark)
    do throws(JSONError) {
      try JSONReader().check(text)
    } catch {
      if error.reason == .empty { return nil }
      throw .badData(file: source.name, line: error.line, error.description)
    }
    let blanks = text.prefix { $0.isJSONSpace }
    let value = text[...].trimmed
    line = 1 + blanks.count { $0 == UInt8(ascii: "\n") }
    extent = start + mark + value.startIndex..<start + mark + value.endIndex
    row = JSONText.minified(value) + [UInt8(ascii: "\n")]
  }
}
