import FilterSyntax
import Foundation
import Testing

/// Errors and places of texts as data.
@Suite struct DiagnosticDataTests {
  /// One of each kind.
  static let kinds: [SyntaxError.Kind] = [
    .expected(.expression), .unknownFunction("f", suggestion: nil),
    .wrongArgumentCount(function: "f", expected: 1...1, found: 2),
    .unknownKey("k", of: "T", suggestion: nil),
    .incomparable(left: "string", operator: ">", right: "number"), .tooDeep(limit: 1),
    .tooLong(limit: 1), .tooManyNodes(limit: 1), .notPortable(feature: "f", instead: nil),
    .emptyText, .unterminatedString, .unterminatedKey, .unterminatedComment, .lineComment,
    .quoteInside("'"), .typographicQuote, .unusualBlank, .unknownCharacter(";"),
    .gluedNumber("1a"), .keyWithoutBackquotes("1st"),
    .malformedNumber, .integerOutOfRange, .malformedDate, .impossibleDate,
    .loneSurrogate, .emptyKey, .unknownOperator("o", suggestion: nil), .splitOperator("=="),
    .methodCall(instead: nil), .leadingDot("k"), .queryWord("WHERE"),
    .boundsWithoutBraces(instead: "{1, 5}"), .chainedComparison,
    .bitwiseConnective("&", instead: "AND"), .predicateAsValue,
    .reservedWord("size"), .emptyOptions, .wordOption, .unknownOption("z"), .lonePercent,
    .doublePercent, .unknownConversion("%k"), .missingArgument(number: 1),
    .unusedArguments(2), .keyPathArgument,
    .interpolationInside, .selectorArgument, .fetch, .unboundArgument("%@"),
    .operandKind(operation: "+", found: "string"),
    .argumentKind(function: "f", expected: "string", found: "number"),
    .notElements(form: "ANY", found: "a number"),
    .operatorOperand(collectionOperator: "sum", found: "a number"), .notACondition("a string"),
    .itemAsArgument(type: "T"), .valueTooDeep(limit: 1), .unknownWordOperator("NEAR"),
    .unknownSelector("s"), .unknownCollectionOperator("c", suggestion: nil), .strictJoin,
    .keyOutsidePolicy("k", suggestion: nil), .valueOutsidePolicy("a"), .computedKeyOutsidePolicy,
    .notPermitted(.function, "f"),
    .unknownPermission(.function, "f", suggestion: nil), .unorderedKey("lists"),
    .unknownSortOption("x"),
    .tooExpensive(steps: 2, limit: 1),
    .tookTooLong(limit: .seconds(1)), .cancelled,
  ]

  @Test func noTwoKindsShareACode() {
    let codes = Self.kinds.map(\.code)
    #expect(Set(codes).count == codes.count)
    #expect(
      codes.allSatisfy { code in
        code.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-") }
      })
  }

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A new case needs an entry here, in the article and in the list of codes.
  @Test func eachCaseIsTested() throws {
    let source = try String(
      contentsOf: Self.root.appendingPathComponent(
        "Sources/FilterSyntax/Diagnostics/SyntaxError+Kind.swift"), encoding: .utf8)
    let end = try #require(source.range(of: "\n  }\n"))
    let lines = source[..<end.lowerBound].split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("    case ") } == Self.kinds.count)
  }

  /// The codes that other programs read are those of the errors, in the same order.
  @Test func theGrammarListsAllCodes() throws {
    struct Codes: Decodable { let syntax: [String] }
    let codes = try JSONDecoder().decode(
      Codes.self, from: Data(contentsOf: Self.root.appendingPathComponent("Grammar/codes.json")))
    #expect(codes.syntax == Self.kinds.map(\.code))
  }

  /// The codes are those of the article, in its order.
  @Test func theArticleListsAllCodes() throws {
    let article = try String(
      contentsOf: Self.root.appendingPathComponent(
        "Sources/FilterEngine/FilterEngine.docc/Errors.md"),
      encoding: .utf8)
    let listed = article.split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("| `") else { return nil }
      return String(line.dropFirst(3).prefix { $0 != "`" })
    }
    #expect(Array(listed.prefix(Self.kinds.count)) == Self.kinds.map(\.code))
  }

  @Test func eachKindHasASentence() {
    let messages = Self.kinds.map { SyntaxError($0, at: .none, in: "").message }
    #expect(Set(messages).count == messages.count)
    for (kind, message) in zip(Self.kinds, messages) {
      #expect(message != kind.code && !message.isEmpty, "\(kind)")
    }
  }

  @Test func aPlaceIsCountedInAllUnits() {
    let text = "a == 1 AND\r\n  é🙂.b\n== 2"
    #expect(
      SourcePosition(utf8Offset: 0, in: text)
        == SourcePosition(utf8Offset: 0, utf16Offset: 0, line: 1, column: 1))
    let bracket = text.utf8.count - "b\n== 2".utf8.count
    #expect(
      SourcePosition(utf8Offset: bracket, in: text)
        == SourcePosition(utf8Offset: bracket, utf16Offset: 18, line: 2, column: 6))
    // Inside of the emoji, and beyond the end.
    #expect(SourcePosition(utf8Offset: bracket - 3, in: text).column == 4)
    let end = SourcePosition(utf8Offset: 1_000, in: text)
    #expect(end.utf8Offset == text.utf8.count && end.line == 3 && end.column == 5)
    #expect(SourcePosition(utf8Offset: -1, in: "").utf8Offset == 0)
  }

  @Test func anErrorIsJSON() throws {
    let error = try #require(
      #expect(throws: SyntaxError.self) {
        try AST.Predicate(parsing: "é == 1 AND\nb CONTAIN 2")
      })
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(error), as: UTF8.self)
    #expect(
      text == """
        {"code":"unknown-operator","end":{"column":10,"line":2,"utf16Offset":20,"utf8Offset":21},\
        "fix":{"length":7,"offset":14,"replacement":"CONTAINS"},"kind":"syntax","length":7,\
        "message":"there is no operator 'CONTAIN', did you mean 'CONTAINS'?","offset":14,\
        "start":{"column":3,"line":2,"utf16Offset":13,"utf8Offset":14}}
        """)
    let decoded = try JSONDecoder().decode(FilterDiagnostic.self, from: Data(text.utf8))
    #expect(decoded == error.diagnostic)
  }
}
