import FilterSyntax

/// Word operators and selectors of libraries.
enum LibraryOperator {
  static func body(_ operation: WordOperator) -> ComparisonBody {
    let body = operation.body
    return { left, right, run throws(EvaluationError) in try body(left, right, run) }
  }

  /// A selector that no library has.
  static func unknown(_ selector: String) -> ComparisonBody {
    { _, _, _ throws(EvaluationError) in
      throw EvaluationError(.unknownName, "no library has an operator '\(selector)'")
    }
  }
}
