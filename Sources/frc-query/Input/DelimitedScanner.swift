/// Finds the records and cells of CSV or TSV in memory, by the rules of `DelimitedRecords`, which says
/// what is wrong with a record that this one refuses.
///
/// Unsafe because cells are places in memory of the caller, who keeps it where it is until it gives
/// another with `go(on:)`.
struct DelimitedScanner {
  /// A cell, quotes around it left out.
  struct Place {
    var start = 0
    var end = 0
    var isQuoted = false
    /// Whether it holds doubled quotes
    var hasQuotes = false

    var isMissing: Bool { start == end && !isQuoted }
  }

  enum Status {
    /// A record was found
    case record
    /// There is no further record
    case end
    /// The memory ends before the record does
    case incomplete
    /// Something is wrong with the record
    case irregular
  }

  private var bytes: UnsafePointer<UInt8>
  private var end: Int
  private var isAtEnd: Bool
  private let separator: UInt8

  /// The cells of the last record; its memory is the caller's, who gives room for all columns.
  let cells: UnsafeMutableBufferPointer<Place>

  /// The number of cells of the last record.
  private(set) var cellCount = 0

  /// Where the last record begins.
  private(set) var start = 0

  /// Where the next record begins.
  private(set) var place: Int

  /// The number of line feeds before the last record, and before the next one.
  private(set) var linesBefore = 0
  private(set) var lineFeeds = 0

  /// Whether a cell without quotes around it holds one.
  private(set) var hasStrayQuote = false

  /// Scans the first `end` of `bytes` from `place` on; `isAtEnd` if nothing follows them.
  init(
    _ bytes: UnsafePointer<UInt8>, end: Int, isAtEnd: Bool, from place: Int, separator: UInt8,
    cells: UnsafeMutableBufferPointer<Place>
  ) {
    self.bytes = bytes
    self.end = end
    self.isAtEnd = isAtEnd
    self.place = place
    self.separator = separator
    self.cells = cells
  }

  /// Goes on where it is in longer memory with the same content.
  mutating func go(on bytes: UnsafePointer<UInt8>, end: Int, isAtEnd: Bool) {
    self.bytes = bytes
    self.end = end
    self.isAtEnd = isAtEnd
  }

  /// Whether the last record is a line without a byte.
  var isBlank: Bool { cellCount == 1 && cells[0].isMissing }

  private static let quote = UInt8(ascii: "\"")
  private static let feed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// The next record. One that is not complete or wrong is not taken.
  mutating func next() -> Status {
    start = place
    linesBefore = lineFeeds
    cellCount = 0
    hasStrayQuote = false
    guard place < end else { return isAtEnd ? .end : .incomplete }
    while true {
      let status = nextCell()
      guard status == .record else {
        if status == .end { return .record }
        takeBack()
        return status
      }
    }
  }

  /// The next cell of a record: `record` if another one follows, `end` if it is the last one.
  @inline(__always)
  private mutating func nextCell() -> Status {
    guard cellCount < cells.count else { return .irregular }
    if place < end, bytes[place] == Self.quote { return quotedCell() }
    var at = place
    while at < end, bytes[at] != separator, bytes[at] != Self.feed {
      if bytes[at] == Self.quote { hasStrayQuote = true }
      at += 1
    }
    guard at < end || isAtEnd else { return .incomplete }
    let isLast = at == end || bytes[at] == Self.feed
    let hasReturn =
      isLast && at < end && at > place && bytes[at - 1] == Self.carriageReturn
    cells[cellCount] = Place(start: place, end: hasReturn ? at - 1 : at)
    return finish(at, isLast)
  }

  private mutating func quotedCell() -> Status {
    var cell = Place(start: place + 1, isQuoted: true)
    var at = cell.start
    while true {
      while at < end, bytes[at] != Self.quote {
        if bytes[at] == Self.feed { lineFeeds += 1 }
        at += 1
      }
      guard at < end else { return isAtEnd ? .irregular : .incomplete }
      guard at + 1 < end else { break }
      if bytes[at + 1] != Self.quote { break }
      cell.hasQuotes = true
      at += 2
    }
    cell.end = at
    at += 1
    // A quote or a line feed may follow what is known.
    guard at + 1 < end || isAtEnd else { return .incomplete }
    if at < end, bytes[at] == Self.carriageReturn {
      at += 1
      if at < end, bytes[at] != Self.feed { return .irregular }
    }
    let isLast = at >= end || bytes[at] == Self.feed
    guard isLast || bytes[at] == separator else { return .irregular }
    cells[cellCount] = cell
    return finish(min(at, end), isLast)
  }

  /// Takes the last record back.
  mutating func takeBack() {
    place = start
    lineFeeds = linesBefore
  }

  @inline(__always)
  private mutating func finish(_ at: Int, _ isLast: Bool) -> Status {
    cellCount += 1
    guard isLast else {
      place = at + 1
      return .record
    }
    if at < end {
      lineFeeds += 1
      place = at + 1
    } else {
      place = end
    }
    return .end
  }
}

extension DelimitedScanner {
  /// A place where a record probably begins, in memory that begins anywhere; nil where none can be
  /// found.
  ///
  /// Where quotes are open cannot be known. The first line end is taken to end a record unless the
  /// record after it is an odd one and the other guess, that a cell in quotes is open, leads to one that
  /// is not.
  static func guess(
    _ bytes: UnsafePointer<UInt8>, end: Int, isAtEnd: Bool, separator: UInt8,
    cells: UnsafeMutableBufferPointer<Place>
  ) -> Int? {
    func scanner(_ place: Int) -> DelimitedScanner {
      DelimitedScanner(
        bytes, end: end, isAtEnd: isAtEnd, from: place, separator: separator, cells: cells)
    }
    func isOdd(_ place: Int) -> Bool {
      var scanner = scanner(place)
      let status = scanner.next()
      return status == .irregular
        || status == .record
          && (scanner.hasStrayQuote || scanner.cellCount != cells.count && !scanner.isBlank)
    }
    let outside = (0..<end).first { bytes[$0] == feed }.map { $0 + 1 }
    if let outside, !isOdd(outside) { return outside }
    var at = 0
    while at < end {
      if bytes[at] == quote {
        guard at + 1 < end, bytes[at + 1] == quote else { break }
        at += 1
      }
      at += 1
    }
    // The rest of the record is scanned as if it were one.
    guard at + 1 < end else { return outside }
    var inside = at + 1
    if bytes[inside] == separator {
      var rest = scanner(inside + 1)
      guard rest.next() == .record else { return outside }
      inside = rest.place
    } else {
      if bytes[inside] == carriageReturn { inside += 1 }
      guard inside < end, bytes[inside] == feed else { return outside }
      inside += 1
    }
    return isOdd(inside) ? outside : inside
  }
}
