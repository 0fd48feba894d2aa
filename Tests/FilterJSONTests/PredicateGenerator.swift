/// Texts of predicates over the keys of generated lines.
struct PredicateGenerator {
  var random: SeededGenerator

  private static let paths = [
    "a", "b", "o", "l", "o.a", "o.b", "o.o.a", "o.l", "l.a", "`c d`", "SELF", "SELF.a", "é",
    "a.length",
    "l.@count", "o.l.@count", "o.@count", "missing", "length", "o.length", "#self", "a.b",
  ]
  private static let constants = [
    "1", "0", "30", "-1", "1.0", "2.5", "0.1", "9007199254740993", "9223372036854775807", "1e308",
    "TRUE", "FALSE", "nil", "'a'", "'b'", "''", "'t1'", "'A'", "'é'", "'e\\u0301'", "'ss'",
    "'\\\\'",
    "$v", "$unbound", "{1, 2, 3}", "{'a', 'b', 'é'}", "{}", "{nil, 1}", "1 + 1",
  ]
  private static let operators = [
    "==", "!=", "<", "<=", ">", ">=", "BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE", "IN",
    "BEGINSWITH[cd]",
    "CONTAINS[c]", "==[cd]", "<[c]", "IN[c]", "LIKE[c]", "!=[c]", "==[n]",
  ]
  private static let others = [
    "TRUEPREDICATE", "FALSEPREDICATE", "a + 1 > 2", "SUBQUERY(l, $x, $x > 1).@count > 0",
    "TERNARY(a == 1, b, o) != nil", "l[0] == 1", "ANY l.a == 1", "a IN l", "ANY l == a",
    "uppercase(a) == 'A'", "l.@sum.#self > 1", "a MATCHES 't[0-9]+.*'", "a MATCHES b",
    "($v := 3) == 3", "a == $v", "l == {1, 2}", "a MATCHES '('", "a LIKE 't1*'", "l.@max.#self > 2",
  ]

  /// A predicate; with `depth` left, one of several parts.
  mutating func predicate(_ depth: Int = 3) -> String {
    if depth > 0, random.chance(1, of: 2) {
      switch Int.random(in: 0..<3, using: &random) {
      case 0: return "(\(predicate(depth - 1)) AND \(predicate(depth - 1)))"
      case 1: return "(\(predicate(depth - 1)) OR \(predicate(depth - 1)))"
      default: return "NOT (\(predicate(depth - 1)))"
      }
    }
    if random.chance(1, of: 8) { return random.pick(Self.others) }
    let path = random.pick(Self.paths)
    let quantifier = random.chance(1, of: 5) ? random.pick(["ANY ", "ALL ", "NONE "]) : ""
    if random.chance(1, of: 12) {
      return
        "\(quantifier)\(path) BETWEEN {\(random.pick(Self.constants)), \(random.pick(Self.constants))}"
    }
    let other = random.chance(1, of: 8) ? random.pick(Self.paths) : random.pick(Self.constants)
    let `operator` = random.pick(Self.operators)
    if quantifier.isEmpty, random.chance(1, of: 6) { return "\(other) \(`operator`) \(path)" }
    return "\(quantifier)\(path) \(`operator`) \(other)"
  }
}
