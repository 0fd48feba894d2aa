extension AST {
  /// `SELF`
  public struct SelfReference: Hashable, Sendable {
    /// The range in the text.
    @Unhashed public var range: SourceRange

    /// The node of its parts.
    public init(range: SourceRange = .none) {
      self.range = range
    }
  }
}
