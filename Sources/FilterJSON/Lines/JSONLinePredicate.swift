package import FilterEngine
package import FilterSyntax

/// A predicate compiled for lines of JSON, once for any number of threads.
///
/// Each thread filters with a ``JSONLineFilter`` of its own, which holds no more than memory.
package struct JSONLinePredicate: Sendable {
  /// What answers for a line that has to be read as a value.
  package let predicate: FilterPredicate<FilterValue>

  /// The values of its variables.
  package let bindings: [String: FilterValue]

  let program: SlotProgram

  /// The key paths that the predicate reads, from whose values it is evaluated where a slot gives no answer; nil if it
  /// can read the whole row.
  let projection: RowProjection?

  /// Compiles a predicate for lines whose rows all see the same variables.
  package init(
    _ predicate: FilterPredicate<FilterValue>, bindings: [String: FilterValue] = [:],
    limits: EvaluationLimits = .standard
  ) {
    self.predicate = predicate
    self.bindings = bindings
    program = SlotProgram(predicate, bindings: bindings, limits: limits)
    projection = RowProjection(predicate.syntax)
  }

  /// The comparisons that are answered from the text of a line, from left to right.
  package var comparisons: [AST.Predicate] { program.comparisons }
}
