extension AST {
  /// `{1, 2, 3}`
  public struct Aggregate: Hashable, Sendable {
    /// The elements in order.
    public var elements: [Expression]

    /// The range in the text.
    @Unhashed public var range: SourceRange

    /// The node of its parts.
    public init(_ elements: [Expression], range: SourceRange = .none) {
      self.elements = elements
      self.range = range
    }
  }
}
