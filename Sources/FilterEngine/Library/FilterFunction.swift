/// A function of the language: `sqrt(x)`, `modulus:by:(a, b)`.
public struct FilterFunction: Sendable {
  /// The body. It gets as many arguments as `arity` allows, evaluated from left to right. Arguments can be
  /// `nil`.
  ///
  /// An error without a range gets the range of the call.
  public typealias Body =
    @Sendable (_ arguments: [FilterValue], _ run: EvaluationContext) throws(EvaluationError) ->
    FilterValue

  /// The full name: `sqrt:`, `modulus:by:`, and `now` for a function without arguments.
  public var selector: String

  package var parameters: [FilterKind?]
  package var arity: ClosedRange<Int>
  package var result: FilterKind?
  package var isPure: Bool
  package var isExtension: Bool
  package var sql: [String: StaticString]
  package var documentation: FilterDocumentation
  package var body: Body

  /// The form for values of known kinds.
  var typed: TypedFunction?

  /// Whether a result may be without a part of the first argument, as that of a division of integers.
  private(set) var mayLose = false

  /// The body with a constant second argument, a pattern that is looked for; nil for a function without a pattern.
  private(set) var patternBody: (@Sendable (CompiledPattern) -> Body)?

  /// Reads the constant arguments of a call, such as the name of a time zone, once for all rows. Arguments that are not
  /// constant are nil. Nil for a function that reads none.
  private(set) var readConstants: (@Sendable (_ arguments: [FilterValue?]) -> Constants)?

  /// The constant arguments of a call.
  package struct Constants: Sendable {
    /// The body with these arguments, whose values it does not read again.
    var body: Body

    /// An argument that is invalid, by its index, and the error of each call without nil.
    var failure: (argument: Int, error: EvaluationError)?
  }

  /// A function.
  ///
  /// ```swift
  /// let double = FilterFunction(
  ///   "double:", parameters: [.number], result: .number,
  ///   documentation: FilterDocumentation("Twice a number", example: "double(3) == 6")
  /// ) { (arguments, _) throws(EvaluationError) in
  ///   guard let number = arguments[0].converted(to: Double.self) else {
  ///     throw EvaluationError(.kindMismatch, "double() takes a number")
  ///   }
  ///   return .double(2 * number)
  /// }
  /// let own = FilterLibrary(name: "own", functions: [double])
  /// let filter = try FilterPredicate<FilterValue>(
  ///   "double(age) > 60", options: FilterOptions(libraries: [.standard, own]))
  /// ```
  ///
  /// - Parameters:
  ///   - selector: The full name: `sqrt:`, `modulus:by:`, and `now` for a function without arguments.
  ///   - parameters: The kinds of the parameters in order; nil accepts any kind. The last one repeats if `arity` allows more
  ///     arguments.
  ///   - arity: The number of arguments that a call may have; nil for the number of parameters.
  ///   - result: The kind of the result; nil if it varies.
  ///   - isPure: Whether equal arguments give equal results, so that constant calls are evaluated once.
  ///   - isExtension: Whether Foundation lacks it, so that `strict` refuses it.
  ///   - sql: Expressions of SQL with the same result, by the name of the dialect, such as `["SQLite": "initials(?)"]`. `?`
  ///     is the next argument and `?2` the second one. The database evaluates a pure function that has an expression. For
  ///     arguments of the declared kinds that are not nil, neither the expression nor `body` may fail, and they must have
  ///     the same result, NULL for nil.
  ///   - documentation: Its summary and example.
  ///   - body: Computes the result.
  public init(
    _ selector: String, parameters: [FilterKind?], arity: ClosedRange<Int>? = nil,
    result: FilterKind?, isPure: Bool = true, isExtension: Bool = true,
    sql: [String: StaticString] = [:],
    documentation: FilterDocumentation, body: @escaping Body
  ) {
    self.selector = selector
    self.parameters = parameters
    self.arity = arity ?? parameters.count...parameters.count
    self.result = result
    self.isPure = isPure
    self.isExtension = isExtension
    self.sql = sql
    self.documentation = documentation
    self.body = body
  }

  /// The function, with a body for a constant pattern as its second argument.
  func searching(_ body: @escaping @Sendable (CompiledPattern) -> Body) -> FilterFunction {
    var function = self
    function.patternBody = body
    return function
  }

  /// The function, which reads constant arguments once.
  func reading(
    _ constants: @escaping @Sendable (_ arguments: [FilterValue?]) -> Constants
  ) -> FilterFunction {
    var function = self
    function.readConstants = constants
    return function
  }

  /// The function, whose results may be without a part of the first argument.
  func losing() -> FilterFunction {
    var function = self
    function.mayLose = true
    return function
  }
}
