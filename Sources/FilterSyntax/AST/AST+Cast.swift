extension AST {
  /// `CAST(x, "NSNumber")`
  public struct Cast: Hashable, Sendable {
    /// The operand.
    public var operand: Expression

    /// The name of the type.
    public var type: Expression

    /// The range in the text.
    @Unhashed public var range: SourceRange

    /// The node of its parts.
    public init(_ operand: Expression, type: Expression, range: SourceRange = .none) {
      self.operand = operand
      self.type = type
      self.range = range
    }
  }
}
