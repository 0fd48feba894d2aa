extension AST {
  /// `ANYKEY`
  public struct AnyKey: Hashable, Sendable {
    /// The text that it was read from.
    @Unhashed public var range: SourceRange

    /// The node of its parts.
    public init(range: SourceRange = .none) {
      self.range = range
    }
  }
}
