/// A method that `FUNCTION` calls on a value: `FUNCTION(x, "stringByAppendingString:", "!")`.
public struct FilterMethod: Sendable {
  /// The selector, with as many colons as arguments.
  public var selector: String

  /// The kind of every result except `nil`; nil if it varies.
  public var result: FilterKind?

  /// Its summary and example.
  public var documentation: FilterDocumentation

  /// The result for a receiver, which is never `nil`.
  ///
  /// An error without a range gets the range of the part that caused it, or else of the whole call.
  public var body:
    @Sendable (_ receiver: FilterValue, _ arguments: [FilterValue], _ run: EvaluationContext)
      throws(EvaluationError) -> FilterValue

  /// A method with its selector, the kind of its result, its documentation and its body.
  public init(
    _ selector: String, result: FilterKind? = nil, documentation: FilterDocumentation,
    body:
      @escaping @Sendable (FilterValue, [FilterValue], EvaluationContext)
      throws(EvaluationError) -> FilterValue
  ) {
    self.selector = selector
    self.result = result
    self.documentation = documentation
    self.body = body
  }
}
