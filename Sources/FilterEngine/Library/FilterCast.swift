/// A type that `CAST` can convert to: `CAST(x, "NSNumber")`.
public struct FilterCast: Sendable {
  /// The name of the type.
  public var type: String

  /// The kind of the result.
  public var result: FilterKind?

  /// Its summary and example.
  public var documentation: FilterDocumentation

  /// Converts a value, which can be `nil`.
  public var body: @Sendable (_ value: FilterValue) throws(EvaluationError) -> FilterValue

  /// The body of a reading that is not strict, where it converts more than Foundation does.
  var extendedBody: (@Sendable (_ value: FilterValue) throws(EvaluationError) -> FilterValue)?

  /// A cast with the name of its type, the kind of its result, its documentation and its body.
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
