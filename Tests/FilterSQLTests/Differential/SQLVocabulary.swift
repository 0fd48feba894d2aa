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
  ].filter { !$0.hasSuffix(" ") }

  private static let constants = [
    "0", "1", "-1", "2.5", "1.5", "-0.5", "9007199254740993", "9223372036854775807", "1e300",
    "TRUE", "FALSE", "nil", "''", "'a'", "'AB'", "'e'", "'é'", "'K'", "'ss'", "'abc'", "'i'",
    "{1, 2, 3}", "{1, 'a', nil}", "{'a', 'AB', 'é'}", "{}", "{0.5, 1, 9007199254740993}",
    "{TRUE}", "{nil, 1}", "{'a', 'b'}", "{'ab', 'A'}", "{2, -1}", "{2.5, 0}",
    "CAST(0, 'NSDate')", "CAST(1.5, 'NSDate')", "{CAST(0, 'NSDate'), CAST(10, 'NSDate')}",
    "$v", "$text", "1 + 1", "CAST('1.5', 'NSDecimalNumber')",
  ]

  private static let predicates = [
    "SUBQUERY(orders, $o, $o.price > 1 AND $o.label == 'a').@count > 0",
    "SUBQUERY(orders, $o, $o.label CONTAINS[c] 'a').@count >= 2",
    "SUBQUERY(orders, $o, $o.price > whole).@count == 0",
    "SUBQUERY(orders, $o, $o.price > 1).@count != 1",
    "SUBQUERY(orders, $o, $o.price / 0 > 1 OR $o.price > 2).@count > 0",
    "ANY orders.label BEGINSWITH[c] 'a'", "ALL orders.price >= 0", "NONE orders.label == nil",
    "ALL orders.label LIKE 'a*'", "ANY orders.missing == nil", "owner == nil", "owner != nil",
    "whole BETWEEN {other, id}", "name MATCHES 'a.*'", "name MATCHES '('", "name MATCHES 'ab'",
    "code UTI-CONFORMS-TO 'public.text'", "'abcdef' CONTAINS code", "whole == ratio",
    "whole < ratio", "flag == whole", "born <= at", "name == code", "name != title",
    "whole == name", "owner.age >= whole", "owner.name == name", "owner.id != 3", "SELF.whole > 2",
    "whole / other > 3", "($x := 5) == 5", "TERNARY(flag == TRUE, whole, other) > 1",
    "name[0] == 'a'", "orders[FIRST].price > 0", "orders.price CONTAINS 1", "2 IN orders.price",
    "now() > born", "ANY orders.price IN {1, 2}", "missing == nil", "owner.missing > 1",
    "TRUEPREDICATE", "1 / 0 > 2",
  ]
}
