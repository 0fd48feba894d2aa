internal import FilterJSON

/// The single value of a JSON document, as a row.
struct JSONDocument {
  /// The value as a line, without white space between tokens.
  let row: [UInt8]

  /// The line of the document on which the value starts.
  let line: Int

  /// The range of the value in the input.
  let extent: Range<Int>

  /// Reads a whole document; nil without a value, as an empty file has no rows in any other format.
  ///
  /// Nil too if it is only found to be one and has several values; then the source has them again.
  init?(_ source: ByteSource, isFound: Bool) throws(ToolError) {
    let start = source.offset
    var text = try source.readAll()
    let mark = text.starts(with: ArraySlice.byteOrderMark) ? 3 : 0
    text.removeFirst(mark)
    do throws(JSONError) {
      try JSONReader().check(text)
    } catch {
      if error.reason == .empty { return nil }
      if isFound, error.reason == .trailingContent {
        source.replaceRest(with: text, at: start + mark)
        return nil
      }
      throw .badData(
        file: source.name, line: error.line, Self.text(of: error.reason, isFound: isFound))
    }
    let blanks = text.prefix { $0.isJSONSpace }
    let value = text[...].trimmed
    line = 1 + blanks.count { $0 == UInt8(ascii: "\n") }
    extent = start + mark + value.startIndex..<start + mark + value.endIndex
    row = JSONText.minified(value) + [UInt8(ascii: "\n")]
  }

  /// The description of an error in a document that an option or, if it `isFound`, a name or the content says to be one.
  static func text(of reason: JSONError.Reason, isFound: Bool) -> String {
    guard reason == .trailingContent else { return reason.description }
    return isFound
      ? "something that is not an array follows an array"
      : "a second JSON value; for JSON Lines use -i jsonl, for other values one after another "
        + "-i values"
  }
}

/// The elements of an array, read incrementally.
final class ElementParts {
  private let source: ByteSource
  private var elements: JSONElements
  private let isFound: Bool
  private var isAtEnd = false

  /// The elements of an array whose opening bracket has been skipped, on a line of the source, and of the arrays after
  /// it if the document `isFound` to be one.
  init(_ source: ByteSource, line: Int, isFound: Bool) {
    self.source = source
    self.isFound = isFound
    elements = JSONElements(line: line, joinsArrays: isFound)
  }

  /// The next elements as lines, and the error in the array after them, if any; nil after the last.
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
      ToolError.badData(
        file: source.name, line: failure.line,
        JSONDocument.text(of: failure.reason, isFound: isFound))
    }
    return (elements.takeLines(), failure)
  }
}

extension ByteSource {
  /// Replaces the document by the array of the rows inside of it. Lines stay those of the document.
  func keepRows(at path: RowPath) throws(ToolError) {
    let start = offset
    let text = try readAll()
    let reader = JSONReader()
    let mark = text.starts(with: ArraySlice.byteOrderMark) ? 3 : 0
    do throws(JSONError) {
      try reader.check(text[mark...])
    } catch {
      let text = JSONDocument.text(of: error.reason, isFound: false)
      throw .badData(file: name, line: error.line, text)
    }
    // Line feeds stay where they are between rows, so that lines are counted from the start of the document.
    var rows: [UInt8] = []
    var last = mark
    func skip(to place: Int) {
      rows += text[last..<place].filter { $0 == UInt8(ascii: "\n") }
      last = place
    }
    var isFirst = true
    let isFound = text[mark...].withUnsafeBytes { bytes in
      reader.visitValues(at: path.steps, in: bytes, nameMember: RowPath.nameMember) { key, range in
        skip(to: mark + range.lowerBound)
        rows.append(UInt8(ascii: isFirst ? "[" : ","))
        isFirst = false
        last = mark + range.upperBound
        RowPath.append(text[mark + range.lowerBound..<last], named: key, to: &rows)
      }
    }
    guard isFound else { throw path.missing(in: name) }
    rows += (isFirst ? "[]" : "]").utf8
    replaceRest(with: rows, at: start)
  }

  /// Skips the opening bracket of a JSON array and returns its line. If the document begins with anything else, skips
  /// only a byte order mark and returns nil.
  func skipToArray() throws(ToolError) -> Int? {
    try skipByteOrderMark()
    // Blanks are looked at once: there can be as many as a line may be long.
    var count = 0
    while true {
      count += rest.dropFirst(count).prefix { $0.isJSONSpace }.count
      guard count == rest.count else { break }
      try checkLine(count)
      guard try fill() else { break }
    }
    guard rest.dropFirst(count).first == UInt8(ascii: "[") else { return nil }
    let blanks = rest.prefix(count)
    skip(count + 1)
    return 1 + blanks.count { $0 == UInt8(ascii: "\n") }
  }
}
