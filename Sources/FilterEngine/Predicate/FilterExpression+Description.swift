internal import FilterSyntax

extension FilterExpression: CustomStringConvertible {
  /// The canonical text.
  public var description: String { syntax.description }
}
