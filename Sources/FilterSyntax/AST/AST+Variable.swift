extension AST {
  /// `$name`
  public struct Variable: Hashable, Sendable {
    /// The name without the dollar sign.
    @Exact public var name: String

    /// The range in the text.
    @Unhashed public var range: SourceRange

    /// The node of its parts.
    public init(_ name: String, range: SourceRange = .none) {
      self.name = name
      self.range = range
    }
  }
}
