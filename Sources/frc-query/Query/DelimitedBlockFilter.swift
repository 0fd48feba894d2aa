internal import FilterJSON

/// A filter over the records of a delimited file in blocks, the beginnings of which are guessed. Used by
/// one thread.
///
/// Unsafe because records are scanned where the file was read to.
final class DelimitedBlockFilter {
  private let filter: DelimitedFilter
  private let blocks: FileBlocks
  private var buffer: [UInt8] = []

  init(_ filter: DelimitedFilter, _ blocks: FileBlocks) {
    self.filter = filter
    self.blocks = blocks
  }

  /// The rows of a block, its beginning guessed.
  func rows(
    inBlock index: Int, _ request: JSONLineFilter.Request
  ) throws(ToolError) -> DelimitedRows {
    let places = blocks.places(index)
    guard index > 0 else {
      return try rows(from: places.lowerBound, to: places.upperBound, request)
    }
    // A record begins at the first place only if a line end is before it.
    return try rows(
      from: places.lowerBound - 1, to: places.upperBound, request, isGuess: true)
  }

  /// The rows whose records begin in a range of the file, at whose beginning a record begins.
  func rows(
    from start: Int, to end: Int, _ request: JSONLineFilter.Request, isGuess: Bool = false
  ) throws(ToolError) -> DelimitedRows {
    var rows = DelimitedRows(extent: start..<start)
    var text = Text(start: start)
    try read(to: end + 4096, &text)
    guard text.isValid else {
      rows.isIrregular = true
      return rows
    }
    var first = 0
    if isGuess {
      let guess = buffer.withUnsafeBufferPointer { bytes in
        bytes.baseAddress.flatMap {
          DelimitedScanner.guess(
            $0, end: text.count, isAtEnd: text.isAtEnd, separator: filter.separator,
            cells: filter.cells.places)
        }
      }
      guard let guess else {
        rows.isIrregular = true
        return rows
      }
      first = guess
    }
    rows.extent = start + first..<start + first
    try scan(from: first, to: end - start, &text, request, &rows)
    rows.found.rows = filter.takeRows()
    return rows
  }

  /// What of the file is in the buffer.
  private struct Text {
    /// The place of the file
    let start: Int
    var count = 0
    var isAtEnd = false

    /// Whether its whole lines are UTF-8, and how many bytes of it have been looked at
    var isValid = true
    var checked = 0
  }

  /// Reads up to a place of the file or its end.
  private func read(to place: Int, _ text: inout Text) throws(ToolError) {
    let end = min(place, blocks.extent.upperBound)
    if end > text.start + text.count {
      try blocks.fill(
        &buffer, &text.count, to: end - text.start, at: text.start, needsAll: true)
    }
    text.isAtEnd = end == blocks.extent.upperBound
    let lines =
      text.isAtEnd
      ? text.count : (buffer[text.checked..<text.count].lastIndexOfNewline ?? text.checked - 1) + 1
    text.isValid = buffer.withUnsafeBytes {
      JSONText.isUTF8(UnsafeRawBufferPointer(rebasing: $0[text.checked..<lines]))
    }
    text.checked = lines
  }

  /// Filters the records that begin between two places of the buffer.
  private func scan(
    from first: Int, to end: Int, _ text: inout Text, _ request: JSONLineFilter.Request,
    _ rows: inout DelimitedRows
  ) throws(ToolError) {
    var scanner: DelimitedScanner?
    var step = 1 << 16
    while true {
      let status = buffer.withUnsafeBufferPointer { bytes in
        guard let base = bytes.baseAddress else { return DelimitedScanner.Status.end }
        var now =
          scanner
          ?? DelimitedScanner(
            base, end: text.count, isAtEnd: text.isAtEnd, from: first, separator: filter.separator,
            cells: filter.cells.places)
        now.go(on: base, end: text.count, isAtEnd: text.isAtEnd)
        let status = filter.filter(&now, base, to: end, request, &rows.found.matches)
        scanner = now
        return status
      }
      guard let scanner else { return }
      rows.found.matches.lineCount = scanner.lineFeeds
      rows.extent = rows.extent.lowerBound..<text.start + scanner.place
      guard status == .incomplete else {
        rows.isIrregular = status == .irregular
        return
      }
      guard text.count - scanner.place <= ByteSource.maximumLine else {
        rows.isIrregular = true
        return
      }
      try read(to: text.start + text.count + step, &text)
      guard text.isValid else {
        rows.isIrregular = true
        return
      }
      step = min(step * 2, 1 << 26)
    }
  }
}
