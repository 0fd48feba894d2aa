import Testing

@testable import FilterEngine

struct RegexMeaningTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let pattern: String
    var options = ""
    var matches: [String] = []
    var misses: [String] = []

    var testDescription: String { options.isEmpty ? pattern : "\(pattern) [\(options)]" }
  }

  static let wholeMatch = [
    Case(pattern: "abc", matches: ["abc"], misses: ["abcd", "xabc", "", "ab", "ABC"]),
    Case(pattern: "a|ab", matches: ["a", "ab"], misses: ["b", "abb"]),
    Case(pattern: "a*?", matches: ["", "aaa"], misses: ["b"]),
    Case(pattern: "^abc$", matches: ["abc"], misses: ["abc\n", "\nabc"]),
    Case(pattern: "^b", misses: ["abc", "bc"]),
    Case(pattern: "", misses: ["", "a"]),
    Case(pattern: "x*", matches: ["", "xx"]),
    Case(pattern: "()", matches: [""]),
    Case(pattern: "a\u{0}b", matches: ["a\u{0}b"], misses: ["a"]),
    Case(pattern: "foo(?!baz).*", matches: ["foobar"], misses: ["foobaz"]),
    Case(pattern: "(ab)\\1", matches: ["abab"], misses: ["ab"]),
    Case(pattern: "(?<x>a)\\k<x>", matches: ["aa"]),
    Case(pattern: "(?<a_b>a)\\k<a_b>", matches: ["aa"]),
    Case(pattern: "(a)\\10", matches: ["aa0"]),
    // A group that refers to itself, which has no text before the first repetition ends.
    Case(pattern: "\\s(\\v?\\w|\\1{0,}?)", matches: [" ", " a"], misses: ["", "a"]),
    Case(pattern: "(xy|z\\1?)", matches: ["z", "xy"], misses: ["", "zz"]),
    Case(pattern: "(?<n>ab|\\k<n>{0,2}c)+", matches: ["c", "abababc", "abc"], misses: ["", "b"]),
    Case(pattern: "((ab|\\1*)c)", matches: ["c", "abc"], misses: ["", "ab"]),
    Case(pattern: "(aa|b\\1)", matches: ["aa"], misses: ["b", "baa"]),
    Case(pattern: "(?>a+)b", matches: ["aab"]),
    Case(pattern: "a++a", misses: ["aaa"]),
    Case(pattern: "(?<=a)b", misses: ["ab", "b"]),
    Case(pattern: "a(?<=a)b", matches: ["ab"]),
    Case(pattern: "ab(?<=a(?=bc?)b|b|\\w{2})c", matches: ["abc"], misses: ["ab"]),
    Case(pattern: "ab(?<=a(?=(?:bc?){1,2}(?:d{3})?)b)c", matches: ["abc"], misses: ["ab"]),
    Case(pattern: "(?=.*\\d).*", matches: ["a1b", "1"], misses: ["ab", ""]),
    Case(pattern: "(?!.*\\d).*", matches: ["ab", ""], misses: ["a1b", "1"]),
    Case(pattern: "a(?=(?<=a)b*c)[bcd]*", matches: ["ac", "abbcd"], misses: ["abd"]),
    Case(pattern: "\\w*(?<=(?:ab){2})c", matches: ["ababc"], misses: ["abc"]),
    Case(pattern: "\\w*(?<=(?:a|b)c)d", matches: ["acd", "bcd"], misses: ["ccd"]),
    Case(pattern: "a^(?#c)+b$(?#c){2}", misses: ["ab"]),
    Case(pattern: "^(?#c)*b$(?#c){2}", matches: ["b"]),
    Case(pattern: "^*+a$*+", matches: ["a"]),
    Case(pattern: "\\Qa.b\\E+", matches: ["a.bb"], misses: ["axb", "a.ba.b"]),
    Case(pattern: "\\Qa", matches: ["a"]),
    Case(pattern: "ap{2}le", matches: ["apple"], misses: ["aple"]),
    Case(pattern: "a{1,}b{0,2}", matches: ["a", "aabb"], misses: ["abbb"]),
    Case(pattern: "]\\}", matches: ["]}"]),
  ]

  static let lineEnds = [
    Case(
      pattern: "a.b", matches: ["a b", "a\u{1F600}b"],
      misses: [
        "a\nb", "a\rb", "a\u{B}b", "a\u{C}b", "a\u{85}b", "a\u{2028}b", "a\u{2029}b", "a\r\nb",
      ]),
    Case(pattern: "(?s)a.b", matches: ["a\nb", "a\r\nb", "a\u{2028}b"], misses: ["a\n\nb"]),
    Case(pattern: "(?m)a$.^b", misses: ["a\nb"]),
    Case(pattern: "(?ms)a$.^b", matches: ["a\nb", "a\u{2028}b"]),
    Case(pattern: "(?d)a.b", matches: ["a\rb", "a\u{2028}b"], misses: ["a\nb"]),
    Case(pattern: "(?ds).", matches: ["\n"]),
    Case(pattern: "(?dms)a$.^b", matches: ["a\nb"], misses: ["a\rb"]),
    Case(pattern: "(?ds)a$.?", matches: ["a", "a\n"], misses: ["a\r"]),
    Case(pattern: "a\\Rb", matches: ["a\r\nb", "a\u{85}b"], misses: ["a b"]),
    Case(pattern: "a\\vb", matches: ["a\u{2028}b"], misses: ["a b"]),
    Case(pattern: "a\\hb", matches: ["a\u{A0}b", "a\tb"], misses: ["a\nb"]),
  ]

  static let unicode = [
    Case(pattern: "\\w+", matches: ["café", "cafe\u{301}", "a\u{200D}b", "a_1"], misses: ["a b"]),
    Case(pattern: "[\\w]+", matches: ["cafe\u{301}", "क्षि"], misses: ["a b"]),
    Case(pattern: "\\W", matches: [" ", "–"], misses: ["a", "\u{301}", "\u{200C}"]),
    Case(pattern: "[\\W]", matches: [" "], misses: ["a", "\u{301}"]),
    Case(pattern: "[^\\W_]+", matches: ["cafe\u{301}9"], misses: ["a_b", " "]),
    Case(pattern: "[\\Wa]+", matches: ["a a", "–"], misses: ["b", "\u{301}"]),
    Case(pattern: "[^\\w]", matches: [" "], misses: ["a", "\u{301}"]),
    Case(pattern: "\\d", matches: ["1", "٣"], misses: ["x", "½"]),
    Case(pattern: "\\s", matches: [" ", "\u{A0}", "\u{85}", "\u{B}"], misses: ["x"]),
    Case(pattern: "a\\b.*", matches: ["a b", "a", "a–"], misses: ["ab", "a\u{301}", "aé"]),
    Case(pattern: "a\\B.*", matches: ["ab", "aé", "a\u{301}"], misses: ["a b", "a"]),
    Case(pattern: ".", matches: ["é", "\u{1F600}"], misses: ["e\u{301}"]),
    Case(pattern: "\\X", matches: ["e\u{301}", "👨‍👩‍👧"], misses: ["ab"]),
    Case(pattern: "[\u{1F600}-\u{1F610}]", matches: ["\u{1F601}"], misses: ["a"]),
    Case(pattern: "s", options: "c", matches: ["S", "ſ"], misses: ["ß"]),
    Case(pattern: "ſ", options: "c", matches: ["S", "s"]),
    Case(pattern: "k", options: "c", matches: ["\u{212A}", "K"]),
    Case(pattern: "\\u212a", options: "c", matches: ["k", "K"]),
    Case(pattern: "σ", options: "c", matches: ["ς", "Σ"]),
    Case(pattern: "(?i)É", matches: ["é"]),
    Case(pattern: "a(?i)b(?-i)c", matches: ["aBc", "abc"], misses: ["Abc", "abC"]),
    Case(pattern: "a(?i:b)c", matches: ["aBc"], misses: ["abC"]),
    Case(pattern: "(a(?i)b)c", matches: ["aBc"], misses: ["aBC"]),
    Case(pattern: "[[:alpha:]]+", matches: ["aé"], misses: ["1"]),
    Case(pattern: "[:alpha:]", matches: ["a"], misses: [":"]),
    Case(pattern: "[[:^alpha:]]", matches: ["1"], misses: ["a"]),
    Case(pattern: "[[:word:]]+", matches: ["e\u{301}_"], misses: ["-"]),
    Case(pattern: "\\p{word}\\P{word}", matches: ["é-"], misses: ["-é"]),
    Case(pattern: "[[:Lu:]]", matches: ["A"], misses: ["a"]),
    Case(pattern: "\\w+", matches: ["ⓐ", "a‿b"], misses: ["²", "½"]),
    Case(pattern: "[[:alpha:]]", matches: ["Ⅷ", "ⓐ"], misses: ["²"]),
    Case(pattern: "[[:^alpha:]]", matches: ["²"], misses: ["Ⅷ"]),
    Case(pattern: "[[:alnum:]]+", matches: ["Ⅷ٣a1"], misses: ["²"]),
    Case(pattern: "[^[:alnum:]]", matches: ["²"], misses: ["٣"]),
    Case(pattern: "[[:lower:]][[:upper:]]", matches: ["ªⅧ", "aA"], misses: ["Aa"]),
    Case(
      pattern: "[[:lower:]]\\p{Lowercase}", options: "c", matches: ["AA", "ÀÀ"], misses: ["1a"]),
    Case(pattern: "\\p{Ll}\\p{Lu}\\p{upper}", options: "c", matches: ["Aaa", "ÀÀÀ"]),
    Case(pattern: "\\P{Lu}", options: "c", matches: ["1"], misses: ["a", "A"]),
    Case(pattern: "\\p{Lt}", options: "c", matches: ["ǅ"], misses: ["a"]),
    Case(pattern: "[[:punct:]]", matches: ["!", "_"], misses: ["$", "+", "<"]),
    Case(pattern: "[[:xdigit:]]+", matches: ["0aF", "٣Ａ"], misses: ["g"]),
    Case(pattern: "\\X", matches: ["\u{1F44D}\u{1F3FD}"], misses: ["😀😀"]),
    Case(pattern: "\\X\\X", matches: ["😀😀", "👨‍👩‍👧👍"], misses: ["👨‍👩‍👧"]),
    Case(pattern: "(?s)a.{2}b", matches: ["a\r\n\r\nb"], misses: ["a\r\nb"]),
    Case(pattern: "(?s)a.*b", matches: ["a\r\n\r\nb", "ab"]),
    Case(pattern: "^*a$+", matches: ["a"], misses: ["aa", ""]),
    Case(pattern: "^{1,2}a$?", matches: ["a"]),
  ]

  static let escapes = [
    Case(pattern: "\\u00e9", matches: ["é"]),
    Case(pattern: "\\U0001F600", matches: ["\u{1F600}"]),
    Case(pattern: "\\ud83d\\ude00", matches: ["\u{1F600}"]),
    Case(pattern: "\\x{1F600}", matches: ["\u{1F600}"]),
    Case(pattern: "\\x41\\xe9", matches: ["Aé"]),
    Case(pattern: "\\x4z", matches: ["\u{4}z"]),
    Case(pattern: "\\0101", matches: ["A"]),
    Case(pattern: "\\01018", matches: ["A8"]),
    Case(pattern: "\\07", matches: ["\u{7}"]),
    Case(pattern: "\\a\\e\\f\\n\\r\\t\\cA", matches: ["\u{7}\u{1B}\u{C}\n\r\t\u{1}"]),
    Case(pattern: "\\.\\*\\-\\é", matches: [".*-é"], misses: ["a*-é"]),
    Case(pattern: "[\\u00e9\\x41\\0102]", matches: ["é", "A", "B"], misses: ["u"]),
    Case(pattern: "[\\b]", matches: ["b"], misses: ["\u{8}"]),
    Case(pattern: "\\0400", matches: [" 0"]),
    Case(pattern: "\\u002b+", matches: ["++"]),
    Case(pattern: "\\x{2a}", matches: ["*"], misses: [""]),
  ]

  static let properties = [
    Case(pattern: "\\p{Lu}\\p{Uppercase_Letter}", matches: ["AÉ"], misses: ["aE"]),
    Case(pattern: "\\p{uppercase letter}", matches: ["A"], misses: ["a"]),
    Case(pattern: "\\p{IsGreek}\\p{Greek}\\p{Script=Greek}\\p{sc=greek}", matches: ["αβγδ"]),
    Case(pattern: "\\p{InGreek}", matches: ["α"], misses: ["ἀ", "a"]),
    Case(pattern: "[^\\p{InGreek}a]", matches: ["b"], misses: ["α", "a"]),
    Case(pattern: "\\P{InGreek}", matches: ["b"], misses: ["α"]),
    Case(pattern: "\\p{Block=Hiragana}", matches: ["あ"]),
    Case(pattern: "\\p{General_Category=Decimal_Number}", matches: ["٣"], misses: ["a"]),
    Case(pattern: "\\p{Alphabetic}\\p{IsAlphabetic}", matches: ["aé"], misses: ["1a"]),
    Case(pattern: "\\p{White_Space}\\p{Emoji=Yes}", matches: [" \u{1F600}"]),
    Case(pattern: "\\p{Alphabetic=No}\\P{L}", matches: ["12"], misses: ["a2"]),
    Case(pattern: "\\p{Any}\\p{Assigned}\\p{ASCII}", matches: ["éaa"], misses: ["aaé"]),
    Case(pattern: "\\p{Han}+", matches: ["漢字"], misses: ["かな"]),
    Case(pattern: "\\p{Lu}", options: "c", matches: ["a", "A"], misses: ["1"]),
    Case(pattern: "\\p{Script_Extensions=Hiragana}", matches: ["あ", "ー"]),
  ]

  static let sets = [
    Case(pattern: "[[a-z]&&[^b]]+", matches: ["ac"], misses: ["b", "A", "&"]),
    Case(pattern: "[a-z&&[^aeiou]]+", matches: ["bcd"], misses: ["a", "&"]),
    Case(pattern: "[a-z--b]+", matches: ["acz"], misses: ["b", "-"]),
    Case(pattern: "[a-z--[aeiou]]+", matches: ["xyz"], misses: ["e"]),
    Case(pattern: "[[a-z]-[b]]", matches: ["a"], misses: ["b", "-"]),
    Case(pattern: "[[a-c]&[b-d]]", matches: ["b", "c"], misses: ["a", "d", "&"]),
    Case(pattern: "[^[a-z]&&[^b]]", matches: ["b", "1"], misses: ["a"]),
    Case(pattern: "[a-c[x-z]]", matches: ["a", "y"], misses: ["d", "["]),
    Case(pattern: "[a[^b]]", matches: ["a", "c"], misses: ["b"]),
    Case(pattern: "[^a[^b]]", matches: ["b"], misses: ["a", "c"]),
    Case(pattern: "[\\w&&[^\\d_]]+", matches: ["aé"], misses: ["1", "_", " "]),
    Case(pattern: "[a&&b]", misses: ["a", "b", "&"]),
    Case(pattern: "[a-z&&[a-m]--[c]]", matches: ["a"], misses: ["c", "z"]),
    Case(pattern: "[\\d-z]", matches: ["1", "-", "z"], misses: ["a"]),
    Case(pattern: "[a-f-z]", matches: ["b", "-", "z"], misses: ["g", "y"]),
    Case(pattern: "[a-f&[z]]", matches: ["b", "&", "z"], misses: ["g"]),
    Case(pattern: "[a-f-[z]]", matches: ["b", "-", "z"], misses: ["g"]),
    Case(pattern: "[a-[z]]", matches: ["a", "-", "z"], misses: ["b"]),
    Case(pattern: "[\\w-[a]]+", matches: ["bé"], misses: ["a", "-"]),
    Case(pattern: "[a-]", matches: ["a", "-"], misses: ["b"]),
    Case(pattern: "[-a]", matches: ["a", "-"]),
    Case(pattern: "[a\\-z]", matches: ["a", "-", "z"], misses: ["b"]),
    Case(pattern: "[]a]", matches: ["]", "a"], misses: ["b"]),
    Case(pattern: "[^]a]", matches: ["b"], misses: ["]", "a"]),
    Case(pattern: "[a&b]", matches: ["a", "&", "b"], misses: ["c"]),
    Case(pattern: "[.$^*(|#]+", matches: [".$^*(|#"], misses: ["a"]),
    Case(pattern: "[\\Q-]\\Ea]+", matches: ["-]a"], misses: ["Q"]),
    Case(pattern: "[a-\\u0066]", matches: ["b"], misses: ["u"]),
    Case(pattern: "[^a]", options: "c", matches: ["b"], misses: ["a", "A"]),
    Case(pattern: "[a-z&&[^b]]", options: "c", matches: ["A"], misses: ["B", "b"]),
    Case(pattern: "(?<=[a-c&&[^b]])", misses: ["a"]),
  ]

  static let freeSpacing = [
    Case(pattern: "(?x) a b # comment )\n c", matches: ["abc"], misses: ["a b c"]),
    Case(pattern: "(?x)a\\ b", matches: ["a b"]),
    Case(pattern: "(?x)[a b]+", matches: ["ab"], misses: [" "]),
    Case(pattern: "(?x)[ ^a]", matches: ["b", " ", "^"], misses: ["a"]),
    Case(pattern: "(?x)[ ^ ]a]", matches: ["b", "^"], misses: ["a", "]"]),
    Case(pattern: "(?x)[ ]a]", matches: ["a", "]"], misses: ["b", " "]),
    Case(pattern: "(?x)[ a - c ]", matches: ["a", "b", "c"], misses: ["-", " "]),
    Case(pattern: "(?x)[#c ]\n^a]", matches: ["b", "#"], misses: ["a"]),
    Case(pattern: "[ ^a]", matches: ["a", "^", " "], misses: ["b"]),
    Case(pattern: "(?x)(a)\\1 1", matches: ["aa1"]),
    Case(pattern: "(?x)a + +", matches: ["aa"]),
    Case(pattern: "a b(?x: c d )e f", matches: ["a bcde f"]),
    Case(pattern: "(?x)a(?-x) b", matches: ["a b"]),
    Case(pattern: "a(?#note)b", matches: ["ab"]),
    Case(pattern: "a(?#note)*", matches: ["aaa"]),
    Case(pattern: "a#b", matches: ["a#b"]),
  ]

  static let diacritics = [
    Case(
      pattern: "ete", options: "d", matches: ["été", "e\u{301}te", "ete"], misses: ["ÉTÉ", "et"]),
    Case(pattern: "été", options: "d", matches: ["ete", "été", "e\u{301}te\u{301}"]),
    Case(pattern: "ete", options: "cd", matches: ["ÉTÉ"]),
    Case(pattern: "[à-ü]+", options: "d", matches: ["au", "é"], misses: ["z"]),
    Case(pattern: "\\u00e9+", options: "d", matches: ["e", "éé"]),
    Case(pattern: "[\\u00e9]", options: "d", matches: ["e", "é"], misses: ["u"]),
    Case(pattern: "e.e", options: "d", matches: ["e\u{301}t\u{302}e"]),
    Case(pattern: "ø", options: "d", matches: ["ø"], misses: ["o"]),
    Case(pattern: "か", options: "d", matches: ["か"], misses: ["が"]),
    Case(pattern: "[ぁ-ん]+", options: "d", matches: ["がっこう"]),
    Case(pattern: "[가-힣]", options: "d", matches: ["각"]),
    Case(pattern: "a\\u0301*b", options: "d", matches: ["ab", "a\u{301}b"], misses: ["aab"]),
    Case(pattern: "\u{301}", options: "d", misses: ["", "\u{301}"]),
    Case(pattern: "e", options: "d", matches: ["ë"], misses: ["e\u{301}e"]),
    // A vowel that is two scalars when it is decomposed.
    Case(pattern: "\\u0B94+", options: "d", matches: ["\u{B94}\u{B92}\u{BD7}"], misses: ["a"]),
    Case(pattern: "[\\u0B94-\\u0BA0]", options: "d", matches: ["\u{B92}"], misses: ["\u{BD7}"]),
  ]

  @Test(
    arguments: wholeMatch + lineEnds + unicode + escapes + properties + sets + freeSpacing
      + diacritics, RegexLibrary.allCases)
  func aPatternMeansWhatICUSays(_ example: Case, _ library: RegexLibrary) {
    for usesShortcuts in [true, false] {
      for text in example.matches {
        let outcome = regexOutcome(
          example.pattern, text, options: example.options, usesShortcuts: usesShortcuts,
          by: library)
        #expect(outcome == .answer(true), "\(text.debugDescription)")
      }
      for text in example.misses {
        let outcome = regexOutcome(
          example.pattern, text, options: example.options, usesShortcuts: usesShortcuts,
          by: library)
        #expect(outcome == .answer(false), "\(text.debugDescription)")
      }
    }
  }
}
