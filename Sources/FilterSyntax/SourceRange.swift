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
  public func union(_ other: SourceRange) -> SourceRange {
    SourceRange(
      Swift.min(lowerBound, other.lowerBound), Swift.max(upperBound, other.upperBound))
  }
}
