import FilterEngine
import FilterSyntax
import TestSupport
import Testing

@Suite struct PrintingTests {
  /// A case for each example, because making and asking it costs more than each comparison.
  @Test(arguments: RandomSearch.sample(try ConformanceCase.accepted(), oneOf: 3))
  func printedFormsReadBack(_ example: ConformanceCase) throws {
    let subject = try Subject(example)
    let outcome = example.isDecided ? subject.evaluated(for: example) : nil
    if example.isLossy {
      canonicalTextLosesSomething(subject, example)
    } else {
      try canonicalTextPrintsItself(subject, outcome, example)
    }
    if !example.isLossy || example.arguments.isEmpty {
      try sourceTextLosesNothing(subject, outcome, example)
    }
    if example.reading == .portable { try extensionsLeaveItAlone(subject, outcome, example) }
  }

  private func canonicalTextPrintsItself(
    _ subject: Subject, _ outcome: Outcome?, _ example: ConformanceCase
  ) throws {
    let reread = try subject.reread(subject.canonicalText, of: example)
    #expect(reread.canonicalText == subject.canonicalText)
    guard let outcome else { return }
    // Words of an error may differ: TRUE has become a number, NONE has become ANY.
    #expect(reread.evaluated(for: example).value == outcome.value)
  }

  private func canonicalTextLosesSomething(_ subject: Subject, _ example: ConformanceCase) {
    guard let reread = try? subject.reread(subject.canonicalText, of: example) else { return }
    let isSame =
      reread.canonicalText == subject.canonicalText
      && reread.evaluated(for: example) == subject.evaluated(for: example)
    #expect(!isSame)
  }

  private func sourceTextLosesNothing(
    _ subject: Subject, _ outcome: Outcome?, _ example: ConformanceCase
  ) throws {
    let reread = try subject.reread(subject.sourceText, of: example)
    #expect(reread.sourceText == subject.sourceText)
    if example.arguments.isEmpty { #expect(reread.hasSameTree(as: subject)) }
    if let outcome { #expect(reread.evaluated(for: example) == outcome) }
  }

  private func extensionsLeaveItAlone(
    _ subject: Subject, _ outcome: Outcome?, _ example: ConformanceCase
  ) throws {
    let lenient = try Subject(
      example.text, like: example, arguments: example.arguments, strict: false)
    #expect(lenient.canonicalText == subject.canonicalText)
    if let outcome { #expect(lenient.evaluated(for: example) == outcome) }
  }
}

extension ConformanceCase {
  // Reading a text of megabytes several times would take the tests longer than all others.
  fileprivate static let longestText = 100_000

  /// The examples that are filters, without very long ones.
  fileprivate static func accepted() throws -> [ConformanceCase] {
    try ConformanceSuite.all().filter {
      !$0.isRejected && $0.text.utf8.count <= longestText
    }
  }

  /// Whether it says what comes of evaluating it.
  fileprivate var isDecided: Bool { expectations.contains { $0.isResult } }
}

extension Subject {
  /// What a printed form is read as.
  ///
  /// Arguments may hold keys that only the extended language can write.
  fileprivate func reread(_ text: String, of example: ConformanceCase) throws -> Subject {
    try Subject(
      text, like: example, arguments: [], strict: example.isStrict && example.arguments.isEmpty)
  }
}
