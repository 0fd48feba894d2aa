import FilterEngine
import FilterSyntax
import Foundation
import FoundationRegex
import TestSupport
import Testing

@Suite struct ConformanceTests {
  // Reading megabytes takes a debug build minutes; LimitTests holds these limits by itself.
  private static let longestText = RandomSearch.isExhaustive ? Int.max : 1_000_000

  @Test(
    arguments: try ConformanceSuite.all().filter { $0.text.utf8.count <= longestText })
  func everyExampleHolds(_ example: ConformanceCase) throws { try check(example) }

  /// Patterns mean the same wherever they run.
  @Test func everyRegularExpressionHoldsWithoutPCRE2() throws {
    let examples = try ConformanceSuite.all().filter {
      $0.text.utf8.count <= Self.longestText && $0.text.contains("MATCHES")
    }
    #expect(examples.count > 100)
    try RegexBackend.$current.withValue(.portable(FoundationProgram.self)) {
      for example in examples { try check(example) }
    }
  }

  /// One test, because hundreds of cells that differ in a kind take longer to report than to check.
  @Test func everyOperatorHoldsForEveryTwoKinds() throws {
    let cells = try ConformanceSuite.kinds().cells
    #expect(cells.count == 13 * 8 * 8)
    for cell in cells { try check(cell) }
  }

  private func check(_ example: ConformanceCase) throws {
    let subject: Subject
    do {
      subject = try Subject(example)
    } catch {
      guard case .syntaxError(let message)? = example.expectations.first else {
        Issue.record("\(example.testDescription): refused: \(error)")
        return
      }
      if let message { #expect(error.description == message, "\(example.testDescription)") }
      return
    }
    for expectation in example.expectations { expect(expectation, of: subject, in: example) }
  }

  private func expect(
    _ expectation: Expectation, of subject: Subject, in example: ConformanceCase
  ) {
    let name: Comment = "\(example.testDescription)"
    switch expectation {
    case .canonicalText(let text): #expect(subject.canonicalText == text, name)
    case .sourceText(let text): #expect(subject.sourceText == text, name)
    case .answer(let answer):
      #expect(subject.evaluated(for: example) == .value(.bool(answer)), name)
    case .value(let value): #expect(subject.evaluated(for: example) == .value(value), name)
    case .syntaxError: Issue.record("\(name): accepted: \(subject.canonicalText)")
    case .evaluationError(let message):
      let outcome = subject.evaluated(for: example)
      guard case .failure(_, let rendered, _) = outcome else {
        Issue.record("\(name): answered: \(outcome)")
        return
      }
      if let message { #expect(rendered == message, name) }
    case .names(let names):
      let matching = example.fixtures.filter {
        subject.evaluated(for: $0.item, variables: example.variables) == .value(.bool(true))
      }
      #expect(matching.map(\.name) == names, name)
    }
  }

  /// Other programs read the examples and the table as one document.
  @Test func theDocumentIsThatOfTheExamples() throws {
    let file = ConformanceSuite.folder.appendingPathComponent("conformance.json")
    let cells = try ConformanceSuite.kinds().cells
    let text = SuiteDocument(try ConformanceSuite.files() + cells).text
    let committed = try RecordedText.read(file, recording: text)
    let isCommitted = try SuiteDocument.normal(committed) == SuiteDocument.normal(text)
    #expect(isCommitted, "the suite has changed: RECORD_SNAPSHOTS=1 writes conformance.json")
  }

  @Test func theSuiteCoversTheLanguage() throws {
    let own = try ConformanceSuite.files().filter { !$0.isCarried }
    #expect(own.count >= 900)
    #expect(own.allSatisfy { !$0.expectations.contains(where: \.isUnworded) })
  }
}
