extension AST {
  /// `SUBQUERY(items, $x, $x.price > 3)`
  public struct Subquery: Hashable, Sendable {
    /// What is gone through.
    public var collection: Expression

    /// What names the element.
    public var variable: Variable

    /// What an element has to fulfil.
    public var predicate: Predicate

    /// The text that it was read from.
    @Unhashed public var range: SourceRange

    /// The node of its parts.
    public init(
      _ collection: Expression, _ variable: Variable, _ predicate: Predicate,
      range: SourceRange = .none
    ) {
      self.collection = collection
      self.variable = variable
      self.predicate = predicate
      self.range = range
    }
  }
}
