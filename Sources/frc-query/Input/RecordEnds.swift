/// Finds the ends of records of CSV or TSV in one text after another, by the rules of `DelimitedRecords`
/// for records with mistakes too.
///
/// Unsafe because bytes are read where they are; nothing of them is kept.
struct RecordEnds {
  /// Where the last byte has left the record.
  private enum State {
    /// Before a cell
    case before
    /// In a cell without quotes around it
    case plain
    case quoted
    /// After a quote, which closes the cell or is the first one of two
    case closed
    /// In the rest of a line that nothing but a line feed ends
    case rest
  }

  private static let quote = UInt8(ascii: "\"")
  private static let feed = UInt8(ascii: "\n")

  private let separator: UInt8
  private var state = State.before

  /// The ends of records from the beginning of one on.
  init(separator: UInt8) { self.separator = separator }

  /// Takes the next bytes: the place after the last of them that ends a record, nil where none does.
  ///
  /// - Complexity: O(n)
  mutating func last(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var end: Int?
    var at = 0
    while at < bytes.count {
      switch state {
      case .before where bytes[at] == Self.quote:
        state = .quoted
        at += 1
      case .before, .plain:
        let next = goToQuotes(bytes, from: at)
        end = Self.last(Self.feed, bytes, at..<next).map { $0 + 1 } ?? end
        at = next
      case .quoted:
        guard let quote = Self.first(Self.quote, bytes, from: at) else { return end }
        state = .closed
        at = quote + 1
      case .closed, .rest:
        let byte = bytes[at]
        at += 1
        if byte == Self.feed {
          state = .before
          end = at
        } else if state == .closed {
          state = byte == Self.quote ? .quoted : byte == separator ? .before : .rest
        }
      }
    }
    return end
  }

  /// Goes on to the next quote that begins a cell, or to the end.
  private mutating func goToQuotes(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var at = start
    while let quote = Self.first(Self.quote, bytes, from: at) {
      if quote > start, ends(bytes[quote - 1]) {
        state = .before
        return quote
      }
      at = quote + 1
    }
    state = ends(bytes[bytes.count - 1]) ? .before : .plain
    return bytes.count
  }

  /// Whether a byte of a cell without quotes ends it.
  private func ends(_ byte: UInt8) -> Bool { byte == separator || byte == Self.feed }

  private static func first(
    _ byte: UInt8, _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    var at = start
    while at < bytes.count, bytes[at] != byte { at += 1 }
    return at < bytes.count ? at : nil
  }

  private static func last(
    _ byte: UInt8, _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Int? {
    var at = range.upperBound
    while at > range.lowerBound, bytes[at - 1] != byte { at -= 1 }
    return at > range.lowerBound ? at - 1 : nil
  }
}
