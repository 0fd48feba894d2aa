import FilterSyntax

/// The functions of the standard library. Foundation has all but `number:`.
enum StandardFunctions {
  static let all = aggregates + arithmetic + mathematics + bits + texts + others

  /// A function of Foundation.
  @inline(never)
  static func function(
    _ selector: String, _ parameters: [FilterKind?], _ result: FilterKind?, isPure: Bool = true,
    _ summary: String, _ example: String,
    _ body: @escaping FilterFunction.Body
  ) -> FilterFunction {
    FilterFunction(
      selector, parameters: parameters, arity: SyntaxVocabulary.standard.functions?[selector],
      result: result, isPure: isPure,
      isExtension: false, documentation: FilterDocumentation(summary, example: example), body: body)
  }

  /// A function of one value.
  @inline(never)
  static func unary(
    _ selector: String, _ parameter: FilterKind?, _ result: FilterKind?, _ summary: String,
    _ example: String,
    _ body: @escaping @Sendable (FilterValue) throws(EvaluationError) -> FilterValue
  ) -> FilterFunction {
    function(selector, [parameter], result, summary, example) {
      arguments, _ throws(EvaluationError) in
      try body(arguments[0])
    }
  }

  /// A function of two numbers.
  @inline(never)
  static func binary(
    _ selector: String, _ summary: String, _ example: String,
    _ body:
      @escaping @Sendable (FilterValue, FilterValue) throws(EvaluationError) -> FilterValue
  ) -> FilterFunction {
    function(selector, [.number, .number], .number, summary, example) {
      arguments, _ throws(EvaluationError) in
      try body(arguments[0], arguments[1])
    }
  }
}
