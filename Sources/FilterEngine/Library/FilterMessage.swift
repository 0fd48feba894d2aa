/// What `FUNCTION` may send to a value: `FUNCTION(x, "stringByAppendingString:", "!")`.
public struct FilterMessage: Sendable {
  /// The selector; as many colons as arguments.
  public var selector: String

  /// What it says of itself.
  public var documentation: FilterDocumentation

  /// The answer of a receiver, which is never `nil`.
  public var body:
    @Sendable (_ receiver: FilterValue, _ arguments: [FilterValue]) throws(EvaluationError) ->
      FilterValue

  /// A message.
  public init(
    _ selector: String, documentation: FilterDocumentation,
    body: @escaping @Sendable (FilterValue, [FilterValue]) throws(EvaluationError) -> FilterValue
  ) {
    self.selector = selector
    self.documentation = documentation
    self.body = body
  }
}
