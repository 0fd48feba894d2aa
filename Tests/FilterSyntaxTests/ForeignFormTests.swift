import FilterSyntax
import Testing

/// Forms of other languages are marked, and the fix is the form of this one.
@Suite struct ForeignFormTests {
  private static let vocabulary = SyntaxVocabulary(functions: ["sqrt:": 1...1, "now": 0...0])

  @Test(arguments: [
    ("≥", ">="), ("≧", ">="), ("⩾", ">="), ("≤", "<="), ("≦", "<="), ("⩽", "<="), ("≠", "!="),
    ("∈", "IN"), ("∉", "NOT IN"), ("∋", "CONTAINS"), ("~", "MATCHES"), ("=~", "MATCHES"),
    ("!~", "NOT MATCHES"),
  ])
  func aSignOfAnotherLanguageIsReplaced(_ sign: String, _ name: String) {
    let isWord = name.last?.isLetter ?? false
    let message = "there is no operator '\(sign)', did you mean '\(name)'?"
    let glued = isWord ? " \(name) " : name
    for (left, right) in [("a", "b"), ("é", "é"), ("a1", "_b")] {
      #expect(
        Reading.filter("\(left)\(sign)\(right)")
          == "\(message): \(left)‹\(sign)›\(right) → \(left)\(glued)\(right)")
    }
    for (left, right) in [("a ", " b"), ("'a'", "'b'"), ("(a)", "{b}"), ("a\n", "")] {
      #expect(
        Reading.filter("\(left)\(sign)\(right)")
          == "\(message): \(left)‹\(sign)›\(right) → \(left)\(name)\(right)")
    }
    let strict = Reading.filter("a \(sign) b", strict: true)
    let isNegated = name.hasPrefix("NOT")
    #expect(
      strict
        == (isNegated
          ? "there is no operator '\(sign)': a ‹\(sign)› b"
          : "\(message): a ‹\(sign)› b → a \(name) b"))
    // In place of a value, and after a predicate, only the sign itself has no meaning.
    let alone = sign.hasSuffix("~") ? "~" : sign
    let before = String(sign.dropLast(alone.count))
    for (left, right) in [("", " a"), ("a == ", "b"), ("a == 1 ", " b")] {
      #expect(
        Reading.filter(left + sign + right)
          == "'\(alone)' has no meaning here: \(left)\(before)‹\(alone)›\(right)")
    }
  }

  @Test(arguments: [
    ("EXISTS a", "‹EXISTS› a → a != nil"), ("exists a.b.c", "‹exists› a.b.c → a.b.c != nil"),
    ("EXISTS a.b AND c", "‹EXISTS› a.b AND c → a.b != nil AND c"),
    ("c OR EXISTS a", "c OR ‹EXISTS› a → c OR a != nil"),
    ("EXISTS(a.b)", "‹EXISTS›(a.b) → a.b != nil"),
    ("Exists ( a ) AND c", "‹Exists› ( a ) AND c →  a  != nil AND c"),
    ("NOT EXISTS(a)", "NOT ‹EXISTS›(a) → NOT a != nil"),
  ])
  func existenceIsAComparisonWithNil(_ text: String, _ place: String) {
    let word = text.contains("exists") ? "exists" : text.contains("Exists") ? "Exists" : "EXISTS"
    #expect(
      Reading.filter(text, vocabulary: Self.vocabulary)
        == "there is no operator '\(word)', did you mean '!= nil'?: \(place)")
  }

  @Test(arguments: [
    (
      "a NOT EXISTS",
      "there is no operator 'NOT EXISTS', did you mean '== nil'?: a ‹NOT EXISTS› → a == nil"
    ),
    (
      "a.b not exists OR c",
      "there is no operator 'not exists', did you mean '== nil'?: a.b ‹not exists› OR c → a.b == nil OR c"
    ),
    (
      "a NOT NULL",
      "there is no operator 'NOT NULL', did you mean '!= nil'?: a ‹NOT NULL› → a != nil"
    ),
    ("a NOT nil", "there is no operator 'NOT nil', did you mean '!= nil'?: a ‹NOT nil› → a != nil"),
    ("a NOT b", "expected a comparison operator: a ‹NOT› b"), ("EXISTS", "EXISTS == TRUE"),
    ("EXISTS == 1", "EXISTS == 1"),
    ("(EXISTS) a", "there is no operator 'a': (EXISTS) ‹a›"),
    ("EXISTS(a, b)", "there is no function 'EXISTS': ‹EXISTS›(a, b)"),
    ("EXISTS()", "there is no function 'EXISTS': ‹EXISTS›()"),
    ("EXISTED(a)", "there is no function 'EXISTED': ‹EXISTED›(a)"),
    (".a == 1", "a key path begins without a dot, write a: ‹.›a == 1 → a == 1"),
    ("b == .a", "a key path begins without a dot, write a: b == ‹.›a → b == a"),
    (". a == 1", "expected a predicate: ‹.› a == 1"),
    ("b == .", "expected an expression: b == ‹.›"),
  ])
  func theWordsOfExistenceAreKeysOtherwise(_ text: String, _ expected: String) {
    #expect(Reading.filter(text, vocabulary: Self.vocabulary) == expected)
  }

  @Test(arguments: [
    ("WHERE a > 3", "‹WHERE› a > 3 →  a > 3"),
    ("where größe > 3", "‹where› größe > 3 →  größe > 3"),
    (" Where 'a' == b", " ‹Where› 'a' == b →   'a' == b"), ("WHERE (a)", "‹WHERE› (a) →  (a)"),
    ("SELECT a FROM b WHERE c > 3", "‹SELECT› a FROM b WHERE c > 3 →  c > 3"),
    ("select * from b where c > 3", "‹select› * from b where c > 3 →  c > 3"),
    ("SELECT a, d FROM b WHERE c", "‹SELECT› a, d FROM b WHERE c →  c"),
    ("SELECT * FROM b", "‹SELECT› * FROM b"), ("SELECT a FROM b", "‹SELECT› a FROM b"),
    ("SELECT é FROM b", "‹SELECT› é FROM b"),
  ])
  func aQueryIsItsCondition(_ text: String, _ place: String) {
    let word = text.contains(/(?i)select/) ? "SELECT" : "WHERE"
    #expect(
      Reading.filter(text, vocabulary: Self.vocabulary)
        == "a filter is the condition alone, without \(word): \(place)")
  }

  @Test(arguments: [
    ("where", "where == TRUE"), ("SELECT > 3", "SELECT > 3"),
    ("select == where", "select == where"),
    ("where '", "the quote is never closed: where ‹'›"),
    ("select \"", "the quote is never closed: select ‹\"›"),
    ("where == 1 1", "expected AND or OR: where == 1 ‹1›"),
    ("SELECT FROM b", "there is no operator 'FROM': SELECT ‹FROM› b"),
    ("SELECT 1 FROM b", "expected a comparison operator: SELECT ‹1› FROM b"),
    ("where $", "expected the name of a variable: where ‹$›"),
    ("select `b", "the backquote is never closed: select ‹`›b"),
    ("a WHERE b", "there is no operator 'WHERE': a ‹WHERE› b"),
  ])
  func theWordsOfAQueryAreKeysOtherwise(_ text: String, _ expected: String) {
    #expect(Reading.filter(text) == expected)
  }
}
