/// Queries that are to do harm, the same ones for each seed.
struct HostileQueries {
  private var random: SeededNumbers

  init(seed: UInt64) { random = SeededNumbers(state: seed) }

  /// The next query, encoded as it goes into a URL; some of them badly, and some of them too long.
  mutating func next() -> String {
    switch random.below(12) {
    case 0: filter(long())
    case 1: filter(deep())
    case 2: filter(pattern())
    case 3: filter(subqueries())
    case 4: filter(numbers())
    case 5: filter(hidden())
    case 6: filter(quotes())
    case 7: badEscapes()
    case 8: filter(soup(Self.words))
    case 9: filter(soup(Self.scalars))
    case 10: filter(growth())
    default: otherParameters()
    }
  }

  private func filter(_ text: String) -> String { "filter=\(TestClient.encoded(text))" }

  private mutating func long() -> String {
    let part = random.pick([" OR title == 'x'", " AND priority > 1", "+1", " ", "a", "'", "{1,"])
    return "id > 1" + String(repeating: part, count: random.below(3_000))
  }

  private mutating func deep() -> String {
    let (open, close) = random.pick([
      ("(", ")"), ("NOT ", ""), ("NOT (", ")"), ("{", "}"), ("-", ""), ("length(", ")"),
      ("TERNARY(TRUE, ", ", 1)"), ("SUBQUERY(comments, $x, ", ").@count > 0"),
    ])
    let depth = random.below(2_000)
    return String(repeating: open, count: depth) + random.pick(["id > 1", "id", "1"])
      + String(repeating: close, count: random.below(10) == 0 ? 0 : depth)
  }

  private mutating func pattern() -> String {
    let pattern = random.pick([
      "(a+)+$", "(.*)*x", "((.*)*)*!", "(\\\\w+\\\\s?)*!", "(x+x+)+y", "(.|.)*\\\\d{9}",
      "^(([a-z])+.)+[A-Z]([a-z])+$", "(?=(.*))\\\\1{9}", "[", "(?<", "a{65535}{65535}", "\\\\",
      "(((((((((((((((((((((.*)*)*)*)*)*)*)*)*)*)*)*)*)*)*)*)*)*)*)*)*)*",
    ])
    let key = random.pick(["title", "owner.name", "ANY comments.text", "ANY tags"])
    return "\(key) MATCHES\(random.pick(["", "[c]", "[cd]"])) '\(pattern)'"
  }

  private mutating func subqueries() -> String {
    let depth = random.below(8) + 1
    let key = random.pick(["comments", "tags", "{1, 2, 3, 4, 5, 6, 7, 8, 9}"])
    let inner = random.pick([
      "ANY comments.text CONTAINS[cd] 'zz'", "$x1 == $x1", "comments.@count > 3",
      "ALL comments.likes BETWEEN {1, 30}", "title LIKE[cd] '*i*i*i*i*i*z'",
    ])
    return (1...depth).reversed().reduce(inner) { inner, level in
      "SUBQUERY(\(key), $x\(level), \(inner)).@count > \(level % 2 == 0 ? 0 : 99)"
    }
  }

  private mutating func numbers() -> String {
    let numbers = [
      "1e308", "-1e308", "1e999", "9223372036854775807", "-9223372036854775808", "0", "0.0", "-0.0",
      "18446744073709551616", "0x7fffffffffffffff", String(repeating: "9", count: 400), "1e-400",
      "priority", "id", "comments.@count",
    ]
    let operators = ["+", "-", "*", "/", "**", "<<", ">>", "&", "|", "^"]
    var text = random.pick(numbers)
    for _ in 0...random.below(6) { text += " \(random.pick(operators)) \(random.pick(numbers))" }
    return "\(text) \(random.pick(["<", "==", "IN"])) \(random.pick(numbers))"
  }

  private mutating func hidden() -> String {
    random.pick(random.pick(HiddenKey.all).filters)
  }

  private mutating func quotes() -> String {
    let attack = random.pick([
      "' OR 'a' == 'a", "\" OR TRUEPREDICATE OR title == \"", "x'; DROP TABLE tickets; --",
      "') OR (internalNotes != '", "\\' OR 1 == 1", "%@", "%K == 1", "'\u{0}'", "’ OR 1 == 1",
      "<script>alert(1)</script>", "\r\nSet-Cookie: a=b\r\n\r\n", "${jndi:ldap://x}", "`title",
    ])
    return random.pick([
      "title == '\(attack)'", attack, "title == \"\(attack)", "\(attack)\(attack)",
    ])
  }

  private mutating func badEscapes() -> String {
    let escapes = [
      "%", "%4", "%zz", "%FF", "%C3", "%C3%28", "%ED%A0%80", "%F4%90%80%80", "%00", "&", "=",
    ]
    var query = random.pick(["filter=", "sort=", "", "filter=title%20==%20'"])
    for _ in 0...random.below(8) { query += random.pick(escapes) }
    return query
  }

  private mutating func growth() -> String {
    let text = random.pick(["title", "owner.name", "'aaaaaaaaaaaaaaaa'"])
    let depth = random.below(30)
    return (0..<depth).reduce(text) { inner, _ in
      "FUNCTION(\(inner), 'stringByReplacingOccurrencesOfString:withString:', 'a', \(text))"
    } + " == 'x'"
  }

  private mutating func otherParameters() -> String {
    let sort = soup(random.pick([Self.words, HiddenKey.all.flatMap(\.sortKeys), [","]]))
    let limit = random.pick(["1", "100", "-1", "0", "99999999999999999999", "1e2", "", "٣", " 5"])
    return "sort=\(TestClient.encoded(sort))&limit=\(TestClient.encoded(limit))"
  }

  private mutating func soup(_ parts: [String]) -> String {
    (0...random.below(40)).map { _ in random.pick(parts) }.joined()
  }

  private static let words = [
    "title ", "priority", "SELF", ".", "@count", "@sum", "$x", ":=", "(", ")", "[", "]", "{", "}",
    " == ", " AND ", " OR ", "NOT ", "ANY ", "1", "'a'", ", ", "SUBQUERY(", "FUNCTION(", "CAST(",
    "TERNARY(", "MATCHES ", " IN ", " BETWEEN ", "nil", "#", "%@", "owner", "comments", "*", "**",
  ]
  private static let scalars = [
    "\u{0}", "\u{7}", "\u{1B}[31m", "\u{202E}", "\u{FEFF}", "\u{D7FF}", "\u{10FFFF}", "é",
    "e\u{301}",
    "🏳️‍🌈", "ﷺ", "\u{300}\u{300}\u{300}", "'", "\"", "`", "\\", "title", " == ", "\n", "\t",
  ]
}

/// SplitMix64.
private struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
