import FilterSyntax

/// The functions of the standard library. `SyntaxVocabulary` says which of them Foundation lacks.
enum StandardFunctions {
  static let all =
    aggregates + arithmetic + mathematics + bits + texts + moreTexts + dates + others

  /// A function, with the number of arguments of the vocabulary.
  @inline(never)
  static func function(
    _ selector: String, _ parameters: [FilterKind?], _ result: FilterKind?, isPure: Bool = true,
    _ summary: String, _ example: String,
    _ body: @escaping FilterFunction.Body
  ) -> FilterFunction {
    FilterFunction(
      selector, parameters: parameters, arity: SyntaxVocabulary.standard.functions?[selector],
      result: result, isPure: isPure,
      isExtension: SyntaxVocabulary.standard.extensionFunctions.contains(selector),
      documentation: FilterDocumentation(summary, example: example), body: body)
  }

  /// A function that is nil if an argument is.
  @inline(never)
  static func total(
    _ selector: String, _ parameters: [FilterKind?], _ result: FilterKind?, _ summary: String,
    _ example: String, _ body: @escaping FilterFunction.Body
  ) -> FilterFunction {
    function(selector, parameters, result, summary, example, total(body))
  }

  /// A body that is nil if an argument is.
  static func total(_ body: @escaping FilterFunction.Body) -> FilterFunction.Body {
    { arguments, run throws(EvaluationError) in
      try arguments.contains(where: \.isNull) ? .null : body(arguments, run)
    }
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
