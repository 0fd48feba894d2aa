extension AST {
  /// `$x := 5`
  public struct Assignment: Hashable, Sendable {
    /// The variable.
    public var variable: Variable

    /// The value of the variable.
    public var value: Expression

    /// The range in the text.
    @Unhashed public var range: SourceRange

    /// The node of its parts.
    public init(_ variable: Variable, _ value: Expression, range: SourceRange = .none) {
      self.variable = variable
      self.value = value
      self.range = range
    }
  }
}
