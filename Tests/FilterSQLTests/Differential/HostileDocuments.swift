import TestSupport

@testable import FilterSQL

/// Random documents of JSON, as no encoder writes them: names that stand twice or have escapes, numbers of many digits,
/// values of every kind.
struct HostileDocuments {
  let dialect: SQLDialect

  /// Whether the documents keep the promise of a canonical column.
  var isCanonical = false

  private static let names = ["a", "b", "c d", "it's", "q\u{600}'"]

  private static let numbers = [
    "0", "1", "-1", "2", "3", "1.5", "2.5", "0.1", "0.10000000000000001", "1.0", "1e0", "10e-1",
    "9007199254740993", "9007199254740992.0", "9223372036854775807", "9223372036854775808",
    "5.00000000000000000000001", "0.99999999999999999999", "1e300", "-1e300", "5e-324", "-0.0",
    "-0",
    "1.00000000000000000000001", "1.5000000000000000000000001", "123456789012345678901234567890",
  ]

  func object(_ random: inout SeededGenerator, depth: Int = 1) -> String {
    var members: [String] = []
    var used: Set<String> = []
    for _ in 0..<random.below(5) {
      let name = random.pick(Self.names)
      if isCanonical, !used.insert(name).inserted { continue }
      let isEscaped = !isCanonical && random.chance(10) && name == "a"
      let value = value(&random, depth: depth)
      members.append("\(isEscaped ? "\"\\u0061\"" : SQLValue.quoted(name)): \(value)")
    }
    if !isCanonical, dialect.storesNUL, random.chance(5) { members.append("\"a\\u0000\": 1") }
    return "{" + members.joined(separator: ", ") + "}"
  }

  func value(_ random: inout SeededGenerator, depth: Int = 2) -> String {
    switch random.below(depth > 0 ? 9 : 5) {
    case 0: return "null"
    case 1: return random.pick(["true", "false"])
    case 2: return SQLValue.quoted(text(&random))
    case 3, 4: return number(&random)
    case 5: return "[" + value(&random, depth: 0) + ", " + value(&random, depth: 0) + "]"
    default: return object(&random, depth: depth - 1)
    }
  }

  private func number(_ random: inout SeededGenerator) -> String {
    guard isCanonical else { return random.pick(Self.numbers) }
    return random.chance(50)
      ? String(random.pick(PropertyValues.integers))
      : "\(random.pick(PropertyValues.finiteDoubles))"
  }

  private func text(_ random: inout SeededGenerator) -> String {
    let text =
      random.chance(50)
      ? random.pick(["a", "a\0b", "b", "[1]", "{}", "1"]) : PropertyValues.text(&random)
    return isCanonical || !dialect.storesNUL ? text.replacing("\0", with: "\u{1}") : text
  }
}
