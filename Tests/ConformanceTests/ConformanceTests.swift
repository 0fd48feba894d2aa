import FilterEngine
import FilterSyntax
import Testing

@Suite struct ConformanceTests {
  @Test(arguments: try ConformanceSuite.all())
  func everyExampleHolds(_ example: ConformanceCase) throws {
    let subject: Subject
    do {
      subject = try Subject(example)
    } catch {
      guard case .syntaxError(let message)? = example.expectations.first else {
        Issue.record("refused: \(error)")
        return
      }
      if let message { #expect(error.description == message) }
      return
    }
    for expectation in example.expectations { expect(expectation, of: subject, in: example) }
  }

  private func expect(
    _ expectation: Expectation, of subject: Subject, in example: ConformanceCase
  ) {
    switch expectation {
    case .canonicalText(let text): #expect(subject.canonicalText == text)
    case .sourceText(let text): #expect(subject.sourceText == text)
    case .answer(let answer): #expect(subject.evaluated(for: example) == .value(.bool(answer)))
    case .value(let value): #expect(subject.evaluated(for: example) == .value(value))
    case .syntaxError: Issue.record("accepted: \(subject.canonicalText)")
    case .evaluationError(let message):
      let outcome = subject.evaluated(for: example)
      guard case .failure(_, let rendered) = outcome else {
        Issue.record("answered: \(outcome)")
        return
      }
      if let message { #expect(rendered == message) }
    case .names(let names):
      let matching = example.fixtures.filter {
        subject.evaluated(for: $0.item, variables: example.variables) == .value(.bool(true))
      }
      #expect(matching.map(\.name) == names)
    }
  }

  /// Nine hundred examples were written for this suite, besides those carried over.
  @Test func theSuiteCoversTheLanguage() throws {
    let own = try ConformanceSuite.files().filter { !$0.isCarried }
    #expect(own.count >= 900)
    #expect(own.allSatisfy { !$0.expectations.contains(where: \.isUnworded) })
  }
}
