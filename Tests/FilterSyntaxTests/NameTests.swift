import FilterSyntax
import Testing

/// Names, words and placeholders: where they begin and end.
@Suite struct NameTests {
  /// Letters of any script begin a name, and digits, marks and joiners continue it.
  @Test(arguments: [
    "a", "_", "_1", "a1_b2", "é", "größe2", "日本", "Ωμέγα", "e\u{301}", "ж", "नमस्ते",
    "می\u{200C}خواهم",
    "क\u{200D}ष", "a\u{200C}b", "ªb", "𝒳1", "ab٣",
  ])
  func aNameIsReadToItsEnd(_ name: String) throws {
    for text in [name, "\(name) ", "a.\(name)", "#\(name)", "(\(name))[0]"] {
      #expect(
        try AST.Expression(parsing: text).usedKeyPaths == [text.hasPrefix("a.") ? text : name])
    }
    #expect(Reading.filter("\(name)==\(name)") == "\(name) == \(name)")
    #expect(try AST.Expression(parsing: "$\(name)").usedVariables == [name])
    #expect(Reading.value("@\(name)") == "@\(name)")
    #expect(
      Reading.filter("x==\(name)\u{3000}")
        == "a blank outside ASCII, write a space: x==\(name)‹\u{3000}› → x==\(name) ")
  }

  @Test(arguments: ["\u{301}a", "\u{200C}a", "٣a", "²", "\u{200D}"])
  func aMarkOrADigitCannotBeginAName(_ text: String) {
    guard let first = text.unicodeScalars.first else { return }
    let rest = String(text.unicodeScalars.dropFirst())
    for before in ["", "x == ", "a."] {
      #expect(
        Reading.filter(before + text).hasSuffix("has no meaning here: \(before)‹\(first)›\(rest)"))
    }
    for (sign, name) in [
      ("$", "the name of a variable"), ("@", "the name of a collection operator"), ("#", "a key"),
    ] where !(sign == "#" && text == "²") {
      #expect(Reading.filter(sign + text) == "expected \(name): ‹\(sign)›\(text)")
    }
  }

  @Test(arguments: [
    ("größe == 1", "a name outside ASCII is not portable, write %K and an argument: ‹größe› == 1"),
    ("a.#é == 1", "a name outside ASCII is not portable, write %K and an argument: a.‹#é› == 1"),
    ("x == $é", "a name outside ASCII is not portable: x == ‹$é›"),
    ("x.@é == 1", "a name outside ASCII is not portable: x.‹@é› == 1"),
    ("é:(1) == 1", "a name outside ASCII is not portable, write %K and an argument: ‹é›:(1) == 1"),
    ("#a == $b", "a == $b"), ("@a == b", "@a == b"),
  ])
  func aNameOutsideASCIIIsNotPortable(_ text: String, _ expected: String) {
    #expect(Reading.filter(text, strict: true) == expected)
  }

  /// Each reserved word in all cases, with what it is and as a key.
  @Test func aReservedWordIsOneInAnyCase() {
    for (word, _) in Keyword.table {
      for spelling in [word, word.lowercased(), word.prefix(1) + word.dropFirst().lowercased()] {
        #expect(Keyword(word: spelling)?.spelling == word)
        #expect(Keyword(word: spelling + "x") == nil && Keyword(word: "x" + spelling) == nil)
        #expect(Keyword(word: String(spelling.dropLast())).map(\.spelling) != word)
        guard !word.contains("-") else { continue }
        #expect(Reading.value("#\(spelling)") == "#\(spelling)")
        #expect(Reading.value("a.#\(spelling)") == "a.#\(spelling)")
        #expect(Reading.value("\(spelling)s") == "\(spelling)s")
      }
    }
    #expect(Keyword(word: "") == nil && Keyword(word: "ANÐ") == nil)
    for (word, keyword) in Keyword.table where word.utf8.count > 8 {
      // The first letter and the ninth change places.
      var letters = Array(word)
      letters.swapAt(0, 8)
      #expect(
        Keyword(word: String(letters)) == (String(letters) == word ? keyword : nil), "\(word)")
    }
    #expect(
      Keyword(word: "UTI-CONFORMS-TOO") == nil && Keyword(word: "UTI-CONFORMS-TOUTI-CON") == nil)
  }

  /// A key of any bytes is printed so that it is read again, a reserved word and what follows it too.
  @Test func aKeyOfAnyBytesIsReadAgain() throws {
    for (word, _) in Keyword.table {
      for rest in ["", "\0", "\0\0", "\u{7F}", " ", "`", ".", "é", "\n"] {
        let path = AST.KeyPath([AST.KeyPath.Component(.key, word.lowercased() + rest)])
        let tree = AST.Expression.keyPath(path)
        #expect((try? AST.Expression(parsing: tree.sourceText)) == tree, "\(tree.sourceText)")
      }
    }
  }

  /// The operators of type identifiers are words with hyphens. Any other hyphen subtracts.
  @Test(arguments: [
    ("a UTI-EQUALS b", "a UTI-EQUALS b"), ("a uti-equals'b'", "a UTI-EQUALS \"b\""),
    ("a Uti-Conforms-To b", "a UTI-CONFORMS-TO b"), ("UTI-EQUAL == b", "UTI - EQUAL == b"),
    ("uti-EQUALSX == b", "uti - EQUALSX == b"), ("uti-equals1 == b", "uti - equals1 == b"),
    ("uti - EQUALS == b", "uti - EQUALS == b"), ("uti-conforms == b", "uti - conforms == b"),
    ("abc-EQUALS == b", "abc - EQUALS == b"), ("utx-EQUALS == b", "utx - EQUALS == b"),
    ("ut-EQUALS == b", "ut - EQUALS == b"), ("utis-EQUALS == b", "utis - EQUALS == b"),
    ("#uti-EQUALS == b", "uti - EQUALS == b"),
    ("a UTI-EQUALS", "expected an expression: a UTI-EQUALS‹›"),
  ])
  func aHyphenJoinsTheWordsOfTypeIdentifiers(_ text: String, _ expected: String) {
    #expect(Reading.filter(text) == expected)
  }

  /// A colon ends a part of a selector, but not before `=`.
  @Test(arguments: [
    ("f:(1) == 1", "f:(1) == 1"), ("f:g:(1, 2) == 1", "f:g:(1, 2) == 1"),
    ("a isEqual: b", "a isEqual: b"), ("$x:=1 == 1", "($x := 1) == 1"),
    ("f:g(1, 2) == 1", "expected '(': f:‹g›(1, 2) == 1"),
    ("é:ü:(1, 2) == 1", "é:ü:(1, 2) == 1"),
  ])
  func colonsMakeASelector(_ text: String, _ expected: String) {
    #expect(Reading.filter(text) == expected)
  }

  /// A placeholder has the letters that `printf` has, with its lengths.
  @Test func eachPlaceholderOfAFormatIsOne() {
    let conversions = Set("dDiouxXcCsSaAeEfFgGp")
    let letters = (UInt8(ascii: "A")...UInt8(ascii: "z")).filter {
      $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A
    }
    .map { Character(UnicodeScalar($0)) }
    for length in ["", "h", "hh", "l", "ll", "q", "z", "t", "j", "L", "hl", "lh", "qq", "lll", "w"]
    {
      let isLength = !["hl", "lh", "qq", "lll", "w"].contains(length)
      for letter in letters {
        let text = "%\(length)\(letter)"
        // A letter that is a length is no conversion by itself.
        let isPlaceholder = isLength && conversions.contains(letter) || text == "%K"
        guard text != "%k" else { continue }
        let expected =
          "'\(text)' is not a placeholder, write %@ for a value or %K for a key path: x == ‹\(text)›"
        #expect(Reading.filter("x == \(text)") == (isPlaceholder ? "x == \(text)" : expected))
      }
    }
  }

  @Test(arguments: [
    (
      "%k",
      "'%k' is not a placeholder, write %@ for a value or %K for a key path: x == ‹%k› AND y → x == %K AND y"
    ),
    (
      "%y1_b",
      "'%y1_b' is not a placeholder, write %@ for a value or %K for a key path: x == ‹%y1_b› AND y"
    ),
    (
      "%ly",
      "'%ly' is not a placeholder, write %@ for a value or %K for a key path: x == ‹%ly› AND y"
    ),
    (
      "%l@",
      "'%l' is not a placeholder, write %@ for a value or %K for a key path: x == ‹%l›@ AND y"
    ),
    ("%h", "'%h' is not a placeholder, write %@ for a value or %K for a key path: x == ‹%h› AND y"),
    ("%%", "'%%' has no meaning in a filter: x == ‹%%› AND y"),
    ("%", "'%' needs a letter after it, write %@ for an argument: x == ‹%› AND y"),
    ("%1", "'%' needs a letter after it, write %@ for an argument: x == ‹%›1 AND y"),
    ("2 %5", "x == modulus:by:(2, 5) AND y == TRUE"),
    ("2%5", "x == modulus:by:(2, 5) AND y == TRUE"),
  ])
  func aPercentSignIsAPlaceholderOrTheModulus(_ text: String, _ expected: String) {
    #expect(Reading.filter("x == \(text) AND y") == expected)
  }
}
