import FilterEngine
import FilterJSON
import FilterSyntax
import Foundation
import TestSupport
import Testing
import ToolTestSupport

/// Random integers of up to 45 digits, and those beside the limits of types, against the order of their digits.
struct WideIntegerRandomTests {
  /// An integer by its digits: signs decide, then lengths, then the digits.
  struct Digits: Comparable, Hashable, CustomStringConvertible {
    var isNegative: Bool
    var digits: String

    init(_ isNegative: Bool, _ digits: some StringProtocol) {
      self.digits = String(digits.drop { $0 == "0" })
      if self.digits.isEmpty { self.digits = "0" }
      self.isNegative = isNegative && self.digits != "0"
    }

    var description: String { (isNegative ? "-" : "") + digits }

    static func < (left: Digits, right: Digits) -> Bool {
      guard left.isNegative == right.isNegative else { return left.isNegative }
      let (small, large) =
        left.isNegative ? (right.digits, left.digits) : (left.digits, right.digits)
      return small.count == large.count ? small < large : small.count < large.count
    }

    /// Digits that are one more or one less.
    static func beside(_ digits: String, _ step: Int) -> String {
      var result = Array(digits)
      for place in result.indices.reversed() {
        let digit = (result[place].wholeNumberValue ?? 0) + step
        result[place] = Character(String((digit + 10) % 10))
        if (0...9).contains(digit) { return String(result) }
      }
      return (step > 0 ? "1" : "") + String(result)
    }
  }

  private static let limits = [
    "9007199254740992", "9223372036854775808", "18446744073709551616",
    "170141183460469231731687303715884105728", "340282366920938463463374607431768211456",
    "1" + String(repeating: "0", count: 38), "1" + String(repeating: "0", count: 40),
    "10000000000000000303786028427003666890752",
    "1606938044258990275541962092341162602522202993782792835301376",
  ]

  private static func number(_ random: inout SeededGenerator) -> Digits {
    let isNegative = random.chance(40)
    if random.chance(50) {
      let limit = random.pick(limits)
      return Digits(
        isNegative, random.pick([limit, Digits.beside(limit, 1), Digits.beside(limit, -1)]))
    }
    let count = 1 + random.below(45)
    return Digits(isNegative, (0..<count).map { _ in String(random.below(10)) }.joined())
  }

  /// A predicate over `n`: its text with `%@` for each number, and what the digits say.
  private struct Test {
    let text: String
    let numbers: [Digits]
    let holds: (Digits) -> Bool

    /// The text with the numbers in it.
    var literal: String {
      var parts = text.components(separatedBy: "%@")[...]
      var result = parts.removeFirst()
      for (number, part) in zip(numbers, parts) { result += "\(number)" + part }
      return result
    }
  }

  private static func tests(_ random: inout SeededGenerator, _ rows: [Digits]) -> [Test] {
    func any(_ random: inout SeededGenerator) -> Digits {
      random.chance(70) ? random.pick(rows) : number(&random)
    }
    var tests: [Test] = []
    let operators: [(String, (Digits, Digits) -> Bool)] = [
      ("==", { $0 == $1 }), ("!=", { $0 != $1 }), ("<", { $0 < $1 }), ("<=", { $0 <= $1 }),
      (">", { $0 > $1 }), (">=", { $0 >= $1 }),
    ]
    for (sign, order) in operators {
      let (a, b) = (any(&random), any(&random))
      tests.append(Test(text: "n \(sign) %@", numbers: [a]) { order($0, a) })
      tests.append(Test(text: "%@ \(sign) n", numbers: [b]) { order(b, $0) })
      tests.append(Test(text: "ANY l \(sign) %@", numbers: [b]) { order($0, b) })
    }
    for _ in 0..<3 {
      let (a, b) = (any(&random), any(&random))
      let (low, high) = (min(a, b), max(a, b))
      tests.append(
        Test(text: "n BETWEEN {%@, %@}", numbers: [a, b]) { low <= $0 && $0 <= high })
    }
    // Few members, and so many that they are hashed.
    for count in [1, 3, 40] {
      let members = (0..<count).map { _ in any(&random) }
      let list = members.map { _ in "%@" }.joined(separator: ", ")
      tests.append(Test(text: "n IN {\(list)}", numbers: members) { members.contains($0) })
      tests.append(Test(text: "NOT n IN {\(list)}", numbers: members) { !members.contains($0) })
    }
    return tests
  }

  private static func rows(_ random: inout SeededGenerator) -> [Digits] {
    var rows: [Digits] = []
    while rows.count < 30 {
      let row = number(&random)
      if !rows.contains(row) { rows.append(row) }
    }
    return rows
  }

  private static func line(_ row: Digits) -> String { #"{"n":\#(row),"l":[\#(row)]}"# }

  @Test(arguments: RandomSearch.seeds(12))
  func valuesAndLinesAgreeWithTheDigits(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let rows = Self.rows(&random)
    let reader = JSONReader()
    let values = try rows.map { try reader.read(Self.line($0)) }
    let text = Array(rows.map { Self.line($0) + "\n" }.joined().utf8)
    for test in Self.tests(&random, rows) {
      let expected = rows.map(test.holds)
      let arguments = try test.numbers.map { try reader.read("\($0)") }
      for predicate in [
        try FilterPredicate<FilterValue>(text: test.literal),
        try FilterPredicate<FilterValue>(text: test.text, arguments: arguments),
      ] {
        #expect(try values.map { try predicate.matches($0) } == expected, "\(test.literal)")
        let filter = JSONLineFilter(JSONLinePredicate(predicate))
        var answers: [Bool] = []
        text.withUnsafeBytes { filter.answers($0) { answers.append($0 == .yes) } }
        #expect(answers == expected, "\(test.literal)")
        #expect(
          try FilterPredicate<FilterValue>(text: predicate.syntax.sourceText).syntax
            .sourceText == predicate.syntax.sourceText)
      }
    }
  }

  @Test(arguments: RandomSearch.seeds(3))
  func delimitedCellsAgreeWithTheDigits(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let rows = Self.rows(&random)
    let input = "n\n" + rows.map { "\($0)\n" }.joined()
    for test in Self.tests(&random, rows).filter({ !$0.text.contains("ANY") }).shuffled(
      using: &random
    ).prefix(6) {
      let expected = rows.filter(test.holds)
      for format in ["csv", "tsv"] {
        let arguments = test.numbers.flatMap { ["--arg-json", "\($0)"] }
        let outcome = try Tool.run(
          ["-i", format, "-o", "csv", "--sort", "n", test.text] + arguments, input: input)
        let found = outcome.lines.dropFirst()
        #expect(Array(found) == expected.sorted().map(\.description), "\(test.literal) \(outcome)")
      }
    }
  }

  @Test(arguments: RandomSearch.seeds(3))
  func thePipeAgreesWithTheDigits(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let rows = Self.rows(&random)
    let items = rows.map(Self.line).joined(separator: ",")
    var requests = [
      #"{"op":"configure","identity":"n","sort":[{"key":"n"}]}"#,
      #"{"op":"set","items":[\#(items)]}"#,
    ]
    let tests = Self.tests(&random, rows)
    for test in tests {
      let arguments = test.numbers.map(\.description).joined(separator: ",")
      requests.append(
        #"{"op":"filter.replaceAll","filters":[{"name":"F","filter":"\#(test.text)","args":[\#(arguments)]}]}"#
      )
      requests.append(ask)
    }
    let answers = try converse(requests)
    for (index, test) in tests.enumerated() {
      let expected = rows.filter(test.holds).sorted().map(Self.line).joined(separator: ",")
      #expect(answers[3 + 2 * index] == flat(expected), "\(test.literal)")
    }
  }
}
