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

/// The elements of an array as they come.
final class ElementParts {
  private let source: ByteSource
  private var elements: JSONElements
  private var isAtEnd = false

  /// The elements of an array whose opening bracket has been taken, on a line of the source.
  init(_ source: ByteSource, line: Int) {
    self.source = source
    elements = JSONElements(line: line)
  }

  /// The next elements as lines, and what is wrong with the array behind them; nil after the last.
  func next() throws(ToolError) -> (elements: JSONElements, failure: ToolError?)? {
    guard !isAtEnd else { return nil }
    while elements.end == 0, elements.failure == nil {
      if source.rest.isEmpty, try !source.fill() {
        elements.finish()
        isAtEnd = true
        break
      }
      elements.append(source.rest)
      source.skip(source.rest.count)
      if elements.end == 0 { try source.checkLine(elements.text.count) }
    }
    isAtEnd = isAtEnd || elements.failure != nil
    let failure = elements.failure.map { failure in
      ToolError.badData(file: source.name, line: failure.line, failure.reason.description)
    }
    return (elements.takeLines(), failure)
  }
}

extension ByteSource {
  /// Skips the opening bracket of a JSON array, and gives its line; nil where the document begins with
  /// anything else, and only a byte order mark is skipped.
  func skipToArray() throws(ToolError) -> Int? {
    try skipByteOrderMark()
    while rest.isBlank, try fill() {}
    let blanks = rest.prefix { $0.isJSONSpace }
    guard rest.dropFirst(blanks.count).first == UInt8(ascii: "[") else { return nil }
    skip(blanks.count + 1)
    return 1 + blanks.count { $0 == UInt8(ascii: "\n") }
  }
}
