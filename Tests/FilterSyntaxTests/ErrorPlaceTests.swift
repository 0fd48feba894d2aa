import FilterSyntax
import Testing

/// Which token is marked, and what the fix makes of the text.
@Suite struct ErrorPlaceTests {
  /// Words of other languages for operators, in any case.
  @Test(arguments: [
    ("STARTSWITH", "BEGINSWITH"), ("STARTS", "BEGINSWITH"), ("HASPREFIX", "BEGINSWITH"),
    ("HASSUFFIX", "ENDSWITH"), ("INCLUDES", "CONTAINS"), ("HAS", "CONTAINS"), ("REGEX", "MATCHES"),
    ("REGEXP", "MATCHES"), ("EQUALS", "=="), ("EQ", "=="), ("IS", "=="), ("NE", "!="), ("GT", ">"),
    ("GE", ">="), ("LT", "<"), ("LE", "<="), ("EXISTS", "!= nil"), ("NOTNULL", "!= nil"),
    ("ISNOTNULL", "!= nil"), ("ISNULL", "== nil"), ("BEG", "BEGINSWITH"), ("CONT", "CONTAINS"),
    ("BETW", "BETWEEN"), ("MAT", "MATCHES"), ("WITHIN_K", "WITHIN_KM"), ("LIEK", "LIKE"),
    ("INN", "IN"), ("WITHINKM", "WITHIN_KM"),
  ])
  func aWordIsReplacedWithTheOperator(_ word: String, _ name: String) {
    let vocabulary = SyntaxVocabulary(wordOperators: ["WITHIN_KM"])
    for spelling in [word, word.lowercased()] {
      for (left, right) in [("a ", " b"), ("NOT a ", " b AND c"), ("ANY a ", " b"), ("(a ", " b)")]
      {
        let message = "there is no operator '\(spelling)', did you mean '\(name)'?"
        #expect(
          Reading.filter("\(left)\(spelling)\(right)", vocabulary: vocabulary)
            == "\(message): \(left)‹\(spelling)›\(right) → \(left)\(name)\(right)")
      }
      // After a predicate only AND and OR can follow.
      #expect(
        Reading.filter("a == 1 \(spelling) b", vocabulary: vocabulary)
          == "expected AND or OR: a == 1 ‹\(spelling)› b")
    }
  }

  @Test(arguments: [
    (
      "a BEGINS WITH b",
      "there is no operator 'BEGINS WITH', did you mean 'BEGINSWITH'?: a ‹BEGINS WITH› b → a BEGINSWITH b"
    ),
    (
      "a starts with b",
      "there is no operator 'starts with', did you mean 'BEGINSWITH'?: a ‹starts with› b → a BEGINSWITH b"
    ),
    (
      "a ENDS WITH b",
      "there is no operator 'ENDS WITH', did you mean 'ENDSWITH'?: a ‹ENDS WITH› b → a ENDSWITH b"
    ),
    (
      "a HAS WITH b",
      "there is no operator 'HAS', did you mean 'CONTAINS'?: a ‹HAS› WITH b → a CONTAINS WITH b"
    ),
    (
      "a == 1 adn b",
      "there is no operator 'adn', did you mean 'AND'?: a == 1 ‹adn› b → a == 1 AND b"
    ),
    ("a == 1 XOR b", "expected AND or OR: a == 1 ‹XOR› b"),
    ("a XOR b", "there is no operator 'XOR': a ‹XOR› b"),
    ("a = = b", "write '==' without a blank: a ‹= =› b → a == b"),
    ("a < > b", "write '<>' without a blank: a ‹< >› b → a <> b"),
    ("a < = b", "write '<=' without a blank: a ‹< =› b → a <= b"),
    ("a ! = b", "write '!=' without a blank: a ‹! =› b → a != b"),
    ("a === b", "there is no operator '===', did you mean '=='?: a ‹===› b → a == b"),
    ("a !== b", "there is no operator '!==', did you mean '!='?: a ‹!==› b → a != b"),
    ("a == = b", "expected an expression: a == ‹=› b"),
    ("a ! b", "expected a comparison operator: a ‹!› b"),
    (
      "a == 1 & b == 2",
      "'&' joins the bits of numbers, predicates are joined with '&&': a == 1 ‹&› b == 2 → a == 1 && b == 2"
    ),
    (
      "a == 1|b == 2",
      "'|' joins the bits of numbers, predicates are joined with '||': a == 1‹|›b == 2 → a == 1||b == 2"
    ),
    ("a == 1 ^ b == 2", "comparisons do not chain, join them with AND: a == 1 ^ b ‹==› 2"),
    (
      "(a == 1) & b",
      "'&' joins the bits of numbers, predicates are joined with '&&': (a == 1) ‹&› b → (a == 1) && b"
    ),
    ("(a == 1) < 2", "a predicate is not a value: ‹(a == 1)› < 2"),
    ("1 < a < 2", "comparisons do not chain, join them with AND: 1 < a ‹<› 2"),
    ("a NOT == b", "expected a comparison operator: a ‹NOT› == b"),
    ("a NOT < b", "expected a comparison operator: a ‹NOT› < b"),
    ("a NOT 1", "expected a comparison operator: a ‹NOT› 1"),
    ("a := 1", "expected a variable such as $x: ‹a› := 1"),
    ("($a) := 1", "expected a variable such as $x: ‹($a)› := 1"),
    (
      "word = \"say \"hi\"\"",
      "the text ends at this quote, write \\\" in it or put it in single quotes: word = \"say ‹\"›hi\"\" → word = 'say \"hi\"'"
    ),
    (
      "a = 'it''s' OR b",
      "the text ends at this quote, write \\' in it or put it in double quotes: a = 'it‹'›'s' OR b → a = \"it's\" OR b"
    ),
    ("a'b'", "expected a comparison operator: a‹'b'›"),
    ("x == 1'b'", "expected AND or OR: x == 1‹'b'›"),
    ("x == a'b'c'", "expected AND or OR: x == a‹'b'›c'"),
  ])
  func theOperatorIsMarked(_ text: String, _ expected: String) {
    #expect(Reading.filter(text) == expected)
  }

  /// What follows a part of a form with parentheses is marked where it begins.
  @Test(arguments: [
    ("SUBQUERY(a, $x, b == 1 ‹c›) == 1", "expected AND or OR"),
    ("SUBQUERY(a, $x, b ‹1›) == 1", "expected a comparison operator"),
    ("CAST(a, 'T' ‹1›) == 1", "expected a comparison operator"),
    ("TERNARY(a, b, c ‹1›) == 1", "expected a comparison operator"),
    ("TERNARY(a == 1 ‹1›, b, c) == 1", "expected ','"), ("CAST(a ‹1›, b) == 1", "expected ','"),
    ("FUNCTION(a, 'f:' ‹1›) == 1", "expected ')'"),
    ("FUNCTION(a, ‹b›) == 1", "the selector has to be a constant string"),
    ("FUNCTION(a, ‹1›) == 1", "the selector has to be a constant string"),
    ("f(a ‹1›) == 1", "expected ')'"), ("{a ‹1›} == 1", "expected '}'"),
    ("a[1 ‹1›] == 1", "expected ']'"), ("a[FIRST ‹1›] == 1", "expected ']'"),
    ("x IN (a, b ‹1›)", "expected ')'"), ("x IN [1 ‹1›]", "expected ']'"),
    ("SUBQUERY(a, ‹1›, b)", "expected a variable such as $x"),
    ("(a == 1 ‹1›)", "expected AND or OR"), ("(a ‹1›) == 1", "expected a comparison operator"),
    ("x ==[c ‹1›] 'a'", "expected ']'"),
    ("x ==[‹1›] 'a'", "expected options such as [cd]"),
    ("x == 5.2.‹1›", "expected a key"),
    ("x == a.‹'k'›", "expected a key"),
  ])
  func theTokenThatCannotFollowIsMarked(_ marked: String, _ message: String) {
    let text = marked.filter { $0 != "‹" && $0 != "›" }
    #expect(Reading.filter(text) == "\(message): \(marked)")
  }

  /// A reserved word before an operator is meant as a key.
  @Test func aReservedWordBeforeAnOperatorIsAKey() {
    for (word, keyword) in Keyword.table where word.utf8.allSatisfy({ $0 != UInt8(ascii: "-") }) {
      let isValue = ["NULL", "NIL", "TRUE", "YES", "FALSE", "NO", "SELF", "ANYKEY"].contains(word)
      let isPredicate = word.hasSuffix("PREDICATE")
      guard !isValue, !isPredicate else { continue }
      let isUsual = ["FIRST", "LAST", "SIZE", "ANY", "ALL", "SOME", "NONE"].contains(word)
      for spelling in [word, word.lowercased()] {
        for operation in ["==", "CONTAINS", "like", "IN"] {
          let text = "\(spelling) \(operation) b"
          #expect(
            isUsual
              ? Reading.filter(text) == "#\(spelling) \(operation.uppercased()) b"
              : Reading.filter(text)
                == "'\(word)' is a reserved word, write #\(word.lowercased()) for the key: ‹\(spelling)› \(operation) b → #\(spelling) \(operation) b",
            "\(keyword)")
        }
      }
    }
  }

  @Test(arguments: [
    ("ANY NOT x", "expected an expression: ANY ‹NOT› x"),
    ("ANY AND x", "expected an expression: ANY ‹AND› x"),
    ("NOT NOT x", "NOT NOT x == TRUE"), ("NOT AND", "expected a predicate: NOT ‹AND›"),
    ("ANY", "expected an expression: ANY‹›"),
    ("ANY (x) == 1", "ANY x == 1"), ("NOT (x)", "NOT x == TRUE"), ("NOT !x", "NOT NOT x == TRUE"),
    ("NOT -x == 1", "NOT -x == 1"),
    ("size", "#size == TRUE"), ("x == first", "x == #first"), ("x.last == 1", "x.#last == 1"),
    ("x.any.all > any.none", "x.#any.#all > #any.#none"), ("ANY all == 1", "ANY #all == 1"),
    ("x[size] == size", "x[SIZE] == #size"),
    ("x.in == 1", "'IN' is a reserved word, write #in for the key: x.‹in› == 1 → x.#in == 1"),
    ("x == and", "expected an expression: x == ‹and›"),
    ("x == any", "x == #any"), ("x == any y", "expected an expression: x == ‹any› y"),
    ("FETCH(a)", "FETCH needs a database: ‹FETCH›(a)"),
    ("fetch (a, b)", "FETCH needs a database: ‹fetch› (a, b)"),
    ("FETCHX(a) == 1", "FETCHX:(a) == 1"),
    ("FETCH == 1", "FETCH == 1"),
  ])
  func aReservedWordIsMarkedElsewhere(_ text: String, _ expected: String) {
    #expect(Reading.filter(text) == expected)
  }

  /// A comment goes to its end, and its beginning is not a part of its end.
  @Test(arguments: [
    ("a /*/ == 2 */ == 1", "a == 1"), ("a /**/ == 1", "a == 1"), ("a == 1 /***/", "a == 1"),
    ("/* * / */a == 1", "a == 1"),
    ("a == 1 /*/", "the comment is never closed: a == 1 ‹/*›/"),
    ("a == 1 /*", "the comment is never closed: a == 1 ‹/*›"),
    ("a == 1 /* *", "the comment is never closed: a == 1 ‹/*› *"),
    ("a == 1 // b", "'//' does not begin a comment, write /* … */: a == 1 ‹//› b"),
    ("a / b == 1", "a / b == 1"), ("a /", "expected an expression: a /‹›"),
  ])
  func aCommentEndsAtItsEnd(_ text: String, _ expected: String) {
    #expect(Reading.filter(text) == expected)
  }

  /// What a strict reading refuses names the portable form, if it has at most eighty bytes.
  @Test(arguments: [79, 80, 81])
  func aPortableFormIsShownUpToEightyBytes(_ length: Int) {
    func name(_ rest: String) -> String { String(repeating: "k", count: length - rest.utf8.count) }
    let key = name(" == TRUE")
    let write = length <= 80 ? ", write \(key) == TRUE" : ""
    #expect(
      Reading.filter(key, strict: true)
        == "a value that stands for a predicate is not portable\(write): ‹\(key)› → \(key) == TRUE")
    let list = name("{, 1}")
    let braces = length <= 80 ? ", write {\(list), 1}" : ""
    #expect(
      Reading.filter("x IN (\(list), 1)", strict: true)
        == "a list in parentheses is not portable\(braces): x IN ‹(\(list), 1)› → x IN {\(list), 1}"
    )
  }
}
