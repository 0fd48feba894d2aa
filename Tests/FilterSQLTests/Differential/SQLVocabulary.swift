import FilterSyntax
import TestSupport

/// What random predicates ask of the hostile table.
enum SQLVocabulary {
  static let bindings: [String] = ["v", "text"]

  static func vocabulary() throws -> PredicateVocabulary {
    PredicateVocabulary(
      numbers: [
        "whole", "other", "ratio", "flag", "owner.age", "owner.id", "orders.@count",
        "id",
      ],
      texts: ["name", "code", "title", "owner.name"], dates: ["born", "seen", "at"],
      numberLists: ["orders.price"], textLists: ["orders.label", "orders.note"],
      others: ["owner", "raw", "token", "orders"], strangers: ["missing", "owner.missing"],
      computedNumbers: [
        "orders.@min.price", "orders.@max.price", "orders.@sum.price", "orders.@count",
      ],
      computedTexts: ["orders.@min.label"],
      elements: [PredicateVocabulary.Elements("orders", keys: ("price", "label"))],
      united: "orders.price", indexed: "orders.label",
      loose: try PredicateVocabulary.Loose(
        percent: 45, paths: paths, constants: constants, predicates: predicates))
  }

  private static let paths = [
    "whole", "other", "ratio", "flag", "name", "code", "title", "born", "seen", "at", "raw",
    "token", "owner", "owner.id", "owner.name", "owner.age", "orders.price", "orders.label",
    "orders.day",
    "orders.@count", "orders.@min.price", "orders.@max.day", "part\u{20}", "name.length",
    "stamp", "day", "julian", "local", "calendar", "price", "extra.a", "extra.b", "extra.a.b",
    "extra.`c d`",
    "extra.`it's`", "extra.`q\u{600}'`", "doc.a", "doc.a.b", "meta.a", "meta.b", "meta.a.b",
    "extra", "doc",
    "anything", "loose", "word", "anything", "loose", "word",
  ].filter { !$0.hasSuffix(" ") }

  private static let constants = [
    "0", "1", "-1", "2.5", "1.5", "-0.5", "9007199254740993", "9223372036854775807", "1e300",
    "TRUE", "FALSE", "nil", "''", "'a'", "'AB'", "'e'", "'é'", "'K'", "'ss'", "'abc'", "'i'",
    "{1, 2, 3}", "{1, 'a', nil}", "{'a', 'AB', 'é'}", "{}", "{0.5, 1, 9007199254740993}",
    "{TRUE}", "{nil, 1}", "{'a', 'b'}", "{'ab', 'A'}", "{2, -1}", "{2.5, 0}",
    "CAST(0, 'NSDate')", "CAST(1.5, 'NSDate')", "{CAST(0, 'NSDate'), CAST(10, 'NSDate')}",
    "{CAST(-86400, 'NSDate'), CAST(978307200, 'NSDate')}", "CAST(1.0005, 'NSDate')",
    "CAST(-86400.5, 'NSDate')", "CAST(1e12, 'NSDate')", "CAST(-1e12, 'NSDate')",
    "0.1", "1.10", "{0.1, 1.10, 'a'}", "'5'", "'10'", "'1'", "10", "3", "{10, '10'}", "5e-324",
    "{1, '1', 'a'}", "'[1]'", "CAST('0.1', 'NSDecimalNumber')",
    "$v", "$text", "1 + 1", "CAST('1.5', 'NSDecimalNumber')",
    "9223372036854775808", "-9223372036854775809", "123456789012345678901234567890",
    "{9223372036854775808, 1}", "{9223372036854775807, 9223372036854775809}",
  ]

  /// Predicates of all forms.
  static let predicates = [
    "mark == $mark", "mark != $mark", "NOT mark == $uuid", "mark IN {$mark, $uuid, nil, 'a'}",
    "NOT mark IN {$mark}", "mark == token", "mark != mark", "token == mark", "mark == nil",
    "mark == 'abcdefab-cdef-4abc-8def-abcdefabcdef'", "mark != 1", "mark IN {1}", "mark < $mark",
    "mark BEGINSWITH 'a'", "mark == name", "{$mark, $uuid} CONTAINS mark",
    "SUBQUERY(orders, $o, $o.price > 1 AND $o.label == 'a').@count > 0",
    "SUBQUERY(orders, $o, $o.label CONTAINS[c] 'a').@count >= 2",
    "SUBQUERY(orders, $o, $o.price > whole).@count == 0",
    "SUBQUERY(orders, $o, $o.price > 1).@count != 1",
    "SUBQUERY(orders, $o, $o.price / 0 > 1 OR $o.price > 2).@count > 0",
    "ANY orders.label BEGINSWITH[c] 'a'", "ALL orders.price >= 0", "NONE orders.label == nil",
    "ALL orders.label LIKE 'a*'", "ANY orders.missing == nil", "owner == nil", "owner != nil",
    "whole BETWEEN {other, id}", "id BETWEEN {whole, other}", "NOT other BETWEEN {whole, id}",
    "whole BETWEEN {ratio, other}", "born BETWEEN {born, born}", "stamp BETWEEN {stamp, at}",
    "owner.age BETWEEN {whole, other}", "name BETWEEN {code, title}",
    "name BETWEEN {'é', 'a'}", "NOT name BETWEEN {'a', 'é'}", "whole BETWEEN {name, id}",
    "price BETWEEN {whole, other}", "price == whole", "price < other", "price >= ratio",
    "stamp == day", "day <= day", "julian == at", "price == price", "anything == loose",
    "extra.a == meta.a", "extra.a == 1", "extra.a != 1", "NOT extra.a == 1", "extra.a > 1",
    "extra.a <= 0.1", "extra.a == 0.1", "extra.a == 'a'", "extra.b == TRUE", "extra.b IN {0, 'a'}",
    "extra.a == nil", "extra.b != nil", "NOT extra.a == nil", "doc.a == nil", "doc.a == 1",
    "doc == nil", "NOT doc == nil", "doc == 1", "doc < 2.5", "doc == 'a'", "doc IN {1, 'a', TRUE}",
    "doc > 0.1", "meta.b BETWEEN {1.1, 9223372036854775807}",
    "extra.a BETWEEN {-9007199254740993, 0.5}", "doc.a BETWEEN {9007199254740993, 0.5}",
    "NOT extra.b BETWEEN {9007199254740993, 0.5}", "doc CONTAINS 1",
    "doc.a.b == nil", "doc.a.b > 1", "meta.a == 1", "meta.a < 2.5", "meta.b == 'b'",
    "meta.a.b == nil", "meta.a BETWEEN {0, 1.5}", "extra.a.b == 1", "1 < extra.a",
    "name UTI-EQUALS 'ab'", "NOT name UTI-CONFORMS-TO 'abc'", "word UTI-EQUALS 'a'",
    "title UTI-EQUALS 'ab'", "name UTI-EQUALS 'K'", "code UTI-CONFORMS-TO 'ångström'",
    "anything == 1", "loose == '10'", "loose != '10'", "loose == '1'", "loose IN {'1'}",
    "word == 10", "word < 10", "anything < 2",
    "NOT anything < 2", "NOT anything > 2", "anything BETWEEN {0, 2}", "loose >= 'a'",
    "NOT loose BEGINSWITH 'a'", "anything CONTAINS 'a'", "loose CONTAINS[n] '1'",
    "anything BEGINSWITH ''", "NOT anything CONTAINS ''", "NOT loose BEGINSWITH ''",
    "NOT word ENDSWITH ''", "word <[n] 'b'", "name MATCHES 'a.*'", "name MATCHES '('",
    "name MATCHES 'ab'", "name MATCHES 'ab?.*'", "name MATCHES 'ab{0,1}c*'",
    "name MATCHES '^ab*.?'",
    "name MATCHES 'ab|c.*'", "name MATCHES[c] 'ab.+'", "name MATCHES[d] 'e.*'",
    "NOT name MATCHES[cd] 'a.*'", "name MATCHES[n] 'k.*'", #"name MATCHES 'a\\..*'"#,
    "name MATCHES 'K.*'", "extra.a != 'a'", "extra.a != '[1]'", "doc != '{}'",
    "NOT extra.a == '{}'", "meta.a != 1",
    "NOT meta.a.b == 'a'", "doc.a != 0", "extra.a != 0.1", "meta.b != 9007199254740993",
    "doc.a.b != 'b'", "NOT doc.a == TRUE", "extra.b != 1.5", "meta.a != '1'", "doc != 'a'",
    "name MATCHES '(a|b).*'", "owner.name MATCHES 'a.*'",
    "ANY orders.label MATCHES 'ab?.*'", "calendar == local", "local <= local",
    "local == CAST(0, 'NSDate')", "calendar >= CAST(-86400.5, 'NSDate')",
    "calendar != CAST(0, 'NSDate')", "local < CAST(1.0005, 'NSDate')",
    "NOT calendar BETWEEN {CAST(-86400, 'NSDate'), CAST(978307200, 'NSDate')}",
    "code UTI-CONFORMS-TO 'public.text'", "'abcdef' CONTAINS code", "whole == ratio",
    "whole < ratio", "flag == whole", "born <= at", "name == code", "name != title",
    "whole == name", "owner.age >= whole", "owner.name == name", "owner.id != 3", "SELF.whole > 2",
    "whole / other > 3", "($x := 5) == 5", "TERNARY(flag == TRUE, whole, other) > 1",
    "name[0] == 'a'", "orders[FIRST].price > 0", "orders.price CONTAINS 1", "2 IN orders.price",
    "now() > born", "ANY orders.price IN {1, 2}", "missing == nil", "owner.missing > 1",
    "TRUEPREDICATE", "1 / 0 > 2",
  ]
}
