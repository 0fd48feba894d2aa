internal import Dispatch
internal import FilterEngine
internal import FilterSyntax

/// Answers the questions of editors: the tokens, the errors and the completions of a text under the policy of a role.
///
/// An answer computes for a few milliseconds at most, so one thread answers all questions, apart from those that read
/// requests.
final class FilterAssistance: Sendable {
  /// The time in which a text has to become a predicate.
  private let time: Duration
  private let queue = DispatchQueue(label: "assistance")

  /// The greatest number of completions of an answer.
  private static let mostItems = 50

  /// Takes at most `time` to make a predicate of a text.
  init(time: Duration) { self.time = time }

  /// The answer to a question, under the policy of a role.
  ///
  /// - Throws: `busy` after the deadline.
  func answer(
    to question: FilterQuestion, for role: Role, until deadline: ContinuousClock.Instant
  ) async throws(SearchFailure) -> FilterAnswer {
    let answer: FilterAnswer? = await withCheckedContinuation { continuation in
      queue.async { [self] in
        continuation.resume(returning: .now < deadline ? self.answer(to: question, role) : nil)
      }
    }
    guard let answer else { throw .busy }
    return answer
  }

  private func answer(to question: FilterQuestion, _ role: Role) -> FilterAnswer {
    let (text, cursor) = (question.text, question.cursor)
    let completions = role.completion.completions(in: text, at: cursor, limit: Self.mostItems) {
      key, _ in role.values[key] ?? []
    }
    return FilterAnswer(
      tokens: FilterTokens(text).map { FilterAnswer.Token($0) },
      diagnostics: error(of: text, role).map { [FilterAnswer.Diagnostic($0, in: text)] } ?? [],
      replace: FilterAnswer.Part(completions.range, in: text),
      items: completions.items.map { FilterAnswer.Item($0) },
      documentation: role.completion.documentation(in: text, at: cursor).map {
        FilterAnswer.Item($0)
      })
  }

  /// The error of a text as a filter; nil if it is one, and for a blank text.
  private func error(of text: String, _ role: Role) -> SyntaxError? {
    guard !text.allSatisfy(\.isWhitespace) else { return nil }
    do throws(SyntaxError) {
      _ = try FilterPredicate<Ticket>(
        text: text, options: FilterOptions(limits: .slice(time: time), policy: role.policy))
      return nil
    } catch {
      return error
    }
  }
}
