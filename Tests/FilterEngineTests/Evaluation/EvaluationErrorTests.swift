import FilterSyntax
import Foundation
import Testing

@testable import FilterEngine

/// Errors of an evaluation as data.
@Suite struct EvaluationErrorTests {
  /// One of each reason.
  private static let reasons: [EvaluationError.Reason] = [
    .notANumber(operation: "a", found: .data, value: "a"),
    .notAString(operation: "a", found: .data),
    .notACollection(operation: "a", found: .data),
    .notStrings(operator: "a", found: .data, value: "a"),
    .notInAString(value: "a", found: .data),
    .notAContainer(value: "a", found: .data),
    .notTwoBounds(found: .data, count: 3),
    .notElements(quantifier: "a", value: "a", found: .data),
    .subqueryNotElements(found: .data),
    .operatorNotElements(collectionOperator: "a", found: .data),
    .elementNotACollection(collectionOperator: "a", found: .data),
    .setOperand(operation: "a", found: .data),
    .indexNotANumber(found: .data),
    .indexNotAString(found: .data, instead: "a"),
    .notIndexable(found: .data),
    .notCountable(index: "a", found: .data),
    .keyNotAString(variable: "a", found: .data),
    .castTypeNotAString(found: .data),
    .notConvertible(type: "a", found: .data, value: "a"),
    .notADecimalText(value: "a"),
    .notAUUIDText(value: "a"),
    .unordered(.data),
    .incomparable(.data, .data),
    .wrongReceiver(selector: "a", expected: [.string], found: .data),
    .wrongArgument(function: "a", expected: .data, found: .data, position: 3),
    .dateKey(key: "a", found: .data),
    .nilElement(operation: "a"),
    .nilDifference(key: "a-b"),
    .unboundVariable("a"),
    .missingKey("a", of: "a"),
    .missingIndexKey("a", of: "a"),
    .overflow(left: "a", operation: "a", right: "a"),
    .negationOverflow(2),
    .textOverflow(value: "a"),
    .notADecimal(value: "a"),
    .noDecimalResult(left: "a", operation: "a", right: "a"),
    .divisionByZero(left: "a", operation: "a"),
    .notAnInteger(operation: "a", value: "a"),
    .shiftOutOfRange(operation: "a", count: 2),
    .outOfRange(value: "a", limits: 0...1),
    .notPositive(function: "a", value: 2),
    .emptyCollection(operation: "a"),
    .dateWithoutText,
    .notADate(value: "a"),
    .outsideList(index: 2, count: 1),
    .outsideString(index: 1, count: 1),
    .insideCharacter(index: 1),
    .patternTooLong(pattern: "a", limit: 1),
    .patternsTooLarge(limit: 1),
    .unusablePattern(pattern: "a", reason: "a", offset: 1),
    .patternGaveUp(pattern: "a", reason: "a"),
    .unknownSelector("a"),
    .wrongSelectorArguments(selector: "a", expected: 1, found: 1),
    .unknownCast("a"),
    .unknownType(value: "a"),
    .unknownWordOperator("a"),
    .unknownCollectionOperator("a", suggestion: nil),
    .anyKey,
    .indexOfKeyPath,
    .castToClass,
    .keyAfterOperator("a"),
    .needsWholeLine,
    .notCompiled(.fetch),
    .tooManySteps(limit: 1),
    .tooManyElements(limit: 1), .tooManyBytes(limit: 1), .tooLong(limit: nil), .cancelled,
    .valueTooDeep(limit: 1),
    .stringTooLong(limit: 1),
    .custom(.index, "a"),
  ]

  @Test func noTwoReasonsShareACode() {
    let codes = Self.reasons.map(\.code)
    #expect(Set(codes).count == codes.count)
    #expect(
      codes.allSatisfy { code in
        code.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-") }
      })
  }

  @Test func eachReasonHasASentence() {
    for reason in Self.reasons {
      let message = EvaluationError(reason).message
      #expect(message != reason.code && !message.isEmpty)
    }
    #expect(EvaluationError(.index, "words").message == "words")
    #expect(EvaluationError(.index, "words").kind == .index)
    #expect(EvaluationError(.notAString(operation: "f", found: .null)).kind == .missingValue)
    #expect(EvaluationError(.notAString(operation: "f", found: .data)).kind == .kindMismatch)
  }

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// A new case needs an entry here, in the article and in the list of codes.
  @Test func eachCaseIsTested() throws {
    let source = try String(
      contentsOf: Self.root.appendingPathComponent(
        "Sources/FilterEngine/EvaluationError+Reason.swift"), encoding: .utf8)
    let end = try #require(source.range(of: "\n  }\n"))
    let lines = source[..<end.lowerBound].split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("    case ") } == Self.reasons.count)
  }

  /// The codes that other programs read are those of the errors and notes, in the same order.
  @Test func theGrammarListsAllCodes() throws {
    struct Codes: Decodable { let evaluation, note: [String] }
    let codes = try JSONDecoder().decode(
      Codes.self, from: Data(contentsOf: Self.root.appendingPathComponent("Grammar/codes.json")))
    #expect(codes.evaluation == Self.reasons.map(\.code))
    #expect(codes.note == FilterNote.Code.allCases.map(\.rawValue))
  }

  /// The codes of all errors are those of the article, in its order, and no two errors share one.
  @Test func theArticleListsAllCodes() throws {
    let article = try String(
      contentsOf: Self.root.appendingPathComponent(
        "Sources/FilterEngine/FilterEngine.docc/Errors.md"),
      encoding: .utf8)
    let notes = try #require(article.range(of: "\n## Notes\n"))
    let errors = codes(article[..<notes.lowerBound])
    #expect(Set(errors).count == errors.count)
    #expect(Array(errors.suffix(Self.reasons.count)) == Self.reasons.map(\.code))
    #expect(codes(article[notes.upperBound...]) == FilterNote.Code.allCases.map(\.rawValue))
  }

  /// The codes in the first column of the tables of an article.
  private func codes(_ article: Substring) -> [String] {
    article.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      String(line.dropFirst(3).prefix { $0 != "`" })
    }
  }

  @Test func aLocatedErrorIsJSON() throws {
    let predicate = try FilterPredicate<FilterValue>(text: "TRUEPREDICATE AND\nx + 1 == 2")
    let error = try #require(
      #expect(throws: EvaluationError.self) {
        try predicate.matches(.object(FilterObject([(key: "x", value: .string("a"))])))
      })
    #expect(error.reason == .notANumber(operation: "+", found: .string, value: "\"a\""))
    let diagnostic = error.diagnostic(in: "TRUEPREDICATE AND\nx + 1 == 2")
    #expect(diagnostic.kind == .evaluation && diagnostic.code == "not-a-number")
    #expect(diagnostic.start?.line == 2 && diagnostic.start?.column == 1)
    #expect(diagnostic.offset == 18 && diagnostic.length == 5)
    let decoded = try JSONDecoder().decode(
      FilterDiagnostic.self, from: try JSONEncoder().encode(error))
    #expect(decoded.start == nil && decoded.offset == 18 && decoded.message == error.message)
  }
}
