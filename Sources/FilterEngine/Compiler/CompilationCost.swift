/// The work of the closures for a row, and of the compiler until its next check of time.
struct CompilationCost {
  /// The number of comparisons so far.
  var comparisons = 0

  /// The number of expressions so far.
  var expressions = 0

  /// The number of connectives and negations so far.
  var connectives = 0

  /// The fields whose values differ in size from row to row.
  var sizes: [FieldSize] = []

  /// The units of work before the next check of time and cancellation.
  var untilLook = EvaluationWatch.interval

  /// The units of work of a row, without the sizes of its values. Eight comparisons in place take about one unit.
  var weight: Int { 1 + comparisons / 8 }

  /// The units of work of a row for an expression, each node of which takes about one.
  var expressionWeight: Int { weight + expressions }

  /// The filter of a comparison, which charges the fields from an index of `sizes` on.
  @inline(__always)
  func charging(_ filter: RowFilter, from index: Int) -> RowFilter {
    index == sizes.count ? filter : filter.charging(sizes[index...])
  }
}
