extension AST {
  /// `SUBQUERY(items, $x, $x.price > 3)`
  public struct Subquery: Hashable, Sendable {
    /// The collection.
    public var collection: Expression

    /// The variable for an element.
    public var variable: Variable

    /// The predicate for each element.
    public var predicate: Predicate

    /// The range in the text.
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
