/// A method that `FUNCTION` calls on a value: `FUNCTION(x, "stringByAppendingString:", "!")`.
public struct FilterMethod: Sendable {
  /// The selector, with as many colons as arguments.
  public var selector: String

  package var result: FilterKind?
  package var documentation: FilterDocumentation
  package var body:
    @Sendable (_ receiver: FilterValue, _ arguments: [FilterValue], _ run: EvaluationContext)
      throws(EvaluationError) -> FilterValue

  /// A method.
  ///
  /// - Parameters:
  ///   - selector: The selector, with as many colons as arguments.
  ///   - result: The kind of every result except `nil`; nil if it varies.
  ///   - documentation: Its summary and example.
  ///   - body: The result for a receiver, which is never `nil`. An error without a range gets the range of the part that
  ///     caused it, or else of the whole call.
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

  package var result: FilterKind?
  package var documentation: FilterDocumentation
  package var body: @Sendable (_ value: FilterValue) throws(EvaluationError) -> FilterValue

  /// The body of a reading that is not strict, where it converts more than Foundation does.
  var extendedBody: (@Sendable (_ value: FilterValue) throws(EvaluationError) -> FilterValue)?

  /// Whether a result may be the number at the beginning of a longer text.
  private(set) var mayLose = false

  /// A cast.
  ///
  /// ```swift
  /// let shout = FilterCast(
  ///   "Shout", result: .string,
  ///   documentation: FilterDocumentation("Text in upper case", example: "CAST('ada', 'Shout') == 'ADA'")
  /// ) { (value) throws(EvaluationError) in
  ///   .string(value.converted(to: String.self)?.uppercased() ?? "")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The name of the type.
  ///   - result: The kind of the result.
  ///   - documentation: Its summary and example.
  ///   - body: Converts a value, which can be `nil`.
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

  package var kinds: Set<FilterKind>
  package var result: FilterKind?
  package var documentation: FilterDocumentation
  package var body: @Sendable (_ value: FilterValue) throws(EvaluationError) -> FilterValue

  /// A leaf key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - kinds: The kinds that have it.
  ///   - result: The kind of its values; nil if it varies.
  ///   - documentation: Its summary and example.
  ///   - body: The value of the key for a value of one of the kinds.
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
