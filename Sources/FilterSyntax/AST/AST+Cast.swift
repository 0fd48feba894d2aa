extension AST {
  /// `CAST(x, "NSNumber")`
  public struct Cast: Hashable, Sendable {
    /// What is converted.
    public var operand: Expression

    /// What gives the name of the type.
    public var type: Expression

    /// The text that it was read from.
    @Unhashed public var range: SourceRange

    /// The node of its parts.
    public init(_ operand: Expression, type: Expression, range: SourceRange = .none) {
      self.operand = operand
      self.type = type
      self.range = range
    }
  }
}
