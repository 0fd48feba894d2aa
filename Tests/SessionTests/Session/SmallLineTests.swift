import TestSupport
import Testing

@testable import FrcQuery

/// The words of lines of a few characters, beside patterns that say what a word is.
struct SmallLineTests {
  private static let characters = Array("a '\"\\@`")

  /// All lines of up to three characters, and some longer ones.
  private static let lines: [String] = {
    var lines = [""]
    var longest = lines
    for length in 1...5 {
      longest = longest.flatMap { line in characters.map { line + String($0) } }
      lines += length < 4 ? longest : RandomSearch.sample(longest, oneOf: length == 4 ? 6 : 50)
    }
    return lines
  }()

  /// The text in quotes, a word, a key, and what comes before the `@` of a name.
  nonisolated(unsafe) private static let quoted = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/
  nonisolated(unsafe) private static let word =
    /(?:[^ "']|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')+/
  nonisolated(unsafe) private static let key =
    /(?:[^ "'`]|`[^`]*`|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')+/
  nonisolated(unsafe) private static let name =
    /(?:[^ "'@]|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')*/

  /// The text that a word stands for. A key stays as it is, unless it is one text in quotes.
  private func text(_ word: Substring, isKey: Bool = false) -> String {
    if isKey, word.wholeMatch(of: Self.quoted) == nil { return String(word) }
    var text = ""
    var rest = word
    while let first = rest.first {
      if let match = rest.prefixMatch(of: Self.quoted) {
        text += match.output.dropFirst().dropLast().replacing(/\\(.)/) { String($0.output.1) }
        rest = rest[match.range.upperBound...]
      } else {
        text.append(first)
        rest.removeFirst()
      }
    }
    return text
  }

  private func skippingBlanks(_ line: Substring) -> Substring { line.drop { $0 == " " } }

  /// What the line is split into; nil where a quote or backquote is open at its end.
  private func words(_ line: String, isKey: Bool) -> [String]? {
    var rest = skippingBlanks(line[...])
    var words: [String] = []
    while !rest.isEmpty {
      let match = isKey ? rest.prefixMatch(of: Self.key) : rest.prefixMatch(of: Self.word)
      guard let match, rest[match.range.upperBound...].first.map({ $0 == " " }) ?? true else {
        return nil
      }
      words.append(text(match.output, isKey: isKey))
      rest = skippingBlanks(rest[match.range.upperBound...])
    }
    return words
  }

  @Test(arguments: [false, true])
  func aLineIsSplitAtBlanksOutsideOfQuotes(_ isKey: Bool) {
    for line in Self.lines {
      var words = CommandWords(line)
      var found: [String]? = []
      do throws(ToolError) {
        while let word = try isKey ? words.nextKey() : words.next() {
          found?.append(word)
          // What is left is the end of the line, without blanks around it.
          let left = line.utf8.dropFirst(words.offset)
          #expect(words.isEmpty == left.isEmpty, "\(line)")
          let rest = words.rest
          #expect(left.starts(with: rest.utf8), "\(line)")
          #expect(left.dropFirst(rest.utf8.count).allSatisfy { $0 == 0x20 }, "\(line)")
          #expect(!rest.hasPrefix(" ") && !rest.hasSuffix(" "), "\(line)")
        }
      } catch {
        found = nil
      }
      #expect(found == self.words(line, isKey: isKey), "\(line)")
    }
  }

  /// The keys and expressions of a line.
  @Test(arguments: [
    ("a b", ["a", "b"]), ("a, b,c d", ["a", "b", "c", "d"]), (",a,,", ["a"]), ("", []),
    ("'a b' \"c,d\":desc", ["a b", "c,d:desc"]), ("`a b`,`c``d`", ["`a b`", "`c``d`"]),
    ("CAST(d,\"NSDate\"):desc t", ["CAST(d,\"NSDate\"):desc", "t"]),
    (
      "x=CAST(d, \"NSDate\"), TERNARY(zip == \"a\",0,1)",
      ["x=CAST(d, \"NSDate\")", "TERNARY(zip == \"a\",0,1)"]
    ),
    ("n=price * 1.5, 'a' + b", ["n=price * 1.5", "'a' + b"]), ("price *2:desc", ["price *2:desc"]),
    ("\"a\" + \"b\"", ["\"a\" + \"b\""]), ("\"a\"+b", ["\"a\"+b"]),
    ("x = a IN {1, 2}, y", ["x = a IN {1, 2}", "y"]),
    ("name BEGINSWITH 'a b'", ["name BEGINSWITH 'a b'"]),
    ("NOT ok", ["NOT ok"]), ("not", ["not"]), ("size in", ["size", "in"]), ("a) b", ["a)", "b"]),
    ("a-b c", ["a-b", "c"]), ("a OR b:desc", ["a OR b:desc"]),
  ])
  func keysAreSeparatedByCommasAndBlanks(_ line: String, _ keys: [String]) throws {
    #expect(try CommandWords(line).keys() == keys)
  }

  @Test(arguments: ["it's", "a `b", "\"", "a, 'b c"])
  func keysAreClosed(_ line: String) {
    #expect(throws: ToolError.self) { try CommandWords(line).keys() }
  }

  @Test func theRestOfALineIsWithoutBlanksAroundIt() {
    for line in Self.lines {
      let words = CommandWords(line)
      let expected = line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
      #expect(words.rest == String(expected), "\(line)")
      #expect(words.offset == line.prefix { $0 == " " }.utf8.count, "\(line)")
      #expect(words.isEmpty == line.allSatisfy { $0 == " " }, "\(line)")
    }
  }

  @Test func onlyOneKeyIsTakenOutOfItsQuotes() {
    for line in Self.lines {
      let rest = CommandWords(line).rest
      let found = try? CommandWords(line).onlyKey()
      guard rest.hasPrefix("'") || rest.hasPrefix("\"") else {
        #expect(found == rest, "\(line)")
        continue
      }
      let keys = words(rest, isKey: true)
      // A mistake behind the first key is that of the whole text.
      guard let keys else { continue }
      #expect(found == (keys.count == 1 ? keys[0] : rest), "\(line)")
    }
  }

  @Test func aNameHasItsGroupBehindTheFirstAtOutsideOfQuotes() throws {
    for line in Self.lines {
      var words = CommandWords(line)
      let rest = skippingBlanks(line[...])
      let found = Result { () throws(ToolError) in try words.nextName() }
      guard !rest.isEmpty else {
        #expect(try found.get() == nil)
        continue
      }
      let first = rest.prefixMatch(of: Self.name)
      let name = first.map { text($0.output) } ?? ""
      let behind = rest[(first?.range.upperBound ?? rest.startIndex)...]
      var expected: (name: String, group: String?)? = (name, nil)
      if behind.first == "@" {
        let group = behind.dropFirst().prefixMatch(of: Self.word)
        expected?.group = group.map { text($0.output) } ?? ""
        let end = group?.range.upperBound ?? behind.index(after: behind.startIndex)
        if ![nil, " "].contains(behind[end...].first) { expected = nil }
      } else if ![nil, " "].contains(behind.first) {
        expected = nil
      }
      if name.isEmpty || expected?.group == "" { expected = nil }
      let answer = try? found.get()
      #expect(answer?.name == expected?.name && answer?.group == expected?.group, "\(line)")
    }
  }

  @Test func quotedTextsAreReadAsTheyWere() throws {
    for text in Self.lines where !text.isEmpty {
      let quoted = CommandWords.quoted(text)
      var words = CommandWords(quoted + " b")
      #expect(try words.next() == text)
      #expect(words.rest == "b")
      var named = CommandWords("\(quoted)@\(quoted) b")
      let name = try named.nextName()
      #expect(name?.name == text && name?.group == text, "\(text)")
      #expect(named.rest == "b", "\(text)")
      // Quotes are for texts that need them.
      #expect((quoted == text) == text.allSatisfy { "a`".contains($0) }, "\(text)")
    }
  }
}
