extension AST {
  /// `5`, `"text"`, `TRUE`, `nil`
  public struct Literal: Hashable, Sendable {
    /// The value that the text stands for.
    public var value: Constant

    /// The text that it was read from.
    @Unhashed public var range: SourceRange

    /// The node of its parts.
    public init(_ value: Constant, range: SourceRange = .none) {
      self.value = value
      self.range = range
    }
  }
}
