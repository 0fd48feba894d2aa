internal import FilterEngine
internal import FilterJSON

/// Lines of JSON, or the elements of an array, which are made to be lines.
struct JSONLinesInput: SourceInput {
  let cut: SourceParts<JSONLinesText>
  private(set) var start = (offset: 0, line: 1)
  private let query: Query
  private let predicate: JSONLinePredicate
  private let isArray: Bool

  private init(_ cut: SourceParts<JSONLinesText>, _ query: Query, isArray: Bool = false) {
    self.cut = cut
    self.query = query
    self.isArray = isArray
    predicate = JSONLinePredicate(query.predicate, bindings: query.bindings, limits: query.limits)
  }

  /// Lines of JSON.
  init(lines source: ByteSource, _ query: Query) throws(ToolError) {
    try query.types.requireNone(for: source.name)
    var isFirst = true
    let cut = SourceParts(source, blockSize: query.blockSize) {
      () throws(ToolError) -> JSONLinesText? in
      guard let range = try source.nextLines() else { return nil }
      let text = Array(source.buffer[range])
      let start = isFirst && text.starts(with: ArraySlice.byteOrderMark) ? 3 : 0
      isFirst = false
      return .lines(text, from: start)
    }
    self.init(cut, query)
  }

  /// The elements of an array as they come, or the one value of a document; nil without a value.
  init?(document source: ByteSource, _ query: Query) throws(ToolError) {
    try query.types.requireNone(for: source.name)
    guard let line = try source.skipToArray() else {
      guard let document = try JSONDocument(source) else { return nil }
      var row: [UInt8]? = document.row
      let cut = SourceParts(source, blockSize: .max, hasBlocks: false) {
        () throws(ToolError) -> JSONLinesText? in
        defer { row = nil }
        return row.map { .lines($0, from: 0) }
      }
      self.init(cut, query)
      start.line = document.line
      return
    }
    let elements = ElementParts(source, line: line)
    let cut = SourceParts(source, blockSize: query.blockSize, hasBlocks: false) {
      () throws(ToolError) -> JSONLinesText? in
      try elements.next().map { .elements($0.elements, $0.failure) }
    }
    self.init(cut, query, isArray: true)
  }

  func scanner() -> @Sendable () -> JSONLinesScanner {
    let (query, predicate, blocks, isArray) = (query, predicate, cut.blocks, isArray)
    return { JSONLinesScanner(query, predicate, blocks, isArray: isArray) }
  }
}

/// Rows that came.
enum JSONLinesText: Sendable {
  /// Whole lines, from an offset of the bytes on
  case lines([UInt8], from: Int)
  /// Elements, and what is wrong with the array behind them
  case elements(JSONElements, ToolError?)
}

/// A filter over lines of JSON.
final class JSONLinesScanner: RowScanner {
  private let filter: JSONLineFilter
  private let taker: RowTaker
  private let line: JSONLine
  private let passesLines: Bool
  private let blocks: FileBlocks?
  private var buffer: [UInt8] = []

  init(
    _ query: Query, _ predicate: JSONLinePredicate, _ blocks: FileBlocks?, isArray: Bool
  ) {
    self.blocks = blocks
    filter = JSONLineFilter(
      predicate, columns: query.columns.paths, now: query.now, isInverted: query.isInverted,
      limits: query.limits)
    taker = RowTaker(query)
    line = JSONLine(isElement: isArray)
    passesLines = query.passesLinesThrough && !isArray
  }

  func scan(
    _ part: SourcePart<JSONLinesText>, from offset: Int?, _ request: JSONLineFilter.Request
  ) throws(ToolError) -> FoundRows {
    switch part {
    case .block(let number):
      guard let blocks else { return FoundRows() }
      let range = try blocks.read(number, into: &buffer)
      return rows(of: buffer, range, request)
    case .text(.lines(let text, from: let start)):
      return rows(of: text, start..<text.count, request)
    case .text(.elements(let elements, let failure)):
      var found = rows(of: elements.text, 0..<elements.end, request)
      found.place(in: elements)
      found.failure = failure
      return found
    }
  }

  private func rows(
    of text: [UInt8], _ range: Range<Int>, _ request: JSONLineFilter.Request
  ) -> FoundRows {
    var found = FoundRows()
    text.withUnsafeBytes {
      let text = UnsafeRawBufferPointer(rebasing: $0[range])
      guard !passesLines else { return filter.filter(text, request, into: &found.matches) }
      filter.filter(text, request, into: &found.matches) { [taker, line] row, bytes in
        taker.take(MatchedLine(row: row, line: line), into: &bytes)
      }
    }
    found.rows = taker.takeRows()
    found.failed = found.matches.firstFailure.map { (.line($0.line), $0.error) }
    found.bad = found.matches.firstBad.map { (.line($0.line), $0.error.description) }
    return found
  }
}

extension FoundRows {
  /// Names lines as those of the array that the rows are elements of.
  fileprivate mutating func place(in elements: JSONElements) {
    matches.lineCount = 0
    if let first = matches.firstFailure {
      failed = (.line(elements.line(ofRow: first.line)), first.error)
    }
    if let first = matches.firstBad {
      let line = elements.line(ofRow: first.line, offset: first.error.offset)
      bad = (.line(line), first.error.insideArray().description)
    }
  }
}
