internal import CSimdJSON
package import FilterEngine

extension JSONLineFilter {
  /// The answer of a predicate for one line.
  package enum Answer: Hashable, Sendable {
    /// It does not match
    case no
    /// It matches
    case yes
    /// No answer, and the error of the evaluation; nil if the line was not evaluated
    case failed(EvaluationError?)
  }

  /// Calls `body` with the answer for each line of `text` that is not blank, in order. Ignores `isInverted`. `text`
  /// consists of whole lines. Lines have no answer after the time has passed, the task was cancelled, or `body` has called
  /// `finish(_:)`.
  package func answers(_ text: UnsafeRawBufferPointer, _ body: (Answer) -> Void) {
    slots.begin(text)
    while let (status, range) = slots.next() {
      if status == FRC_JSON_ROW_BLANK { continue }
      if work(range) != nil {
        body(.failed(nil))
      } else if status == FRC_JSON_ROW_READ, let answer = answerInPlace() {
        body(answer ? .yes : .no)
      } else {
        body(valueAnswer(UnsafeRawBufferPointer(rebasing: text[range])))
      }
    }
  }

  @inline(never)
  private func valueAnswer(_ line: UnsafeRawBufferPointer) -> Answer {
    let row = readingRow.map { $0(line, reader) } ?? (try? reader.read(line))
    guard let value = row else { return .failed(nil) }
    do throws(EvaluationError) {
      return try matcher.matches(value) ? .yes : .no
    } catch {
      return .failed(error)
    }
  }

  /// Ends the filter: no later line has an answer.
  package func finish(_ error: EvaluationError) { matcher.finish(error) }
}
