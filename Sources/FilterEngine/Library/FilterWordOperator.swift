/// An operator between two values with the result true or false: `location WITHIN_KM {52.5, 13.4, 25}`.
public struct FilterWordOperator: Sendable {
  /// The body. It gets both sides, which can be `nil`.
  ///
  /// An error without a range gets the range of the comparison.
  public typealias Body =
    @Sendable (_ left: FilterValue, _ right: FilterValue, _ run: EvaluationContext)
    throws(EvaluationError)
    -> Bool

  /// The word in upper case, or a selector with its colon (`isNear:`).
  public var word: String

  package var left: FilterKind?
  package var right: FilterKind?
  package var documentation: FilterDocumentation
  package var body: Body

  /// An operator.
  ///
  /// ```swift
  /// let divides = FilterWordOperator(
  ///   "DIVIDES", left: .number, right: .number,
  ///   documentation: FilterDocumentation("Whether a number divides another", example: "3 DIVIDES 12")
  /// ) { (left, right, _) throws(EvaluationError) in
  ///   guard case (.int(let left), .int(let right)) = (left, right) else { return false }
  ///   return left != 0 && right % left == 0
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - word: The word in upper case, or a selector with its colon (`isNear:`).
  ///   - left: The kind of the left side; nil accepts any kind.
  ///   - right: The kind of the right side; nil accepts any kind.
  ///   - documentation: Its summary and example.
  ///   - body: Compares both sides.
  public init(
    _ word: String, left: FilterKind?, right: FilterKind?, documentation: FilterDocumentation,
    body: @escaping Body
  ) {
    self.word = word
    self.left = left
    self.right = right
    self.documentation = documentation
    self.body = body
  }
}
