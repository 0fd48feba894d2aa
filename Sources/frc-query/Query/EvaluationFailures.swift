internal import FilterEngine
internal import FilterSyntax

/// The rows that a filter had no answer for.
struct EvaluationFailures {
  private(set) var count = 0
  private var first: (place: String, error: EvaluationError)?

  /// Adds `count` rows, of which the one at `line` is the first.
  mutating func add(_ error: EvaluationError, file: String, line: Int, count: Int = 1) {
    self.count += count
    if first == nil { first = ("\(file):\(line)", error) }
  }

  /// The first error under the text of the filter, and how many rows had one; nil without any.
  func report(filter text: String) -> String? {
    guard let first else { return nil }
    let label = "frc-query: \(first.place)"
    let error =
      first.error.range.map {
        DiagnosticRenderer(text: text).rendered(first.error.message, at: $0, label: label)
      } ?? TerminalText.line("\(label): \(first.error.message)")
    let rows =
      count == 1
      ? "1 row could not be evaluated and was left out"
      : "\(count) rows could not be evaluated and were left out"
    return "\(error)\nfrc-query: \(rows)\n"
  }
}
