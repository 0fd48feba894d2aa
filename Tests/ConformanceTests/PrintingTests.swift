import FilterEngine
import FilterSyntax
import Testing

@Suite struct PrintingTests {
  @Test(arguments: try ConformanceCase.accepted().filter { !$0.isLossy })
  func theCanonicalTextPrintsItself(_ example: ConformanceCase) throws {
    let subject = try Subject(example)
    let reread = try subject.reread(subject.canonicalText, of: example)
    #expect(reread.canonicalText == subject.canonicalText)
    guard example.isDecided else { return }
    // Words of an error may differ: TRUE has become a number, NONE has become ANY.
    #expect(reread.evaluated(for: example).value == subject.evaluated(for: example).value)
  }

  @Test(arguments: try ConformanceCase.accepted().filter { $0.isLossy })
  func aLossyTextLosesSomething(_ example: ConformanceCase) throws {
    let subject = try Subject(example)
    guard let reread = try? subject.reread(subject.canonicalText, of: example) else { return }
    let isSame =
      reread.canonicalText == subject.canonicalText
      && reread.evaluated(for: example) == subject.evaluated(for: example)
    #expect(!isSame)
  }

  @Test(arguments: try ConformanceCase.accepted().filter { !$0.isLossy || $0.arguments.isEmpty })
  func theSourceTextLosesNothing(_ example: ConformanceCase) throws {
    let subject = try Subject(example)
    let reread = try subject.reread(subject.sourceText, of: example)
    #expect(reread.sourceText == subject.sourceText)
    if example.arguments.isEmpty { #expect(reread.hasSameTree(as: subject)) }
    guard example.isDecided else { return }
    #expect(reread.evaluated(for: example) == subject.evaluated(for: example))
  }

  @Test(arguments: try ConformanceCase.accepted().filter { $0.reading == .portable })
  func extensionsLeaveTheRestAlone(_ example: ConformanceCase) throws {
    let subject = try Subject(example)
    let lenient = try Subject(
      example.text, like: example, arguments: example.arguments, strict: false)
    #expect(lenient.canonicalText == subject.canonicalText)
    guard example.isDecided else { return }
    #expect(lenient.evaluated(for: example) == subject.evaluated(for: example))
  }
}

extension ConformanceCase {
  // Reading a text of megabytes several times would take the tests longer than all others.
  fileprivate static let longestText = 100_000

  /// The examples that are filters, very long ones left out, and cells, which all print alike.
  fileprivate static func accepted() throws -> [ConformanceCase] {
    try ConformanceSuite.all().filter {
      !$0.isRejected && !$0.isCell && $0.text.utf8.count <= longestText
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
