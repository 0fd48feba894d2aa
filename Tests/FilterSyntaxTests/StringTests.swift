import FilterSyntax
import Testing

/// Strings with their escapes, and keys in backquotes.
@Suite struct StringTests {
  private static func value(_ text: String) throws -> String? {
    guard case .literal(let literal) = try AST.Expression(parsing: text),
      case .text(let value) = literal.value
    else { return nil }
    return value
  }

  /// What each character of ASCII means after a backslash.
  @Test(arguments: ["'", "\""])
  func eachEscapeIsReplaced(_ quote: String) throws {
    let controls: [Character: String] = [
      "n": "\n", "t": "\t", "r": "\r", "a": "\u{7}", "b": "\u{8}", "f": "\u{C}", "v": "\u{B}",
    ]
    for byte in UInt8(0x20)..<0x7F {
      let letter = Character(UnicodeScalar(byte))
      var meaning = controls[letter] ?? String(letter)
      if let digit = letter.wholeNumberValue, digit < 8 {
        meaning = String(UnicodeScalar(UInt8(digit)))
      }
      for (before, after) in [("", ""), ("é", "z"), ("\\\\", "\\n")] {
        let read = try Self.value("\(quote)\(before)\\\(letter)\(after)\(quote)")
        let around = (before == "\\\\" ? "\\" : before, after == "\\n" ? "\n" : after)
        #expect(read == around.0 + meaning + around.1, "\\\(letter) of \(before) and \(after)")
      }
    }
    #expect(try Self.value("\(quote)a\\é\(quote)") == "aé")
    #expect(try Self.value("\(quote)\\🙂\\日\(quote)") == "🙂日")
  }

  @Test(arguments: [
    (#"\0"#, "\0"), (#"\7"#, "\u{7}"), (#"\8"#, "8"), (#"\10"#, "\u{8}"), (#"\18"#, "\u{1}8"),
    (#"\101"#, "A"), (#"\1011"#, "A1"), (#"\1018"#, "A8"), (#"\377"#, "ÿ"), (#"\777"#, "\u{1FF}"),
    (#"a\101b\102"#, "aAbB"), (#"\x41"#, "A"), (#"\X4a"#, "J"), (#"\x4A1"#, "J1"),
    (#"\xe9"#, "é"), (#"\x4"#, "x4"), (#"\x"#, "x"), (#"\xg1"#, "xg1"), (#"\x4g"#, "x4g"),
    (#"\u0041"#, "A"), (#"\U00e9"#, "é"), (#"\u20AC5"#, "€5"), (#"\u004"#, "u004"),
    (#"\u"#, "u"), (#"\u00g1"#, "u00g1"), (#"\ud7ff"#, "\u{D7FF}"), (#"\ue000"#, "\u{E000}"),
    (#"\ud83d\ude00"#, "😀"), (#"a\uD83D\uDE00b"#, "a😀b"), (#"\ud83d\Ude00\x41"#, "😀A"),
    (#"\ud800\udc00"#, "\u{10000}"), (#"\udbff\udfff"#, "\u{10FFFF}"), (#"\\x41"#, #"\x41"#),
    (#"\'\""#, "'\""), ("a\nb", "a\nb"),
  ])
  func aNumberOfACharacterIsReplaced(_ content: String, _ text: String) throws {
    #expect(try Self.value("\"\(content)\"") == text)
    #expect(try Self.value("'z\(content)'") == "z" + text)
  }

  @Test(arguments: [
    #"‹\ud83d›"#, #"‹\ud83d›x"#, #"‹\ud83d›\n"#, #"‹\ud83d›\u0041"#, #"‹\ud83d›\ud83d"#,
    #"‹\ude00›"#, #"‹\udfff›\ud83d"#, #"a\n‹\uDC00›"#, #"‹\ud83d›\ude0"#, #"‹\ud83d›\xde00"#,
    #"\ud83d\ude00‹\ud83d›"#, #"‹\ud83d›ude00"#, #"‹\udbff›\udbff"#,
    #"‹\udbff›\ue000"#,
  ])
  func halfOfAPairIsMarked(_ marked: String) {
    let content = marked.filter { $0 != "‹" && $0 != "›" }
    #expect(
      Reading.value("\"\(content)\"")
        == "half of a surrogate pair is not a character: \"\(marked)\"")
  }

  @Test(arguments: [
    ("'", "the quote is never closed: ‹'› → ''"),
    ("a == \"b", "the quote is never closed: a == ‹\"›b → a == \"b\""),
    ("a == 'b\"", "the quote is never closed: a == ‹'›b\" → a == 'b\"'"),
    ("a == 'é", "the quote is never closed: a == ‹'›é → a == 'é'"),
    ("a == 'b\\", "the quote is never closed: a == ‹'›b\\ → a == 'b\\\\'"),
    ("a == 'b\\\\", "the quote is never closed: a == ‹'›b\\\\ → a == 'b\\\\'"),
    ("a == 'b\\'", "the quote is never closed: a == ‹'›b\\' → a == 'b\\''"),
    ("a == \"\\", "the quote is never closed: a == ‹\"›\\ → a == \"\\\\\""),
    ("a == 'b\\'", "the quote is never closed: a == ‹'›b\\' → a == 'b\\''"),
    ("a == `b", "the backquote is never closed: a == ‹`›b"),
    ("`b``", "the backquote is never closed: ‹`›b``"), ("`", "the backquote is never closed: ‹`›"),
    ("a.``", "a key cannot be empty: a.‹``›"), ("a.```", "the backquote is never closed: a.‹`›``"),
  ])
  func whatIsNotClosedIsMarkedWhereItOpens(_ text: String, _ refusal: String) {
    #expect(Reading.filter(text) == refusal)
  }

  /// A doubled backquote is one, and the key is printed as it is written.
  @Test(arguments: [
    ("`a b`", "a b"), ("`a``b`", "a`b"), ("`a````b`", "a``b"), ("````", "`"), ("``````", "``"),
    ("```a`", "`a"), ("`a```", "a`"), ("`é.🙂`", "é.🙂"), ("` `", " "), ("`'`", "'"),
    ("`a\nb`", "a\nb"),
    ("`1`", "1"),
  ])
  func aKeyInBackquotesIsWhatIsBetweenThem(_ text: String, _ key: String) throws {
    for (written, count) in [(text, 1), ("a.\(text).b", 3)] {
      guard case .keyPath(let path) = try AST.Expression(parsing: written) else {
        Issue.record("\(written) is not a key path")
        continue
      }
      #expect(path.components.count == count && path.components[count / 2].name == key)
      #expect(AST.Expression.keyPath(path).sourceText == written)
    }
    #expect(
      Reading.value(text, strict: true)
        == "a key in backquotes is not portable, write %K and an argument: ‹\(text)›")
  }

  /// Each opening quote of print with the quotes that close it, and the straight one.
  @Test(arguments: [
    ("“", "”“\"", "\""), ("”", "”\"", "\""), ("„", "“”\"", "\""), ("‘", "’'", "'"),
    ("’", "’'", "'"),
    ("‚", "‘’'", "'"), ("«", "»\"", "\""), ("»", "«\"", "\""),
  ])
  func aQuoteOfPrintIsReplacedWithItsClosingOne(
    _ open: String, _ closing: String, _ straight: String
  ) {
    let message = "a typographic quote does not quote text, write ' or \""
    for close in closing {
      #expect(
        Reading.filter("x == \(open)é b\(close) OR y")
          == "\(message): x == ‹\(open)›é b\(close) OR y → x == \(straight)é b\(straight) OR y")
      // The fix names the whole text, and ends at the first quote that closes it.
      #expect(
        fix("x == \(open)é b\(close) OR y == \(open)c\(close)")
          == "replace \(open)é b\(close) with \(straight)é b\(straight)")
    }
    // A quote that is never closed is another mistake.
    #expect(Reading.filter("x == \(open)ab") == "\(message): x == ‹\(open)›ab")
  }

  /// The last line of an error, without its head.
  private func fix(_ text: String) -> String? {
    do throws(SyntaxError) {
      _ = try AST.Predicate(parsing: text)
      return nil
    } catch {
      return error.description.split(separator: "\n fix: ").last.map(String.init)
    }
  }

  @Test(arguments: [
    ("x\u{A0}== 1", "a blank outside ASCII, write a space: x‹\u{A0}›== 1 → x == 1"),
    ("x ==\u{2003}1", "a blank outside ASCII, write a space: x ==‹\u{2003}›1 → x == 1"),
    ("x == 1 €", "'€' has no meaning here: x == 1 ‹€›"),
    ("🙂 == 1", "'🙂' has no meaning here: ‹🙂› == 1"),
    ("x == \\", "'\\' has no meaning here: x == ‹\\›"),
    ("x == 1 ;", "';' has no meaning here: x == 1 ‹;› → x == 1 "),
    ("x == 1;; \n", "';' has no meaning here: x == 1‹;›; \n → x == 1 \n"),
    ("x == 1 ; y", "';' has no meaning here: x == 1 ‹;› y"),
    ("x?.y == 1", "'?' has no meaning here: x‹?›.y == 1 → x.y == 1"),
    ("x ? y", "'?' has no meaning here: x ‹?› y"),
    ("x == 1?", "'?' has no meaning here: x == 1‹?›"),
  ])
  func aCharacterWithoutMeaningIsMarked(_ text: String, _ refusal: String) {
    #expect(Reading.filter(text) == refusal)
  }
}
