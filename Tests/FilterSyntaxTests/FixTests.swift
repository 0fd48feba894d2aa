import FilterSyntax
import TestSupport
import Testing

/// Fixes lead to a text that is read, or to another mistake after them, and keep what stands around them.
@Suite struct FixTests {
  private static let functions: [String: ClosedRange<Int>] = [
    "sqrt:": 1...1, "now": 0...0, "modulus:by:": 2...2, "sum:": 1...(.max), "length:": 1...1,
  ]

  /// Mistakes, with the text that the fix gives; nil for none.
  static let mistakes: [(text: String, fixed: String?)] = [
    ("a='x' ANDb='y'", "a='x' AND b='y'"), ("a == 1 ORb == 2", "a == 1 OR b == 2"),
    ("a == 1 andB", "a == 1 and B"), ("isOpen ANDclosed", "isOpen AND closed"),
    ("a == 1 android == 2", nil), ("a == 1 ADN b == 2", "a == 1 AND b == 2"),
    ("dict.4.key == 1", "dict.`4`.key == 1"), ("dict.4 == 1", "dict.`4` == 1"),
    ("dict.4.5 == 1", "dict.`4`.`5` == 1"), ("1.2.3", nil), ("1st.name == 3", "`1st`.name == 3"),
    ("a.1b.c", "a.`1b`.c"), ("NOT 1st", "NOT `1st`"), ("ANY 1st.2nd == 3", "ANY `1st`.2nd == 3"),
    ("x > 500ms", nil), ("x <= 500ms", nil), ("x BETWEEN {1kb, 2kb}", nil), ("a + 5kb == 3", nil),
    ("x == 500ms", "x == \"500ms\""), ("x IN {81ab, 82cd}", "x IN {\"81ab\", 82cd}"),
    ("x CONTAINS[c] 81ab", "x CONTAINS[c] \"81ab\""), ("v == 1.2.3b", "v == \"1.2.3b\""),
    ("t > now() - 1d", "t > now() - 86400"), ("t > now() - 2h", "t > now() - 7200"),
    ("t > now() - 2q", nil), ("t > 5 - 1d", nil),
    ("t > 2026-11-20T10:00Z", "t > #2026-11-20T10:00Z#"), ("t > 2026-11-20T99:00Z", nil),
    ("1.2.3b == 1", "`1`.`2`.`3b` == 1"),
    ("$0.n == 1", "n == 1"), ("ANY $0.n == 1", "ANY n == 1"), ("a > $0", "a > %@"),
    ("title is empty", nil), ("title IS BLANK OR a == 1", nil), ("title is x", "title == x"),
    ("tags == ['a','b']", "tags == {'a','b'}"), ("tags == [['a'], []]", "tags == {{'a'}, {}}"),
    ("tags == []", "tags == {}"), ("x ==[] 'a'", "x == 'a'"), ("x ==[z] 'a'", nil),
    ("x == [1]", "x == {1}"), ("x == [a, b]", "x == {a, b}"), ("a == 1 ADN = 2", nil),
    ("['a'] == tags", "{'a'} == tags"), ("x == [a[0], (b)[1]]", "x == {a[0], (b)[1]}"),
    ("tags == ['a'", nil),
    ("price == 1,5", "price == 1.5"), ("(price < -1,25) OR x", "(price < -1.25) OR x"),
    ("price == 1,500", nil), ("price == 1, 5", nil), ("price == 1.5,5", nil),
    ("title: printer", "title == \"printer\""), ("a.b: 5 OR c", "a.b == 5 OR c"),
    ("title:'x' AND b", "title == 'x' AND b"),
    ("site: www.example.com", "site == \"www.example.com\""),
    ("title: laser printer OR b", "title == \"laser printer\" OR b"), ("title: f(x)", nil),
    ("title: NOT x", nil),
    (
      "exists(tags, t, t == 'a' && t.t != 't')",
      "SUBQUERY(tags, $t, $t == 'a' && $t.t != 't').@count > 0"
    ),
    ("exists(a.tags, x, x)", "SUBQUERY(a.tags, $x, $x).@count > 0"),
    ("exists(tags, t, t == 'a') == TRUE", nil), ("exists(tags, 5, t == 'a')", nil),
    ("NOT tags.all(t, sqrt(t) > 1)", "NOT SUBQUERY(tags, $t, NOT (sqrt($t) > 1)).@count == 0"),
    ("tags.all(t => t)", nil),
  ]

  @Test(arguments: mistakes)
  func aMistakeHasTheFixThatIsMeant(_ text: String, _ fixed: String?) {
    let error = #expect(throws: SyntaxError.self) { try Self.read(text) }
    #expect(error?.fix.map { text.applying($0) } == fixed, "\(String(describing: error))")
  }

  private static func read(_ text: String, strict: Bool = false) throws(SyntaxError) {
    let options = SyntaxOptions(strict: strict, vocabulary: SyntaxVocabulary(functions: functions))
    _ = try AST.Predicate(parsing: text, options: options)
  }

  /// The fix of a mistake leads on; whether there is one.
  @discardableResult
  private static func check(_ text: String, strict: Bool) -> Bool {
    do throws(SyntaxError) {
      try read(text, strict: strict)
      return false
    } catch {
      guard let fix = error.fix else { return false }
      let fixed = text.applying(fix)
      #expect(fixed != text)
      do throws(SyntaxError) {
        try read(fixed, strict: strict)
      } catch let other {
        let end = fix.range.lowerBound + fix.replacement.utf8.count
        #expect(other.range.lowerBound >= end, "\(text) → \(fixed): \(other)")
      }
      return true
    }
  }

  @Test func eachFixOfTheMistakesLeadsOn() {
    var count = 0
    for mistake in Mistake.all where Self.check(mistake.text, strict: mistake.isStrict) {
      count += 1
    }
    for (text, _) in Self.mistakes where Self.check(text, strict: false) { count += 1 }
    #expect(count > 50)
  }

  /// Texts that are read, with a byte more or less.
  @Test func eachFixOfAChangedTextLeadsOn() {
    var count = 0
    for text in Corpus.all {
      let bytes = Array(text.utf8)
      for place in RandomSearch.sample(bytes.indices, oneOf: 4) {
        var variants = [bytes[..<place] + bytes[(place + 1)...]]
        for byte in "a5.'[,:= ".utf8 { variants.append(bytes[..<place] + [byte] + bytes[place...]) }
        for variant in variants {
          let changed = String(decoding: variant, as: UTF8.self)
          for strict in [false, true] where Self.check(changed, strict: strict) { count += 1 }
        }
      }
    }
    #expect(count > 100)
  }
}
