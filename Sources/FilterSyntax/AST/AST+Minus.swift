extension AST {
  /// `-x`, where x is no number literal
  public struct Minus: Hashable, Sendable {
    /// What is negated.
    public var operand: Expression

    /// The text that it was read from.
    @Unhashed public var range: SourceRange

    /// The node of its parts.
    public init(_ operand: Expression, range: SourceRange = .none) {
      self.operand = operand
      self.range = range
    }
  }
}
