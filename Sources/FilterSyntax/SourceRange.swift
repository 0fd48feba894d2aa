/// A range of a filter's text, in UTF-8 bytes from its start.
public struct SourceRange: Hashable, Sendable {
  /// The offset of the first byte.
  public var lowerBound: Int

  /// The offset after the last byte.
  public var upperBound: Int

  /// The bytes from `lowerBound` up to, not including, `upperBound`.
  public init(_ lowerBound: Int, _ upperBound: Int) {
    self.lowerBound = lowerBound
    self.upperBound = upperBound
  }

  /// The empty range at the start of a text, for nodes that were not parsed.
  public static let none = SourceRange(0, 0)

  /// The number of bytes.
  public var count: Int { upperBound - lowerBound }

  /// The smallest range that holds both.
  func union(_ other: SourceRange) -> SourceRange {
    SourceRange(
      Swift.min(lowerBound, other.lowerBound), Swift.max(upperBound, other.upperBound))
  }
}

/// A position in a text, in the units that editors, terminals and protocols count in.
public struct SourcePosition: Hashable, Sendable, Codable {
  /// The number of UTF-8 bytes before the position.
  public var utf8Offset: Int

  /// The number of UTF-16 units before the position, as `NSRange` and JavaScript count.
  public var utf16Offset: Int

  /// The line, counted from 1. A line ends with LF, CR or both.
  public var line: Int

  /// The column, counted from 1, in characters as Swift counts them.
  public var column: Int

  /// A position whose four numbers are known.
  package init(utf8Offset: Int, utf16Offset: Int, line: Int, column: Int) {
    self.utf8Offset = utf8Offset
    self.utf16Offset = utf16Offset
    self.line = line
    self.column = column
  }

  /// The position in `text` after `utf8Offset` bytes.
  ///
  /// An offset outside the text counts as its nearest end. An offset inside a character counts as its beginning.
  ///
  /// - Complexity: O(n) in the offset.
  public init(utf8Offset: Int, in text: String) {
    let utf8 = text.utf8
    let offset = max(0, min(utf8Offset, utf8.count))
    let target = utf8.index(utf8.startIndex, offsetBy: offset)
    var line = 1
    var column = 1
    var index = text.startIndex
    while index < target {
      let next = text.index(after: index)
      guard next <= target else { break }
      switch text[index] {
      case "\n", "\r", "\r\n":
        line += 1
        column = 1
      default: column += 1
      }
      index = next
    }
    self.init(
      utf8Offset: utf8.distance(from: utf8.startIndex, to: index),
      utf16Offset: text.utf16.distance(from: text.startIndex, to: index), line: line,
      column: column)
  }
}

extension SourceRange {
  /// The positions in `text` where the range begins and ends.
  ///
  /// - Complexity: O(n) in the end of the range.
  public func positions(in text: String) -> (start: SourcePosition, end: SourcePosition) {
    (
      SourcePosition(utf8Offset: lowerBound, in: text),
      SourcePosition(utf8Offset: upperBound, in: text)
    )
  }
}
