extension AST {
  /// `-x`, where x is not a number literal
  public struct Minus: Hashable, Sendable {
    /// The operand.
    public var operand: Expression

    /// The range in the text.
    @Unhashed public var range: SourceRange

    /// The node of its parts.
    public init(_ operand: Expression, range: SourceRange = .none) {
      self.operand = operand
      self.range = range
    }
  }
}
