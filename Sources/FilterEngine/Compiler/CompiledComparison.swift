import FilterSyntax

/// A comparison whose sides are compiled, before a way to test it is chosen.
struct CompiledComparison {
  let left: CompiledExpression
  let right: CompiledExpression

  /// The meaning of the comparison, decided once for all ways of evaluation.
  let meaning: DecidedComparison

  /// The units of work of both sides.
  let units: Int

  /// The steps that an evaluation takes.
  ///
  /// A comparison inside of a subquery takes `units` steps each time. Elsewhere the text bounds how often it is
  /// evaluated for a row, and it is work of the run only.
  let steps: Int

  /// The ranges of the whole and of its right side in the text.
  let range: SourceRange
  let rightRange: SourceRange

  /// Whether every row has the same answer.
  var isConstant: Bool { left.isConstant && right.isConstant && meaning.isPure }

  /// The evaluation by values, made on demand: a test in place does not need it.
  @inline(never)
  var evaluator: ComparisonEvaluator {
    ComparisonEvaluator(
      left: left.evaluator, right: right.evaluator, body: meaning.body,
      quantifier: meaning.quantifier, steps: steps, units: units, range: range)
  }
}
