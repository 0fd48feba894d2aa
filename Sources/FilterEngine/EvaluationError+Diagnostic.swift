public import FilterSyntax

extension EvaluationError: Encodable {
  /// The error as data, placed in the text of the predicate where that is given.
  ///
  /// `text` is the text of the predicate; without it the diagnostic has no line and column.
  ///
  /// - Complexity: O(n) in the length of the text.
  public func diagnostic(in text: String? = nil) -> FilterDiagnostic {
    FilterDiagnostic(.evaluation, code: code, message: message, at: range, in: text)
  }

  /// Writes what ``diagnostic(in:)`` holds without a text.
  public func encode(to encoder: any Encoder) throws { try diagnostic().encode(to: encoder) }
}
