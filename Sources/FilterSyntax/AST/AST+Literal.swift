extension AST {
  /// `5`, `"text"`, `TRUE`, `nil`
  public struct Literal: Hashable, Sendable {
    /// The value of the literal.
    public var value: Constant

    /// The range in the text.
    @Unhashed public var range: SourceRange

    /// The node of its parts.
    public init(_ value: Constant, range: SourceRange = .none) {
      self.value = value
      self.range = range
    }
  }
}
