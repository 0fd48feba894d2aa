package import FilterEngine

/// The matches of a filter in a text of whole lines.
package struct JSONLineMatches: Sendable {
  /// The matching lines that are kept, each with a line feed.
  package var lines: [UInt8] = []

  /// The number of rows that match, including those before the window.
  package var matchCount = 0

  /// The number of lines that were read.
  package var lineCount = 0

  /// The number of rows that do not match.
  package var missCount = 0

  /// The number of lines that were read as values.
  package var valueCount = 0

  /// The number of rows that have no answer.
  package var failureCount = 0

  /// The line of the first of them, counted from 1, and its error.
  package var firstFailure: (line: Int, error: EvaluationError)?

  /// The error of the first row that exceeded a limit.
  package var firstLimit: EvaluationError?

  /// The error that ended the call before the last line: time or cancellation.
  package var end: EvaluationError?

  /// The number of lines that are not JSON.
  package var badCount = 0

  /// The line of the first of them, counted from 1, and its error.
  package var firstBad: (line: Int, error: JSONError)?

  /// No matches.
  package init() {}
}
