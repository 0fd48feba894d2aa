/// A filter whose work grows with one size: that of its text, of a list of the item, or of a text of the item.
///
/// Items have the keys `n`, a number; `s`, a text; `l`, a list of numbers; `t`, a list of texts; and `o`, a list of
/// items with `n` and `s`.
public struct WorkForm: Sendable, CustomStringConvertible {
  /// The size that grows.
  public enum Size: Sendable, CaseIterable {
    /// The bytes of the filter
    case text
    /// The elements of the lists of an item
    case elements
    /// The letters of the text of an item
    case units

    /// The sizes that a search tries.
    public var steps: [Int] {
      switch self {
      case .text: [10_000, 100_000, 1_000_000, 10_000_000]
      case .elements, .units: [1, 1_000, 100_000, 1_000_000]
      }
    }
  }

  /// A few words.
  public let name: String

  /// What grows.
  public let size: Size

  private let makeText: @Sendable (Int) -> String
  private let power: Int

  /// The units of work that it takes at least at a size, if nothing ends it: a node of the text, the visit of an
  /// element, 32 letters. 0 if it reads its value at once.
  public func work(_ size: Int) -> Int {
    let base = self.size == .units ? size / 32 : size
    return (0..<power).reduce(power == 0 ? 0 : 1) { work, _ in work * base }
  }

  /// Its name.
  public var description: String { name }

  /// The filter of a size.
  public func text(_ size: Int) -> String { makeText(size) }

  /// The size of the item's lists and text.
  public func item(_ size: Int) -> (elements: Int, units: Int) {
    switch self.size {
    case .text: (10, 200)
    case .elements: (size, 20)
    case .units: (3, size)
    }
  }

  init(
    _ name: String, _ size: Size, power: Int = 1,
    _ makeText: @escaping @Sendable (Int) -> String
  ) {
    self.power = power
    self.name = name
    self.size = size
    self.makeText = makeText
  }

  /// A filter of parts, joined by `OR`, up to a length in bytes. None of them holds.
  private static func parts(
    _ name: String, _ start: String = "", between separator: String = " OR ", _ end: String = "",
    _ part: @escaping @Sendable (Int) -> String
  ) -> WorkForm {
    WorkForm(name, .text) { size in
      var text = start + part(0)
      var number = 1
      while text.utf8.count < size {
        text += separator + part(number)
        number += 1
      }
      return text + end
    }
  }

  /// A form with a text that is repeated up to a length, between a beginning and an end.
  private static func repeating(
    _ name: String, power: Int = 1, _ start: String, _ part: String, _ end: String
  ) -> WorkForm {
    WorkForm(name, .text, power: power) { size in
      start + String(repeating: part, count: max(1, size / part.utf8.count)) + end
    }
  }

  /// Forms of a text that does not change. Those named `squared` and `cubed` visit elements for each element.
  fileprivate static func fixed(_ size: Size, _ forms: [(name: String, text: String)]) -> [WorkForm]
  {
    forms.map { form in
      let power =
        switch form.name {
        case "cubed": 3
        case let name where name.hasPrefix("squared"): 2
        case let name: single.contains(name) ? 0 : 1
        }
      return WorkForm(form.name, size, power: power) { _ in form.text }
    }
  }

  /// The forms that do not go through their value, or give up.
  private static let single: Set<String> = [
    "count", "index", "equal", "ordered", "prefix", "number", "MATCHES", "length", "doubled",
    "MATCHES that backtracks", "MATCHES in powers", "MATCHES looking ahead", "MATCHES itself",
    "MATCHES that is too large to be watched",
  ]
}

extension WorkForm {
  /// All forms.
  public static let all = texts + elements + units

  /// The forms whose text grows.
  public static let texts: [WorkForm] = [
    parts("comparisons") { "n == \($0 + 2)" },
    parts("searches") { "s CONTAINS[cd] 'x\($0)y'" },
    parts("variables") { "$v\($0) == 1" },
    parts("keys") { "k\($0 % 1_000_000) == 1" },
    parts("one key") { "o.n.@count == -\($0 + 1)" },
    parts("ranges") { "n BETWEEN {\($0 + 2), \($0 + 3)}" },
    parts("patterns") { "s MATCHES 'x+\($0)'" },
    parts("repetitions in patterns") { "s MATCHES 'z\($0)(12?){0,2500}'" },
    parts("patterns of values") { "s MATCHES s" + String(repeating: " ", count: $0 % 2) },
    parts("negations") { "NOT (NOT (NOT n != -\($0 + 1))) AND n < 0" },
    parts("branches") { "TERNARY(n == \($0 + 2), 1, 2) == 3" },
    parts("calls") { "lowercase(s) == '\($0)'" },
    parts("casts") { "CAST(n, 'NSString') == 'x\($0)'" },
    parts("constants") { "\($0) + 1 == \($0)" },
    parts("constant texts") {
      "FUNCTION('\(String(repeating: "a", count: 100))', "
        + "'stringByReplacingOccurrencesOfString:withString:', 'a', "
        + "'\(String(repeating: "b", count: 100))') == 's\($0)'"
    },
    parts("constant sets") { "({1, 2, 3, \($0)} UNION {4, 5, 6})[SIZE] == 1" },
    parts("subqueries") { "SUBQUERY(l, $x, $x == -\($0 + 1)).@count > 0" },
    parts("nested subqueries") {
      "SUBQUERY(l, $x, SUBQUERY(l, $y, $x + $y == -\($0 + 1)).@count > 0).@count > 0"
    },
    parts("quantifiers") { "ANY l == -\($0 + 1)" },
    parts("patterns with any character") { "s LIKE '*?x?\($0)?*'" },
    parts("dates") { _ in "CAST(n, 'NSDate') < #2001-01-01#" },
    parts("constant errors") { "1 / 0 == \($0)" },
    // Each text is as long as the one before and a letter.
    parts("assignments", "($a := 'a') == '' OR ") { _ in
      "($a := FUNCTION($a, 'stringByAppendingString:', 'a')) == ''"
    },
    parts("a list", "n IN {", between: ", ", "}") { "\($0 + 2)" },
    parts(
      "a list of patterns", "SUBQUERY({'b', ", between: ", ", "}, $p, s MATCHES $p).@count > 0"
    ) { "'z\($0)(12?){0,2500}'" },
    parts("a body", "SUBQUERY(l, $x, ", ").@count > 0") { "$x == -\($0 + 1)" },
    WorkForm("a body of connectives", .text) { size in
      "SUBQUERY(l, $x, TRUEPREDICATE"
        + String(repeating: " AND TRUEPREDICATE", count: size / 18) + ").@count < 0"
    },
    repeating("a sum", "n", " + n", " < 0"),
    repeating("a sum in a body", "SUBQUERY(l, $x, $x", " + $x", " < 0).@count > 0"),
    repeating("a path", power: 0, "o", ".n", ".@count < 0"),
    repeating("a string", power: 0, "s == '", "x", "'"),
    repeating("a needle", power: 0, "s CONTAINS '", "ax", "'"),
    repeating("a folded needle", power: 0, "s CONTAINS[cd] '", "aé", "'"),
    repeating("a pattern of LIKE", power: 0, "s LIKE '", "*a?", "'"),
    repeating("one segment of LIKE", power: 0, "s LIKE '*", "a?", "b*'"),
    repeating("a name", power: 0, "", "abc", " == 1"),
    repeating("digits", power: 0, "n == 1.", "3", ""),
    repeating("blanks", power: 0, "n == ", "   ", "2"),
    repeating("a comment", power: 0, "n == /*", " x ", "*/ 2"),
    repeating("parentheses", "(n == 2", ") OR (n == 3", ")"),
    repeating("not a filter", power: 0, "n == 2 ", "OR OR ", ""),
  ]

  /// The forms whose lists grow.
  public static let elements: [WorkForm] = fixed(
    .elements,
    [
      ("ANY", "ANY l == -1"), ("ANY with an option", "ANY t ==[cd] 'x'"),
      ("ANY with a pattern", "ANY t MATCHES '(a+)+x'"), ("ANY with LIKE", "ANY t LIKE '*?x?*'"),
      ("IN", "-1 IN l"), ("IN with an option", "'x' IN[c] t"), ("keys", "ANY o.n == -1"),
      ("keys of texts", "ANY o.s CONTAINS[cd] 'xy'"), ("count", "o.@count < 0"),
      ("sum", "o.@sum.n < 0"), ("maximum", "l.@max.#self < 0"), ("mean", "l.@avg.#self < 0"),
      ("subquery", "SUBQUERY(o, $x, $x.n == -1).@count > 0"),
      ("subquery of texts", "SUBQUERY(o, $x, $x.s CONTAINS[cd] 'xy').@count > 0"),
      ("squared", "SUBQUERY(l, $x, SUBQUERY(l, $y, $x + $y == -1).@count > 0).@count > 0"),
      ("squared membership", "SUBQUERY(l, $x, -1 - $x IN l).@count > 0"),
      ("squared ANY", "SUBQUERY(l, $x, ANY l == -1).@count > 0"),
      ("squared operator", "SUBQUERY(l, $x, l.@sum.#self == -1).@count > 0"),
      ("cubed", "SUBQUERY(l, $x, SUBQUERY(l, $y, ANY l == -1).@count > 0).@count > 0"),
      (
        "a long body",
        "SUBQUERY(l, $x, "
          + (1...100).map { "$x == -\($0)" }.joined(separator: " OR ") + ").@count > 0"
      ),
      ("union", "(l UNION t)[SIZE] < 0"), ("intersection", "(l INTERSECT l)[SIZE] < 0"),
      ("difference", "(l MINUS t)[SIZE] > 10000000"),
      ("distinct", "l.@distinctUnionOfObjects.#self == {}"),
      ("median", "median(l) < 0"), ("mode", "mode(t) == {}"), ("deviation", "stddev(l) < -1"),
      ("equal lists", "l != l"), ("equal objects", "o != o"), ("index", "l[0] < 0"),
      (
        "doubled", "($a := l) == {} OR ($a := {$a, $a}) == {} OR ($a := {$a, $a}) == {} OR $a != $a"
      ),
      ("texts of numbers", "ANY l.stringValue == 'x'"),
      ("many comparisons", (1...50).map { "ANY l == -\($0)" }.joined(separator: " OR ")),
    ])

  /// The forms whose texts grow. The text is a repetition of `ab`, with an accent here and there where it is folded.
  public static let units: [WorkForm] = fixed(
    .units,
    [
      ("equal", "s == 'x'"), ("equal folded", "s ==[cd] 'x'"), ("ordered", "s < 'a'"),
      ("prefix", "s BEGINSWITH[cd] 'abx'"), ("suffix", "s ENDSWITH[cd] 'xb'"),
      ("contains", "s CONTAINS 'abx'"), ("contains folded", "s CONTAINS[cd] 'abx'"),
      (
        "contains a long text",
        "s CONTAINS '\(String(repeating: "ab", count: 5_000))x\(String(repeating: "ab", count: 5_000))'"
      ),
      (
        "contains a long folded text",
        "s CONTAINS[cd] '\(String(repeating: "ab", count: 5_000))x\(String(repeating: "ab", count: 5_000))'"
      ),
      ("LIKE", "s LIKE '*ax*'"), ("LIKE with parts", "s LIKE '*a*b*a*b*x'"),
      ("LIKE with any character", "s LIKE '*a?a?a?x*'"),
      ("LIKE with a long segment", "s LIKE '*\(String(repeating: "a?", count: 5_000))x*'"),
      (
        "LIKE with a long folded segment",
        "s LIKE[cd] '*\(String(repeating: "a?", count: 5_000))x*'"
      ),
      ("LIKE with a long literal", "s LIKE '*\(String(repeating: "ab", count: 5_000))x*b'"),
      ("MATCHES", "s MATCHES '.*x'"), ("MATCHES that backtracks", "s MATCHES '(a|b|ab)*x'"),
      ("MATCHES in powers", "s MATCHES '.*.*.*.*[^ab]'"),
      ("MATCHES looking ahead", "s MATCHES '(?:(?=.*[x])|a)*x'"),
      ("MATCHES that is too large to be watched", "s MATCHES '(?:(?=.*[b])|a)*(?:b|c){3000}'"),
      ("MATCHES itself", "s MATCHES s"), ("length", "length(s) < 0"),
      ("upper case", "uppercase(s) == 'x'"), ("upper case key", "s.uppercaseString == 'x'"),
      (
        "replaced",
        "FUNCTION(s, 'stringByReplacingOccurrencesOfString:withString:', 'a', 'x') == 'x'"
      ),
      ("split", "FUNCTION(s, 'componentsSeparatedByString:', 'a')[SIZE] < 0"),
      ("number", "CAST(s, 'NSNumber') == -1"),
      ("many searches", (0..<200).map { "s CONTAINS[cd] 'x\($0)'" }.joined(separator: " OR ")),
      (
        "searches in a body",
        "SUBQUERY({1,2,3,4,5,6,7,8,9,10}, $x, SUBQUERY({1,2,3,4,5,6,7,8,9,10}, $y, s CONTAINS[cd] 'xy')"
          + ".@count > 0).@count > 0"
      ),
      ("own needle", "s CONTAINS[cd] s AND n < 0"), ("own pattern", "s LIKE s AND n < 0"),
    ])
}

extension WorkForm {
  /// The forms for which the growth of the time to compile is measured.
  public static let growing = texts.filter { form in
    [
      "comparisons", "searches", "variables", "keys", "ranges", "patterns", "branches", "calls",
      "constants", "constant errors", "subqueries", "a list", "a sum", "one segment of LIKE",
      "parentheses", "not a filter",
    ].contains(form.name)
  }
}
