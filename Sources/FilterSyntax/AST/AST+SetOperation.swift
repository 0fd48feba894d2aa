extension AST {
  /// `a UNION b`
  public struct SetOperation: Hashable, Sendable {
    /// The operator.
    public var `operator`: Operator

    /// The left side, whose order counts.
    public var left: Expression

    /// The right side.
    public var right: Expression

    /// The range in the text.
    @Unhashed public var range: SourceRange

    /// The node of its parts.
    public init(
      _ operator: Operator, _ left: Expression, _ right: Expression, range: SourceRange = .none
    ) {
      self.operator = `operator`
      self.left = left
      self.right = right
      self.range = range
    }

    /// `UNION`, `INTERSECT`, `MINUS`
    public enum Operator: String, Hashable, Sendable, CaseIterable {
      /// `UNION`
      case union = "UNION"
      /// `INTERSECT`
      case intersect = "INTERSECT"
      /// `MINUS`
      case minus = "MINUS"
    }
  }
}
