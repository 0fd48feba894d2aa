extension AST {
  /// `TERNARY(p, a, b)`
  public struct Ternary: Hashable, Sendable {
    /// The condition.
    public var condition: Predicate

    /// The value where the condition holds.
    public var whenTrue: Expression

    /// The value where it does not.
    public var whenFalse: Expression

    /// The range in the text.
    @Unhashed public var range: SourceRange

    /// The node of its parts.
    public init(
      _ condition: Predicate, whenTrue: Expression, whenFalse: Expression,
      range: SourceRange = .none
    ) {
      self.condition = condition
      self.whenTrue = whenTrue
      self.whenFalse = whenFalse
      self.range = range
    }
  }
}
