import FilterEngine
import Foundation
import TestSupport
import Testing

@testable import FilterSyntax

/// The grammar for editors: its file, and its scopes beside the tokens of the examples.
@Suite struct EditorGrammarTests {
  private static let longestText = 2_000
  private static let partCount = 8

  // Compiled once for all tests.
  private static let scanner = Result { try TextMateScanner(.filter) }

  @Test func theFileIsThatOfTheTables() throws {
    let file = ConformanceSuite.folder.appending(path: "editors/filter.tmLanguage.json")
    let text = try TextMateGrammar.filter.text()
    let isCommitted = try text == RecordedText.read(file, recording: text)
    #expect(isCommitted, "the tables have changed: RECORD_SNAPSHOTS=1 writes the grammar")
  }

  /// Each token of each example that parses has its kind, also if blanks are between all tokens.
  @Test(arguments: 0..<partCount)
  func scopesAreTheKindsOfTokens(_ part: Int) throws {
    let scanner = try Self.scanner.get()
    var (examples, differences) = (0, [String]())
    for (index, example) in try ConformanceSuite.all().enumerated()
    where index % Self.partCount == part && example.text.utf8.count <= Self.longestText {
      let options = SyntaxOptions(
        strict: example.isStrict, vocabulary: FilterLibraries.standard.vocabulary)
      guard example.parses(options) else { continue }
      examples += 1
      for text in [example.text, Self.spaced(example.text, options)] {
        guard let difference = scanner.difference(in: text, options) else { continue }
        differences.append("\(example.testDescription): \(difference) of \(text)")
      }
    }
    #expect(differences == [])
    #expect(examples > 250)
  }

  /// The tokens of a text with two blanks between them.
  private static func spaced(_ text: String, _ options: SyntaxOptions) -> String {
    let units = Array(text.utf16)
    return FilterTokens(text, options: options).map { token in
      String(decoding: units[token.utf16Range], as: UTF16.self)
    }.joined(separator: "  ")
  }

  /// A text with tokens of all groups.
  private static let manyTokens =
    #"ANY a.#size.@max IN[c] {1, .5, "x", %@, #2026-11-21#} "#
    + "AND $v == modulus:by:(sqrt(2), 3) /* c */ ;"

  /// Without a group of rules, a difference is found.
  @Test func eachGroupIsNeeded() throws {
    #expect(try Self.scanner.get().difference(in: Self.manyTokens) == nil)
    for group in TextMateGrammar.filter.patterns {
      var grammar = TextMateGrammar.filter
      grammar.patterns.removeAll { $0.include == group.include }
      let difference = try TextMateScanner(grammar).difference(in: Self.manyTokens)
      #expect(difference != nil, "\(group.include ?? "")")
    }
  }

  /// No reserved word is a key, unless it may be one, and no sign of the language is a mistake.
  @Test func wordsAndSignsHaveScopes() throws {
    let scanner = try Self.scanner.get()
    for word in Keyword.allCases {
      for spelling in [word.spelling, word.spelling.lowercased()] {
        for scope in scanner.scopes(of: spelling) {
          let kind = scope.flatMap(TextMateScanner.kind)
          #expect(kind != nil && kind != .unknown, "\(spelling)")
          #expect(kind != .key || word.mayBeKey, "\(spelling)")
        }
      }
    }
    for symbol in Symbol.allCases {
      let kinds = scanner.scopes(of: symbol.spelling).map { $0.flatMap(TextMateScanner.kind) }
      #expect(kinds.allSatisfy { $0 == .operator || $0 == .punctuation }, "\(symbol.spelling)")
    }
  }

  /// The differences that a grammar of regular expressions cannot avoid. No example has one.
  @Test(arguments: [
    ("a pattern ends with its line", "sqrt\n(4) == 2", "function sqrt"),
    ("a pattern ends with its line", "name ==\n[c] 'a'", "option c"),
    ("a pattern ends with its line", "any\n== 1", "key any"),
    ("comments are not looked through", "sqrt /* of */ (4) == 2", "function sqrt"),
    ("comments are not looked through", "x /* NOT */ NOT /* */ IN {1}", "operator NOT"),
    ("operators of libraries are not known", "home NEAR work", "operator NEAR"),
    ("brackets are not counted", "{any - 1} == x", "key any"),
  ])
  func theKnownDifferences(_ reason: String, _ text: String, _ token: String) throws {
    let options = SyntaxOptions(vocabulary: SyntaxVocabulary(wordOperators: ["NEAR"]))
    _ = try AST.Predicate(parsing: text, options: options)
    let difference = try Self.scanner.get().difference(in: text, options)
    #expect(difference?.hasPrefix(token + ":") == true, "\(reason): \(difference ?? "none")")
  }
}

extension ConformanceCase {
  fileprivate func parses(_ options: SyntaxOptions) -> Bool {
    isValue
      ? (try? AST.Expression(parsing: text, options: options)) != nil
      : (try? AST.Predicate(parsing: text, options: options)) != nil
  }
}

extension TextMateScanner {
  /// The kinds of tokens by the beginnings of their scopes, longer ones first.
  private static let kinds: [(scope: String, kind: FilterToken.Kind)] = [
    ("comment.", .comment), ("string.", .string), ("constant.numeric.", .number),
    ("constant.other.date.", .date), ("constant.language.", .keyword),
    ("variable.language.", .keyword), ("keyword.operator.", .operator), ("keyword.", .keyword),
    ("storage.modifier.", .option), ("support.function.", .function),
    ("entity.name.function.", .function), ("variable.parameter.", .placeholder),
    ("variable.other.member.", .key), ("variable.other.", .variable),
    ("punctuation.", .punctuation), ("invalid.", .unknown),
  ]

  /// The kind of tokens that have a scope; nil if none has.
  fileprivate static func kind(_ scope: String) -> FilterToken.Kind? {
    guard scope.hasSuffix(".filter") else { return nil }
    return kinds.first { scope.hasPrefix($0.scope) }?.kind
  }

  /// The first token whose scopes are not those of its kind, or a blank with a scope; nil if there is none.
  fileprivate func difference(
    in text: String, _ options: SyntaxOptions = SyntaxOptions()
  ) -> String? {
    let scopes = scopes(of: text)
    let units = Array(text.utf16)
    var end = 0
    for token in FilterTokens(text, options: options) {
      if let scope = scopes[end..<token.utf16Range.lowerBound].compactMap(\.self).first {
        return "\(scope) at \(end)"
      }
      end = token.utf16Range.upperBound
      for scope in scopes[token.utf16Range]
      where scope.flatMap(Self.kind) != token.kind {
        let word = String(decoding: units[token.utf16Range], as: UTF16.self)
        return "\(token.kind) \(word): \(scope ?? "no scope")"
      }
    }
    return nil
  }
}
