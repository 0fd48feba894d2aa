/// Filters that are read, of every production.
enum Corpus {
  static let portable = [
    "TRUEPREDICATE", "falsepredicate OR a == 1", "a = 1", "a <> 1", "a =< 1", "a => 1",
    "NOT a == 1 AND b == 2 OR c == 3", "!(a == 1 && b == 2)", "NOT NOT a == 1",
    "ANY tags == \"a\"", "SOME a.b > 1", "NONE a.b = 1", "ALL tags BEGINSWITH[cd] 'x'",
    "a LIKE [c] 'x*'", "a MATCHES \"\\\\d+\"", "a ENDSWITH[dcnl] b", "a CONTAINS \"é\"",
    "x IN {1, 2.0, 'three', nil, TRUE, -4}", "x IN {}", "x IN c INTERSECT d MINUS e",
    "x IN[c] b", "x BETWEEN {1, $y}", "ANY t UTI-CONFORMS-TO 'public.image'",
    "t uti-equals 'x'", "SELF isKindOfClass: x", "a.b.@sum.c == d", "@max.n == 3",
    "x.@unionOfObjects.#self == {1}", "SELF == 5", "self.#size == 1", "#like like 'x'",
    "tags[FIRST] == 'a'", "tags[last] == 'a'", "tags[SIZE] > 2", "(a.d)[0].x[1] == 1",
    "(a.b).c == 1", "$a[$b].c > 1", "$p.kids.@count == 2", "$a.$b > 1", "SELF.$k == 1",
    "a + b * c = 7", "(a + b) * c = 7", "a - (b - c) = 7", "a ** b ** c == 1",
    "(a ** b) ** -c == 1", "-x == --7", "- -x == 1", "(-7)[0] == 1", "-x[0] == 1",
    "(1 + 2).stringValue == '3'", "(5).stringValue == '5'", "'abc'.length == 3",
    "1 << 3 == 8", "a | b ^ c & d == 0", "(flags & 4) = 4", "x == -9223372036854775808",
    "x == --9223372036854775808", "x == 1.", "x == 1e3", "x == -0.0", "x == 0xff + 0b11 + 0o17",
    "x == 1e999", "x == 5e-324", "sum({1, 2}) = 3", "modulus:by:(a, 2) == 0", "now() > 1",
    "add:to:(1, 2) == 3", "castObject:toType:(x, 'NSDate') == 1",
    "objectFrom:withIndex:(a, 1) == 2", "FUNCTION(a, 'f:', 2) == 9", "FUNCTION('a', 'g') == 'A'",
    "CAST(100000000.25, 'NSDate') == d", "TERNARY(a > 1 OR b == 2, 'x', 'y') == 'x'",
    "SUBQUERY (items, $x, $x.a == 1 AND ANY $x.b == 2).@count > 0", "$x := 5 == y",
    "(a UNION b)[SIZE] == 3", "a == 'say \"hi\" \\\\ \\t'", "a == \"\\u00e9\\x41\\101\"",
    "ANYKEY == 1", "'%@' == '%K'", "x BETWEEN y AND z == 1", "x BETWEEN y AND (z == 1 OR a == 2)",
    "(a == 1 OR b == 2) AND (c == 3 OR d == 4)", "a.b[0] == 1", "SELF.a[0] == 1",
    "((a)) == ((1))", "(a == 1)",
  ]

  static let extended = [
    "isOpen", "NOT isOpen", "a AND (b OR NOT c)", "x NOT IN {1}", "ANY x NOT IN {1}",
    "ALL x NOT LIKE 'a'", "NONE x NOT BETWEEN {1, 2}", "x IS NULL", "x is not nil",
    "x BETWEEN 1 AND 5", "x BETWEEN 1 AND 5 AND isOpen", "x IN (1, 2)", "x IN [1, 2]",
    "x IN [c]", "x IN [c] y", "x IN (1)", "x IN (1,)", "{1, 2,} == x", "größe == 1", "日本 == 1",
    "`a key.with ``dots`` ` == 1", "a.`b c`.d == 1", "a.d[0] == 1", "x.@sum.self == 1",
    "x == .5", "x == 1_000", "a % 2 == 1", "a %2 == 1", "d > #2026-11-21#",
    "d > #1999-12-31T23:59:59.999Z#", "d > #2026-11-21T10:00:00.000001+01:30#",
    "d == #0000-03-01T00:00:00Z#", "a == 1 /* comment */ AND b == 2", "list.@flatten.items == 1",
    "%@ == %K", "%K.a == %ld", "a.%K.b == %@", "TERNARY(x, 1, 2) == 1",
  ]

  static let all = portable + extended
}
