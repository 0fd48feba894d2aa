package import FilterEngine

/// What a filter makes of a text of whole lines.
package struct JSONLineMatches: Sendable {
  /// The matching lines that were to be kept, each with a line feed.
  package var lines: [UInt8] = []

  /// The number of rows that match, those before the window counted in.
  package var matchCount = 0

  /// The number of lines that were looked at.
  package var lineCount = 0

  /// The number of rows that do not match.
  package var missCount = 0

  /// The number of lines that had to be read as values.
  package var valueCount = 0

  /// The number of rows that have no answer.
  package var failureCount = 0

  /// The first of them, by its line counted from 1, and why.
  package var firstFailure: (line: Int, error: EvaluationError)?

  /// Why a row had no answer that hit a limit, the first of them.
  package var firstLimit: EvaluationError?

  /// Why the call ended before the last line: time or cancellation.
  package var end: EvaluationError?

  /// The number of lines that are no JSON.
  package var badCount = 0

  /// The first of them, by its line counted from 1, and why.
  package var firstBad: (line: Int, error: JSONError)?

  /// Nothing yet.
  package init() {}
}
