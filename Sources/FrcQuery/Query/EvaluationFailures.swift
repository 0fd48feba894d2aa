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

  /// The first error under the text of the filter, and how many rows had one; nil without any.
  ///
  /// `end` gives the end of the message of an error.
  func report(filter text: String, end: (EvaluationError) -> String) -> String? {
    guard let first else { return nil }
    let error = first.error.rendered(
      in: text, label: "frc-query: \(first.place)", end: end(first.error))
    return "\(error)\n\(countReport)"
  }

  /// How many rows had an error.
  var countReport: String {
    let rows =
      count == 1
      ? "1 row could not be evaluated and was left out"
      : "\(count) rows could not be evaluated and were left out"
    return "frc-query: \(rows)\n"
  }
}

/// The bad rows that were passed over.
struct SkippedRows {
  private(set) var count = 0
  private var first: String?

  /// Adds `count` rows, of which the one of `error` is the first.
  mutating func add(_ error: ToolError, count: Int = 1) {
    self.count += count
    if first == nil { first = error.text }
  }

  /// The first one and their number; nil without any.
  var report: String? {
    first.map { "\($0)\nfrc-query: skipped \(count) bad row\(count == 1 ? "" : "s")\n" }
  }
}
