import FilterSyntax
import TestSupport

extension PredicateVocabulary {
  /// The key paths of generated lines, whose values are of any kind.
  static func lines() throws(SyntaxError) -> PredicateVocabulary {
    PredicateVocabulary(
      numbers: ["a", "b", "o.a", "o.b", "missing"], texts: ["a", "b", "é", "o.a"],
      dates: ["a", "missing"], numberLists: ["l", "o.l", "l.a"], textLists: ["l", "o.l"],
      others: ["o", "o.o.a", "a.b"], strangers: ["missing", "length", "a.length"],
      computedNumbers: ["l.@count", "o.l.@count", "o.@count", "a.length", "l.@sum.self"],
      computedTexts: ["a.uppercaseString"],
      elements: [Elements("l"), Elements("o.l", keys: (number: "a", text: "b"))], united: "l",
      indexed: "l",
      loose: try Loose(
        percent: 85,
        paths: [
          "a", "b", "o", "l", "o.a", "o.b", "o.o.a", "o.l", "l.a", "`c d`", "SELF", "SELF.a", "é",
          "a.length", "l.@count", "o.l.@count", "o.@count", "missing", "length", "o.length",
          "#self", "a.b",
        ],
        constants: [
          "1", "0", "30", "-1", "1.0", "2.5", "0.1", "9007199254740993", "9223372036854775807",
          "9223372036854775808", "-9223372036854775809", "123456789012345678901234567890",
          "{9223372036854775809, 340282366920938463463374607431768211456, 1}",
          "1e308", "TRUE", "FALSE", "nil", "'a'", "'b'", "''", "'t1'", "'A'", "'é'",
          "'e\\u0301'", "'ss'", "'\\\\'", "$v", "$unbound", "{1, 2, 3}", "{'a', 'b', 'é'}", "{}",
          "{nil, 1}", "1 + 1",
        ],
        predicates: [
          "TRUEPREDICATE", "FALSEPREDICATE", "a + 1 > 2", "SUBQUERY(l, $x, $x > 1).@count > 0",
          "TERNARY(a == 1, b, o) != nil", "l[0] == 1", "ANY l.a == 1", "a IN l", "ANY l == a",
          "uppercase(a) == 'A'", "l.@sum.#self > 1", "a MATCHES 't[0-9]+.*'", "a MATCHES b",
          "($v := 3) == 3", "a == $v", "l == {1, 2}", "a MATCHES '('", "a LIKE 't1*'",
          "l.@max.#self > 2",
        ]))
  }
}
