extension AST {
  /// `$x := 5`
  public struct Assignment: Hashable, Sendable {
    /// What is bound.
    public var variable: Variable

    /// What it is bound to.
    public var value: Expression

    /// The text that it was read from.
    @Unhashed public var range: SourceRange

    /// The node of its parts.
    public init(_ variable: Variable, _ value: Expression, range: SourceRange = .none) {
      self.variable = variable
      self.value = value
      self.range = range
    }
  }
}
