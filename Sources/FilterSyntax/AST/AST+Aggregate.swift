extension AST {
  /// `{1, 2, 3}`
  public struct Aggregate: Hashable, Sendable {
    /// The elements in order.
    public var elements: [Expression]

    /// The text that it was read from.
    @Unhashed public var range: SourceRange

    /// The node of its parts.
    public init(_ elements: [Expression], range: SourceRange = .none) {
      self.elements = elements
      self.range = range
    }
  }
}
