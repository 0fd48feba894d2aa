/// A step of a key path that reduces a collection: `items.@sum.price`, `items.@count`.
public struct FilterCollectionOperator: Sendable {
  /// Whether the step takes the rest of the key path.
  public enum KeyUse: Hashable, Sendable {
    /// `items.@count`: takes no key. The path continues from the result
    case none

    /// `items.@sum.price`: the next key is read from each element first
    case oneKey
  }

  /// The body. Its elements are the values of the key, which can be `nil`.
  public typealias Body =
    @Sendable (_ elements: [FilterValue], _ run: EvaluationContext) throws(EvaluationError) ->
    FilterValue

  /// The name without the sign.
  public var name: String

  package var keyUse: KeyUse
  package var result: FilterKind?
  package var isExtension: Bool
  package var documentation: FilterDocumentation
  package var body: Body

  /// The form for values of known kinds.
  var typed: TypedFunction?

  /// A collection operator.
  ///
  /// ```swift
  /// let last = FilterCollectionOperator(
  ///   "last", keyUse: .none, result: nil,
  ///   documentation: FilterDocumentation("The last value", example: "{1, 3}.@last == 3")
  /// ) { (elements, _) throws(EvaluationError) in elements.last ?? .null }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name without the sign.
  ///   - keyUse: Whether a key follows.
  ///   - result: The kind of the result; nil if it varies.
  ///   - isExtension: Whether Foundation lacks it, so that `strict` refuses it.
  ///   - documentation: Its summary and example.
  ///   - body: Reduces the elements.
  public init(
    _ name: String, keyUse: KeyUse, result: FilterKind?, isExtension: Bool = true,
    documentation: FilterDocumentation, body: @escaping Body
  ) {
    self.name = name
    self.keyUse = keyUse
    self.result = result
    self.isExtension = isExtension
    self.documentation = documentation
    self.body = body
  }
}
