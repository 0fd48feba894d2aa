import Foundation
import TestSupport
import Testing

@testable import FilterSyntax

/// Program text is read and written by scalars: a sign is one beside whatever scalar it stands.
@Suite struct ProgramTextTests {
  private static let signs = ["'", "\"", "`", "\\", ".", ":", "*"]

  private static var texts: [String] {
    signs.flatMap { JoinedSigns.texts(around: $0, JoinedSigns.scalars) }
  }

  @Test func quotedTextHasNoQuoteOfItsOwn() {
    for text in Self.texts {
      for quote in ["'", "\"", "`"] as [Unicode.Scalar] {
        let quoted = text.quoted(by: quote)
        // A reader of SQL: quotes within come in pairs.
        let inside = Array(quoted.unicodeScalars.dropFirst().dropLast())
        var read: [Unicode.Scalar] = []
        var index = 0
        while index < inside.count {
          if inside[index] == quote {
            guard index + 1 < inside.count, inside[index + 1] == quote else {
              Issue.record("\(text.debugDescription) ends early in \(quoted.debugDescription)")
              break
            }
            index += 1
          }
          read.append(inside[index])
          index += 1
        }
        #expect(read == Array(text.unicodeScalars))
        #expect(quoted.unicodeScalars.first == quote && quoted.unicodeScalars.last == quote)
        #expect(quoted.unquoted(by: quote).map { Array($0.utf8) } == Array(text.utf8))
      }
    }
  }

  @Test func partsAreBetweenTheBytesOfASign() {
    for text in Self.texts {
      for sign in Self.signs {
        let scalar = Unicode.Scalar(sign)!
        let naive = Array(text.utf8).split(
          separator: UInt8(ascii: scalar), omittingEmptySubsequences: false)
        #expect(text.parts(at: scalar).map { Array($0.utf8) } == naive.map { Array($0) })
        #expect(text.has(sign) == (naive.count > 1))
        #expect(text.begins(with: sign) == (text.utf8.first == sign.utf8.first))
        #expect(text.ends(with: sign) == (text.utf8.last == sign.utf8.first))
        #expect(
          Array(text.writing("<>", for: scalar).utf8) == Array(naive.joined(separator: "<>".utf8)))
      }
    }
  }

  /// A text or a key that is written in a filter is read as the same.
  @Test func writtenTextsAndKeysAreReadBack() throws {
    for text in Self.texts {
      let literal = AST.Expression.literal(AST.Literal(.text(text)))
      guard case .literal(let node) = try AST.Expression(parsing: literal.sourceText),
        case .text(let read) = node.value
      else {
        Issue.record("\(literal.sourceText)")
        continue
      }
      #expect(Array(read.utf8) == Array(text.utf8))
      let key = AST.Expression.keyPath(AST.KeyPath([AST.KeyPath.Component(.key, text)]))
      guard case .keyPath(let path) = try AST.Expression(parsing: key.sourceText) else {
        Issue.record("\(key.sourceText)")
        continue
      }
      #expect(path.components.map { Array($0.name.utf8) } == [Array(text.utf8)])
    }
  }

  // MARK: - The sources

  /// Files that read text by characters, and why no sign of program text is lost in them.
  private static let exceptions = [
    "FilterEngine/Completion/CompletionWords.swift": "operators of the language",
    "FilterEngine/FromPredicate/ScalarKind.swift": "the type of a value",
    "FilterEngine/Regex/ICUScanner+Escapes.swift": "letters of a pattern, which is read by scalars",
    "FilterEngine/Regex/ICUScanner+SetMembers.swift": "letters of a pattern, read by scalars",
    "FilterSyntax/Parser/Parser+Errors.swift": "a word of the language",
    "FilterEngine/Library/Standard/StandardOperators.swift": "tables of the source",
    "FilterEngine/Library/Standard/UniformType.swift": "a table of the source",
    "FilterEngine/Values/Conversion/Scalars+FilterValue.swift": "a Character is a value",
    "FilterEngine/Values/NumberText.swift": "a number that was scanned by bytes",
    "FilterMacrosPlugin/EnumerationKeys.swift": "names of types",
    "FilterMacrosPlugin/FilterLiteral.swift": "lines of a message; the literal is read by scalars",
    "FilterMacrosPlugin/FilterableMacro.swift": "names of types",
    "FilterSyntax/AST/AST+Comparison.swift": "letters of options; others are an error",
    "FilterSyntax/Diagnostics/EditDistance.swift": "the distance of words as they are shown",
    "FilterSyntax/Diagnostics/SyntaxError+Code.swift": "names of cases of the source",
    "FilterSyntax/Diagnostics/TextWidth.swift": "the width of characters",
    "FilterSyntax/Lexer/DateText.swift": "digits",
    "FilterSyntax/Lexer/TextTable.swift": "tables of the source",
    "FilterSyntax/Parser/Parser+OperatorPhrase.swift": "letters of options; others are an error",
    "FilterableResultsPostgres/Changes/ChangePayload.swift": "a sign of ASCII, compared as a byte",
    "FilterableResultsPostgres/Changes/ListenerLoop.swift": "two numbers; other texts are none",
    "FilterableResultsPostgres/Connection/PostgresError.swift": "a message",
    "FilterableResultsPostgres/Connection/PostgresSnapshot.swift": "numbers; other texts are none",
    "FilterSyntax/Parser/ForeignForm.swift": "lines and words of a table of the source",
    "FilterableResultsUI/UIKit/ListDataSource.swift": "a selector",
    "FrcQuery/Commands/ManualPage.swift": "lines of the help",
    "FrcQuery/Commands/PipeCommand.swift": "lines of a message",
    "FrcQuery/Commands/PredicateText.swift": "a list of names",
    "FrcQuery/Formats/TableWriter.swift": "blanks at the end of a line that is shown",
    "FrcQuery/Formats/TranslationText.swift": "lines of a text that is shown",
    "FrcQuery/Query/ExplanationWriter.swift": "lines of a text that is shown",
    "FrcQuery/Repl/ReplTerminal.swift": "lines of a message",
    "FrcQuery/Session/Commands/Command+Showing.swift": "lines of a text that is shown",
  ]

  private static let patterns = [
    #"\.(hasPrefix|hasSuffix|replacingOccurrences|trimmingCharacters|components)\("#,
    #"\b(contains|split|firstIndex|lastIndex|firstRange|ranges|replacing)\((of: |separator: )?""#,
    #""\.contains\("#, #"\bCharacter\b"#, #"\bfor character in"#, #"\\\.isNewline"#,
    #"\b(character|letter) [=!]= ""#, #"\.(first|last) == "[^"]""#,
    #"\.(first|last)\?\.is(Letter|Number|Whitespace)"#,
  ]

  /// Neither `Character` nor what compares by it has to do with a sign of program text.
  @Test func sourcesReadSignsByScalars() throws {
    let sources = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources")
    let expressions = try Self.patterns.map { try NSRegularExpression(pattern: $0) }
    var used: Set<String> = []
    var count = 0
    for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path) {
      guard path.hasSuffix(".swift") else { continue }
      count += 1
      let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
      for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        let code = line.drop { $0 == " " }
        // What is read as scalars or as bytes says so on its line.
        if code.hasPrefix("//") || line.contains("unicodeScalars") || line.contains("scalars.")
          || line.contains("UInt8(ascii") || line.contains("utf8.")
        {
          continue
        }
        let string = String(line)
        let range = NSRange(string.startIndex..., in: string)
        guard expressions.contains(where: { $0.firstMatch(in: string, range: range) != nil }) else {
          continue
        }
        used.insert(path)
        if Self.exceptions[path] == nil { Issue.record("\(path):\(number + 1): \(code)") }
      }
    }
    #expect(count > 500)
    #expect(used.isSuperset(of: Self.exceptions.keys), "exceptions that are not needed")
  }
}
