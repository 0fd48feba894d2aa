internal import FilterEngine
internal import FilterSyntax

/// The rows that a filter had no answer for.
struct EvaluationFailures {
  private(set) var count = 0

  /// Whether a row hit a limit.
  private(set) var hasLimit = false

  private var first: (place: String, error: EvaluationError)?

  /// The reason of the first error; nil without any.
  var reason: EvaluationError.Reason? { first?.error.reason }

  /// Adds `count` rows, of which the first is at a place that messages name.
  mutating func add(
    _ error: EvaluationError, place: @autoclosure () -> String, count: Int = 1, hasLimit: Bool
  ) {
    self.count += count
    self.hasLimit = self.hasLimit || hasLimit
    if first == nil { first = (place(), error) }
  }

  /// The first error, under the text of the filter; nil without any.
  ///
  /// `end` gives the end of the message of an error.
  func error(inFilter text: String, end: (EvaluationError) -> String) -> ToolError? {
    guard let first else { return nil }
    let end = end(first.error)
    var diagnostic = first.error.diagnostic(in: text)
    diagnostic.message = "\(first.place): \(diagnostic.message)\(end)"
    return .diagnostic(
      first.error.rendered(in: text, label: "frc-query: \(first.place)", end: end), diagnostic)
  }

  /// How many rows had an error.
  var countReport: String {
    count == 1
      ? "1 row could not be evaluated and was left out"
      : "\(count) rows could not be evaluated and were left out"
  }
}

/// The bad rows that were passed over.
struct SkippedRows {
  private(set) var count = 0
  private(set) var first: ToolError?

  /// Adds `count` rows, of which the one of `error` is the first.
  mutating func add(_ error: ToolError, count: Int = 1) {
    self.count += count
    if first == nil { first = error }
  }

  /// Reports the first one and their number, if there are any.
  func report(to messages: Messages) {
    guard let first else { return }
    messages.write(first, as: .data)
    messages.report("skipped \(count) bad row\(count == 1 ? "" : "s")")
  }
}
