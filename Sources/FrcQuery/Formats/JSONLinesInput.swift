internal import FilterEngine
internal import FilterJSON

/// Lines of JSON, or the elements of an array, which are converted to lines.
struct JSONLinesInput: SourceInput {
  let cut: SourceParts<JSONLinesText>
  private(set) var start = (offset: 0, line: 1)
  private let query: Query
  private let predicate: JSONLinePredicate

  /// Whether a row is written without its white space, as it was not a line.
  private let isSpelledAnew: Bool

  private init(
    _ cut: SourceParts<JSONLinesText>, _ query: Query, isSpelledAnew: Bool
  ) throws(ToolError) {
    self.cut = cut
    self.query = query
    self.isSpelledAnew = isSpelledAnew
    predicate = JSONLinePredicate(
      query.predicate, bindings: query.bindings, limits: query.limits, converted: query.converted)
  }

  init(lines source: ByteSource, _ query: Query) throws(ToolError) {
    if let path = query.form.rows {
      try self.init(rowsAt: path, in: source, areLines: true, query)
      return
    }
    var isFirst = true
    let cut = SourceParts(source, blockSize: query.blockSize) {
      () throws(ToolError) -> JSONLinesText? in
      guard let range = try source.nextLines() else { return nil }
      let text = Array(source.buffer[range])
      let start = isFirst && text.starts(with: ArraySlice.byteOrderMark) ? 3 : 0
      isFirst = false
      return .lines(text, from: start)
    }
    try self.init(cut, query, isSpelledAnew: false)
  }

  /// Lines that are converted from the text of a source, in parts, each with the error after it, if any.
  init(
    _ source: ByteSource, _ query: Query,
    made next: @escaping () throws(ToolError) -> (lines: any MadeLines, failure: ToolError?)?
  ) throws(ToolError) {
    let cut = SourceParts(source, blockSize: query.blockSize, hasBlocks: false) {
      () throws(ToolError) -> JSONLinesText? in
      try next().map { .made($0.lines, $0.failure) }
    }
    try self.init(cut, query, isSpelledAnew: true)
  }

  /// The elements of an array, read incrementally, or the single value of a document; nil without a value. A document
  /// that only `isFound` to be one may have several arrays or values.
  init?(document source: ByteSource, _ query: Query, isFound: Bool) throws(ToolError) {
    if let rows = query.form.rows { try source.keepRows(at: rows) }
    guard let line = try source.skipToArray() else {
      guard let document = try JSONDocument(source, isFound: isFound) else {
        guard !source.rest.isEmpty else { return nil }
        try self.init(values: source, query)
        return
      }
      var row: [UInt8]? = document.row
      let cut = SourceParts(source, blockSize: .max, hasBlocks: false) {
        () throws(ToolError) -> JSONLinesText? in
        defer { row = nil }
        return row.map { .lines($0, from: 0) }
      }
      try self.init(cut, query, isSpelledAnew: false)
      start.line = document.line
      return
    }
    let elements = ElementParts(source, line: line, isFound: isFound)
    try self.init(source, query) { () throws(ToolError) in
      try elements.next().map { ($0.elements, $0.failure) }
    }
  }

  func scanner() -> @Sendable () -> JSONLinesScanner {
    let (query, predicate, blocks, isSpelledAnew) = (query, predicate, cut.blocks, isSpelledAnew)
    return { JSONLinesScanner(query, predicate, blocks, isSpelledAnew: isSpelledAnew) }
  }
}

/// Lines that were read from a source.
enum JSONLinesText: Sendable {
  /// Complete lines, from an offset of the bytes on
  case lines([UInt8], from: Int)
  /// Lines that were converted from a text, and the error in the text after them, if any
  case made(any MadeLines, ToolError?)
}

/// Lines of JSON that are converted from values in another text.
protocol MadeLines: Sendable {
  /// The lines, up to `end`.
  var text: [UInt8] { get }
  var end: Int { get }

  /// The line of row `number` in the other text, or of an offset in that row. Rows and lines are counted from 1.
  func line(ofRow number: Int, offset: Int?) -> Int

  /// The description of an error in a row, in the terms of the other text.
  func text(of error: JSONError) -> String
}

extension MadeLines {
  func text(of error: JSONError) -> String { error.description }
}

extension JSONElements: MadeLines {
  func text(of error: JSONError) -> String { error.insideArray().description }
}

/// A filter for lines of JSON.
final class JSONLinesScanner: RowScanner {
  private let filter: JSONLineFilter
  let taker: RowTaker
  private let isSpelledAnew: Bool
  private let passesLines: Bool
  private let hasLine: Bool
  private let blocks: FileBlocks?
  private var buffer: [UInt8] = []

  init(
    _ query: Query, _ predicate: JSONLinePredicate, _ blocks: FileBlocks?, isSpelledAnew: Bool
  ) {
    self.blocks = blocks
    filter = JSONLineFilter(
      predicate, columns: query.columns.paths, now: query.now, isInverted: query.isInverted,
      limits: query.limits)
    taker = RowTaker(query)
    self.isSpelledAnew = isSpelledAnew
    hasLine = query.location.hasLine
    passesLines = query.passesLinesThrough && !isSpelledAnew
  }

  func scan(
    _ part: SourcePart<JSONLinesText>, from offset: Int?, _ request: JSONLineFilter.Request
  ) throws(ToolError) -> FoundRows {
    switch part {
    case .block(let number):
      guard let blocks else { return FoundRows() }
      let range = try blocks.read(number, into: &buffer)
      return rows(of: buffer, range, nil, request)
    case .text(.lines(let text, from: let start)):
      return rows(of: text, start..<text.count, nil, request)
    case .text(.made(let lines, let failure)):
      var found = rows(of: lines.text, 0..<lines.end, lines, request)
      found.place(in: lines)
      found.failure = failure
      return found
    }
  }

  /// The matching lines in a range of a text, which were converted from other text if `lines` are given.
  private func rows(
    of text: [UInt8], _ range: Range<Int>, _ lines: (any MadeLines)?,
    _ request: JSONLineFilter.Request
  ) -> FoundRows {
    var found = FoundRows()
    text.withUnsafeBytes {
      let text = UnsafeRawBufferPointer(rebasing: $0[range])
      guard !passesLines else { return filter.filter(text, request, into: &found.matches) }
      filter.filter(text, request, into: &found.matches) {
        [taker, isSpelledAnew, hasLine] row, bytes in
        // The line of a row in other text is counted from its start.
        let line = hasLine ? lines?.line(ofRow: row.line, offset: nil) ?? row.line : nil
        taker.take(MatchedLine(row: row, line: line, isSpelledAnew: isSpelledAnew), into: &bytes)
      }
    }
    taker.finish(&found)
    found.lose(filter.takeLostParts())
    found.failed = found.matches.firstFailure.map { (.line($0.line), $0.error) }
    found.bad = found.matches.firstBad.map { (.line($0.line), $0.error.description) }
    return found
  }
}

extension FoundRows {
  /// Replaces line numbers by those in the text from which the rows were converted.
  fileprivate mutating func place(in lines: some MadeLines) {
    matches.lineCount = 0
    if let first = matches.firstFailure {
      failed = (.line(lines.line(ofRow: first.line, offset: nil)), first.error)
    }
    if let first = matches.firstBad {
      let line = lines.line(ofRow: first.line, offset: first.error.offset)
      bad = (.line(line), lines.text(of: first.error))
    }
  }
}
