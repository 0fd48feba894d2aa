/// The records and cells of CSV or TSV in memory, after RFC 4180.
///
/// Lines end with LF or CR LF. A cell in quotes may hold separators, line ends and doubled quotes; a quote inside a
/// cell without quotes is an ordinary character. After a record with a fault the records go on where it ends.
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

  enum Status: Hashable {
    /// A record was found
    case record
    /// There is no further record
    case end
    /// The memory ends before the record does, which goes on in longer memory
    case incomplete
    /// Something is wrong with the record, which was passed over
    case bad(Fault)
  }

  /// A record that is not one of CSV or TSV.
  enum Fault: String {
    case afterQuote = "something follows the closing quote of a cell"
    case openQuote = "a quote is not closed"
  }

  private var bytes: UnsafeBufferPointer<UInt8>
  private var isAtEnd: Bool
  private let separator: UInt8

  /// The first cells of the last record, as many as there is room for; the memory is the caller's.
  let cells: UnsafeMutableBufferPointer<Place>

  /// The number of cells of the last record, those without room counted in.
  private(set) var cellCount = 0

  /// Where the last record begins.
  private(set) var start = 0

  /// Where the next record begins, or the next cell of one that is incomplete.
  private(set) var place: Int

  /// The number of line feeds before the last record, and before the next one.
  private(set) var linesBefore = 0
  private(set) var lineFeeds = 0

  /// Whether a cell without quotes around it holds one.
  private(set) var hasStrayQuote = false

  /// What is wrong with the record that is incomplete.
  private(set) var fault: Fault?

  /// Whether the last record is incomplete.
  private(set) var isOpen = false

  /// How far the open cell has been looked at; before `place` if it has not.
  private var scanned = -1

  /// Whether the open cell holds doubled quotes.
  private var hasQuotes = false

  /// Scans `bytes` from `place` on; `isAtEnd` if nothing follows them.
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

  /// Goes on where it is in longer memory with the same content.
  mutating func go(on bytes: UnsafeBufferPointer<UInt8>, isAtEnd: Bool) {
    self.bytes = bytes
    self.isAtEnd = isAtEnd
  }

  /// Counts places from the beginning of the last record on, the bytes before which the caller has dropped.
  mutating func moveToStart() {
    for cell in cells.prefix(cellCount).indices {
      cells[cell].start -= start
      cells[cell].end -= start
    }
    (place, scanned) = (place - start, scanned - start)
    start = 0
  }

  private var end: Int { bytes.count }

  /// Whether the last record is a line without a byte.
  var isBlank: Bool { cellCount == 1 && cells[0].isMissing }

  private static let quote = UInt8(ascii: "\"")
  private static let feed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// The next record, or the rest of one that was incomplete.
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

  /// The next cell of a record: `record` if another one follows, `end` if it is the last one.
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
    // A quote or a line feed may follow what is known.
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

  /// Notes how far the open cell has been looked at.
  private mutating func wait(_ at: Int) -> Status {
    scanned = at
    isOpen = true
    return .incomplete
  }

  /// Goes behind the line that a fault is in.
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
  /// Goes behind the last record that ends in memory that is not at its end; where that is, nil if none ends there.
  mutating func goToLastEnd() -> Int? {
    let first = place
    // Without a quote each line feed ends a record.
    if !isOpen, !(place..<end).contains(where: { bytes[$0] == Self.quote }) {
      guard let last = (place..<end).last(where: { bytes[$0] == Self.feed }) else { return nil }
      place = last + 1
      return place
    }
    while next() != .incomplete {}
    return start > first ? start : nil
  }

  /// A place where a record probably begins, in memory that begins anywhere; nil where none can be
  /// found.
  ///
  /// Where quotes are open cannot be known. The first line end is taken to end a record unless the
  /// record after it is an odd one and the other guess, that a cell in quotes is open, leads to one that
  /// is not.
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
    // The rest of the record is scanned as if it were one.
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
  /// The cells of a record that was read without an error, with their quotes.
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
