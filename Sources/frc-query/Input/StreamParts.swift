internal import FilterJSON

/// Whole rows of an input that is read as it comes.
struct StreamPart: Sendable {
  /// Lines of JSON, or records of cells, in a range of `text`
  let text: [UInt8]
  let range: Range<Int>

  /// The elements of an array that the lines were made of
  var elements: JSONElements?

  /// What is wrong with the array behind them
  var failure: ToolError?
}

/// Cuts an input that is read as it comes into parts of whole rows.
///
/// Unchecked because the source is not for two threads: `OrderedWork` makes one part at a time.
final class StreamParts: @unchecked Sendable {
  private let source: ByteSource
  private var elements: JSONElements?
  private var ends: RecordEnds?

  /// The number of bytes at hand in which ends of records have been looked for
  private var known = 0
  private var isFirst = true
  private var isAtEnd = false

  /// Lines of JSON, or the elements of an array whose opening bracket has been taken.
  init(_ source: ByteSource, elements: JSONElements? = nil) {
    self.source = source
    self.elements = elements
  }

  /// Records of cells, from the beginning of one on.
  init(_ source: ByteSource, separator: UInt8) {
    self.source = source
    ends = RecordEnds(separator: separator)
  }

  /// The next part; nil after the last, and after an error.
  func next() -> Result<StreamPart, ToolError>? {
    guard !isAtEnd else { return nil }
    do throws(ToolError) {
      let part =
        if elements != nil { try nextElements() } else if ends != nil {
          try nextRecords()
        } else {
          try nextLines()
        }
      isAtEnd = isAtEnd || part == nil
      return part.map { .success($0) }
    } catch {
      isAtEnd = true
      return .failure(error)
    }
  }

  private func nextLines() throws(ToolError) -> StreamPart? {
    guard let range = try source.nextLines() else { return nil }
    let text = Array(source.buffer[range])
    let start = isFirst && text.starts(with: ArraySlice.byteOrderMark) ? 3 : 0
    isFirst = false
    return StreamPart(text: text, range: start..<text.count)
  }

  private func nextRecords() throws(ToolError) -> StreamPart? {
    while true {
      if let count = lookForEnd() { return take(count) }
      if try !source.fill() { return known == 0 ? nil : take(known) }
    }
  }

  /// Looks at the bytes at hand that are new: how many there are up to the last end of a record; nil where
  /// there is none.
  private func lookForEnd() -> Int? {
    let rest = source.rest
    let last = rest.dropFirst(known).withUnsafeBufferPointer { ends?.last(in: $0) }
    let count = last.map { known + $0 }
    known = rest.count - (count ?? 0)
    return count
  }

  /// The first bytes at hand.
  private func take(_ count: Int) -> StreamPart {
    let text = Array(source.rest.prefix(count))
    source.skip(count)
    return StreamPart(text: text, range: 0..<count)
  }

  private func nextElements() throws(ToolError) -> StreamPart? {
    guard var elements else { return nil }
    // No copy of the text is to be held while it grows.
    self.elements = nil
    defer { self.elements = elements }
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
    let lines = elements.takeLines()
    return StreamPart(
      text: lines.text, range: 0..<lines.end, elements: lines, failure: failure)
  }
}
