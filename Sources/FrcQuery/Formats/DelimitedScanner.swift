/// A scanner for the records and cells of CSV or TSV in memory, according to RFC 4180.
///
/// Lines end with LF or CR LF. A quoted cell may contain separators, line ends and doubled quotes. A quote inside an
/// unquoted cell is an ordinary character. After an invalid record, the scanner continues at the next line.
///
/// Unsafe because cells are offsets in memory of the caller, who keeps it valid until the next call of `go(on:)`.
struct DelimitedScanner {
  /// A cell, without the quotes around it.
  struct Place {
    var start = 0
    var end = 0
    var isQuoted = false
    /// Whether it contains doubled quotes
    var hasQuotes = false

    var isMissing: Bool { start == end && !isQuoted }
  }

  enum Status: Hashable {
    /// A record was found
    case record
    /// No record follows
    case end
    /// The memory ends within the record, which continues in longer memory
    case incomplete
    /// The record is invalid and was skipped
    case bad(Fault)
  }

  /// An error in a record.
  enum Fault: String {
    case afterQuote = "something follows the closing quote of a cell"
    case openQuote = "a quote is not closed"
  }

  private var bytes: UnsafeBufferPointer<UInt8>
  private var isAtEnd: Bool
  private let separator: UInt8

  /// The first cells of the last record, as many as fit. The memory belongs to the caller.
  let cells: UnsafeMutableBufferPointer<Place>

  /// The number of cells of the last record, including those that did not fit.
  private(set) var cellCount = 0

  /// The start of the last record.
  private(set) var start = 0

  /// The start of the next record, or of the next cell of an incomplete record.
  private(set) var place: Int

  /// The number of line feeds before the last record, and before the next record.
  private(set) var linesBefore = 0
  private(set) var lineFeeds = 0

  /// Whether an unquoted cell contains a quote.
  private(set) var hasStrayQuote = false

  /// The error in the incomplete record.
  private(set) var fault: Fault?

  /// Whether the last record is incomplete.
  private(set) var isOpen = false

  /// The end of the scanned part of the open cell; before `place` if none of it has been scanned.
  private var scanned = -1

  /// Whether the open cell contains doubled quotes.
  private var hasQuotes = false

  /// Creates a scanner of `bytes` from `place` on; `isAtEnd` if no bytes follow them.
  init(
    _ bytes: UnsafeBufferPointer<UInt8> = UnsafeBufferPointer(start: nil, count: 0),
    isAtEnd: Bool = false, from place: Int = 0, separator: UInt8,
    cells: UnsafeMutableBufferPointer<Place> = UnsafeMutableBufferPointer(start: nil, count: 0)
  ) {
    self.bytes = bytes
    self.isAtEnd = isAtEnd
    self.place = place
    self.separator = separator
    self.cells = cells
  }

  /// Continues at the same offset in longer memory with the same content.
  mutating func go(on bytes: UnsafeBufferPointer<UInt8>, isAtEnd: Bool) {
    self.bytes = bytes
    self.isAtEnd = isAtEnd
  }

  /// Makes offsets relative to the start of the last record, after the caller has dropped the bytes before it.
  mutating func moveToStart() {
    for cell in cells.prefix(cellCount).indices {
      cells[cell].start -= start
      cells[cell].end -= start
    }
    (place, scanned) = (place - start, scanned - start)
    start = 0
  }

  private var end: Int { bytes.count }

  /// Whether the last record is an empty line.
  var isBlank: Bool { cellCount == 1 && cells[0].isMissing }

  private static let quote = UInt8(ascii: "\"")
  private static let feed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// Scans the next record, or the rest of an incomplete record.
  mutating func next() -> Status {
    if isOpen {
      isOpen = false
      if let fault { return skipLine(fault) }
    } else {
      start = place
      linesBefore = lineFeeds
      cellCount = 0
      hasStrayQuote = false
      guard place < end else { return isAtEnd ? .end : .incomplete }
    }
    while true {
      let status = nextCell()
      guard status == .record else { return status == .end ? .record : status }
    }
  }

  /// Scans the next cell of a record. Returns `record` if another cell follows, or `end` after the last cell.
  @inline(__always)
  private mutating func nextCell() -> Status {
    if place < end, bytes[place] == Self.quote { return quotedCell() }
    var at = max(place, scanned)
    while at < end, bytes[at] != separator, bytes[at] != Self.feed {
      if bytes[at] == Self.quote { hasStrayQuote = true }
      at += 1
    }
    guard at < end || isAtEnd else { return wait(at) }
    let isLast = at == end || bytes[at] == Self.feed
    let hasReturn =
      isLast && at < end && at > place && bytes[at - 1] == Self.carriageReturn
    return finish(Place(start: place, end: hasReturn ? at - 1 : at), at, isLast)
  }

  private mutating func quotedCell() -> Status {
    var at = place + 1
    if scanned > place { at = scanned } else { hasQuotes = false }
    while true {
      while at < end, bytes[at] != Self.quote {
        if bytes[at] == Self.feed { lineFeeds += 1 }
        at += 1
      }
      guard at < end else { return isAtEnd ? skipLine(.openQuote, from: at) : wait(at) }
      guard at + 1 < end else { break }
      if bytes[at + 1] != Self.quote { break }
      hasQuotes = true
      at += 2
    }
    let close = at
    at += 1
    // A quote or a line feed may follow the known bytes.
    guard at < end || isAtEnd else { return wait(close) }
    if at < end, bytes[at] == Self.carriageReturn {
      at += 1
      guard at < end || isAtEnd else { return wait(close) }
      if at < end, bytes[at] != Self.feed { return skipLine(.afterQuote, from: at) }
    }
    let isLast = at >= end || bytes[at] == Self.feed
    guard isLast || bytes[at] == separator else { return skipLine(.afterQuote, from: at) }
    let cell = Place(start: place + 1, end: close, isQuoted: true, hasQuotes: hasQuotes)
    return finish(cell, min(at, end), isLast)
  }

  /// Saves how far the open cell has been scanned.
  private mutating func wait(_ at: Int) -> Status {
    scanned = at
    isOpen = true
    return .incomplete
  }

  /// Skips the rest of the line that contains a fault.
  private mutating func skipLine(_ fault: Fault, from at: Int? = nil) -> Status {
    var at = at ?? place
    while at < end, bytes[at] != Self.feed { at += 1 }
    place = at
    guard at < end || isAtEnd else {
      self.fault = fault
      isOpen = true
      return .incomplete
    }
    if at < end {
      lineFeeds += 1
      place = at + 1
    }
    self.fault = nil
    return .bad(fault)
  }

  @inline(__always)
  private mutating func finish(_ cell: Place, _ at: Int, _ isLast: Bool) -> Status {
    if cellCount < cells.count { cells[cellCount] = cell }
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
  /// Skips all records that end in the memory, which must not be the end of the input. Returns the offset after the
  /// last of them, or nil if none ends there.
  mutating func goToLastEnd() -> Int? {
    let first = place
    // Without quotes, each line feed ends a record.
    if !isOpen, !(place..<end).contains(where: { bytes[$0] == Self.quote }) {
      guard let last = (place..<end).last(where: { bytes[$0] == Self.feed }) else { return nil }
      place = last + 1
      return place
    }
    while next() != .incomplete {}
    return start > first ? start : nil
  }

  /// The offset at which a record probably starts, in memory that starts anywhere; nil if none can be found.
  ///
  /// It cannot be known whether the memory starts in a quoted cell. The first line end is assumed to end a record,
  /// unless the record after it is irregular and the other guess, an open quoted cell, leads to a regular record.
  static func guess(
    _ bytes: UnsafeBufferPointer<UInt8>, isAtEnd: Bool, separator: UInt8,
    cells: UnsafeMutableBufferPointer<Place>
  ) -> Int? {
    let end = bytes.count
    func scanner(_ place: Int) -> DelimitedScanner {
      DelimitedScanner(bytes, isAtEnd: isAtEnd, from: place, separator: separator, cells: cells)
    }
    func isOdd(_ place: Int) -> Bool {
      var scanner = scanner(place)
      switch scanner.next() {
      case .bad: return true
      case .record:
        return scanner.hasStrayQuote || scanner.cellCount != cells.count && !scanner.isBlank
      case .incomplete: return scanner.fault != nil || scanner.cellCount > cells.count
      case .end: return false
      }
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
    // The rest of the record is scanned as a record.
    guard at + 1 < end else { return outside }
    var inside = at + 1
    if bytes[inside] == separator {
      var rest = scanner(inside + 1)
      guard rest.next() == .record, rest.cellCount <= cells.count else { return outside }
      inside = rest.place
    } else {
      if bytes[inside] == carriageReturn { inside += 1 }
      guard inside < end, bytes[inside] == feed else { return outside }
      inside += 1
    }
    return isOdd(inside) ? outside : inside
  }
}

extension Cell {
  /// The cells of a valid record, with their quotes.
  static func split(_ record: ArraySlice<UInt8>, separator: UInt8) -> [ArraySlice<UInt8>] {
    record.withUnsafeBufferPointer { bytes in
      var counter = DelimitedScanner(bytes, isAtEnd: true, separator: separator)
      guard counter.next() == .record else { return [record] }
      return withUnsafeTemporaryAllocation(
        of: DelimitedScanner.Place.self, capacity: counter.cellCount
      ) { cells in
        cells.initialize(repeating: DelimitedScanner.Place())
        var scanner = DelimitedScanner(bytes, isAtEnd: true, separator: separator, cells: cells)
        _ = scanner.next()
        return cells.map { cell in
          let quote = cell.isQuoted ? 1 : 0
          let start = record.startIndex + cell.start - quote
          return record[start..<record.startIndex + cell.end + quote]
        }
      }
    }
  }
}
