/// A method that `FUNCTION` calls on a value: `FUNCTION(x, "stringByAppendingString:", "!")`.
public struct FilterMethod: Sendable {
  /// The selector, with as many colons as arguments.
  public var selector: String

  /// The kind of every result except `nil`; nil if it varies.
  package var result: FilterKind?

  /// Its summary and example.
  package var documentation: FilterDocumentation

  /// The result for a receiver, which is never `nil`.
  ///
  /// An error without a range gets the range of the part that caused it, or else of the whole call.
  package var body:
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

/// A type that `CAST` can convert to: `CAST(x, "NSNumber")`.
public struct FilterCast: Sendable {
  /// The name of the type.
  public var type: String

  /// The kind of the result.
  package var result: FilterKind?

  /// Its summary and example.
  package var documentation: FilterDocumentation

  /// Converts a value, which can be `nil`.
  package var body: @Sendable (_ value: FilterValue) throws(EvaluationError) -> FilterValue

  /// The body of a reading that is not strict, where it converts more than Foundation does.
  var extendedBody: (@Sendable (_ value: FilterValue) throws(EvaluationError) -> FilterValue)?

  /// Whether a result may be the number at the beginning of a longer text.
  private(set) var mayLose = false

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

  /// The cast, whose results may be the number at the beginning of a longer text.
  func losing() -> FilterCast {
    var cast = self
    cast.mayLose = true
    return cast
  }
}

/// A key of a value that is not an object: `name.length`, `when.timeIntervalSince1970`.
public struct FilterLeafKey: Sendable {
  /// The key.
  public var key: String

  /// The kinds that have it.
  package var kinds: Set<FilterKind>

  /// The kind of its values; nil if it varies.
  package var result: FilterKind?

  /// Its summary and example.
  package var documentation: FilterDocumentation

  /// The value of the key for a value of one of the kinds.
  package var body: @Sendable (_ value: FilterValue) throws(EvaluationError) -> FilterValue

  /// A leaf key.
  public init(
    _ key: String, of kinds: Set<FilterKind>, result: FilterKind? = nil,
    documentation: FilterDocumentation,
    body: @escaping @Sendable (FilterValue) throws(EvaluationError) -> FilterValue
  ) {
    self.key = key
    self.kinds = kinds
    self.result = result
    self.documentation = documentation
    self.body = body
  }
}
