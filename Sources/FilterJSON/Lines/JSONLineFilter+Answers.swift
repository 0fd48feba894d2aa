internal import CSimdJSON
internal import FilterEngine

extension JSONLineFilter {
  /// The answer of a predicate for one line.
  package enum Answer: Hashable, Sendable {
    /// It does not match
    case no
    /// It matches
    case yes
    /// No answer. Evaluating the line again gives the reason
    case failed
  }

  /// Calls `body` with the answer for each line of `text` that is not blank, in order. Ignores `isInverted`. `text`
  /// consists of whole lines. Lines have no answer after the time has passed or the task was cancelled.
  package func answers(_ text: UnsafeRawBufferPointer, _ body: (Answer) -> Void) {
    slots.begin(text)
    while let (status, range) = slots.next() {
      if status == FRC_JSON_ROW_BLANK { continue }
      if work(range) != nil {
        body(.failed)
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
    guard let value = row, let answer = try? matcher.matches(value) else {
      return .failed
    }
    return answer ? .yes : .no
  }
}
