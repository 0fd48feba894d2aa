/// A key of a value that is not an object: `name.length`, `when.timeIntervalSince1970`.
public struct FilterLeafKey: Sendable {
  /// The key.
  public var key: String

  /// The kinds that have it.
  public var kinds: Set<FilterKind>

  /// The kind of its values; nil if it varies.
  public var result: FilterKind?

  /// Its summary and example.
  public var documentation: FilterDocumentation

  /// The value of the key for a value of one of the kinds.
  public var body: @Sendable (_ value: FilterValue) throws(EvaluationError) -> FilterValue

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
