/// A type that `CAST` can convert to: `CAST(x, "NSNumber")`.
public struct FilterCast: Sendable {
  /// The name of the type.
  public var type: String

  /// The kind of the result.
  public var result: FilterKind?

  /// What it says of itself.
  public var documentation: FilterDocumentation

  /// Converts a value, `nil` among them.
  public var body: @Sendable (_ value: FilterValue) throws(EvaluationError) -> FilterValue

  /// A cast.
  public init(
    _ type: String, result: FilterKind?, documentation: FilterDocumentation,
    body: @escaping @Sendable (FilterValue) throws(EvaluationError) -> FilterValue
  ) {
    self.type = type
    self.result = result
    self.documentation = documentation
    self.body = body
  }
}
