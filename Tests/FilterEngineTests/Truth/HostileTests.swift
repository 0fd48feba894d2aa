import FilterEngine
import FilterSyntax
import Foundation
import TestSupport
import Testing

/// No text may crash, hang, or be slow.
@Suite struct HostileTests {
  @Test(arguments: HostileCorpus.parts)
  func everyPrefixIsAnsweredOrRefused(part: Int) {
    var accepted = 0
    for text in HostileCorpus.part(part) {
      let bytes = Array(text.utf8)
      for length in 0...bytes.count
      where RandomSearch.isExhaustive || (length + part) % (bytes.count < 200 ? 2 : 7) == 0 {
        if HostileCorpus.challenge(String(decoding: bytes[..<length], as: UTF8.self)) {
          accepted += 1
        }
      }
    }
    #expect(accepted > 10)
  }

  @Test(arguments: HostileCorpus.parts)
  func everyDamagedByteIsAnsweredOrRefused(part: Int) {
    var random = SeededGenerator(seed: RandomSearch.seed &+ UInt64(part))
    var accepted = 0
    for text in HostileCorpus.part(part) {
      let bytes = Array(text.utf8)
      for place in bytes.indices {
        let replacements: [UInt8] =
          RandomSearch.isExhaustive
          ? Array(0...255)
          : [.random(in: 0...255, using: &random), random.pick(Array("'\"()[]{}%$#@*\\,.0 ".utf8))]
        for byte in replacements where RandomSearch.isExhaustive || random.chance(15) {
          var damaged = bytes
          damaged[place] = byte
          if HostileCorpus.challenge(String(decoding: damaged, as: UTF8.self)) { accepted += 1 }
        }
        if RandomSearch.isExhaustive || random.chance(15) {
          HostileCorpus.challenge(
            String(decoding: bytes[..<place] + bytes[(place + 1)...], as: UTF8.self))
        }
      }
    }
    #expect(accepted > 10)
  }

  @Test func tokensInAnyOrderAreAnsweredOrRefused() {
    let tokens = [
      "a", "b.c", "'x'", "\"\"", "1", "-2", "1.5", "nil", "TRUE", "SELF", "$v", "%@", "%K", "(",
      ")", "{",
      "}", "[", "]", ",", ".", "+", "-", "*", "/", "**", "%", "&", "|", "^", "<<", ">>", "==", "!=",
      "<",
      ">=", "AND", "OR", "NOT", "ANY", "ALL", "NONE", "IN", "CONTAINS", "[c]", "LIKE", "MATCHES",
      "BETWEEN", "UNION", "SUBQUERY(", "$x", ":=", "TERNARY(", "CAST(", "FUNCTION(", "@sum",
      ".@count",
      "[FIRST]", "IS", "NULL", "TRUEPREDICATE", "#2026-11-21#", "`k`", "/*", "*/", "sqrt(", "a:b:(",
    ]
    var random = SeededGenerator(seed: RandomSearch.seed)
    var accepted = 0
    for _ in 0..<RandomSearch.rounds(3000) {
      let count = Int.random(in: 1...14, using: &random)
      let soup = (0..<count).map { _ in random.pick(tokens) }.joined(
        separator: random.chance(80) ? " " : "")
      if HostileCorpus.challenge(soup) { accepted += 1 }
    }
    #expect(accepted > 0)
  }

  @Test func regularExpressionsGiveUp() throws {
    let nested = try FilterPredicate<FilterValue>(text: "SELF MATCHES '(a+)+[bc]'")
    #expect(
      PropertyTests.outcome(nested, .string(String(repeating: "a", count: 40)), [:])
        == .failure(.pattern))
    let long = try FilterPredicate<FilterValue>(text: "SELF MATCHES '(.)*'")
    let text = FilterValue.string(String(repeating: "é", count: 20_000))
    let answer = PropertyTests.outcome(long, text, [:])
    #expect(answer == .answer(true) || answer == .failure(.pattern))
  }

  @Test func nestedSubqueriesSpendABudget() throws {
    let depth = 12
    var text = "1 == 1"
    for level in 0..<depth {
      text = "SUBQUERY(SELF, $x\(level), \(text)).@count > 0"
    }
    let predicate = try FilterPredicate<FilterValue>(text: text)
    let item = FilterValue.list(Array(repeating: 1, count: 10))
    // A hundredth of the usual budget ends as the whole does, and sooner.
    #expect(budgetError { try predicate.matches(item, steps: 100_000) })
    // A smaller item is affordable.
    #expect(try predicate.matches([1, 2], steps: 100_000))
  }

  @Test func keyPathsOverNestedListsSpendABudget() throws {
    let predicate = try FilterPredicate<FilterValue>(
      text: "SUBQUERY(a, $x, SUBQUERY(a, $y, 5 IN a).@count > 0).@count > 0")
    let item: FilterValue = ["a": .list(Array(repeating: 1, count: 100))]
    #expect(budgetError { try predicate.matches(item, steps: 10_000) })
  }

  private func budgetError(_ body: () throws -> Bool) -> Bool {
    (#expect(throws: EvaluationError.self) { try body() })?.kind == .budget
  }

  @Test func aTextThatDoublesItselfEnds() throws {
    let step = "($x := FUNCTION($x, 'stringByAppendingString:', $x)) != nil"
    let text =
      "($x := 'aaaaaaaaaaaaaaaa') != nil AND "
      + Array(repeating: step, count: 60).joined(separator: " AND ")
    let predicate = try FilterPredicate<FilterValue>(text: text)
    #expect(PropertyTests.outcome(predicate, .null, [:]).isFailure)
  }

  @Test func longConnectivesAreReadAskedAndFreed() throws {
    let count = RandomSearch.isExhaustive ? 100_000 : 10_000
    let text = (0..<count).map { "a == \($0)" }.joined(separator: " OR ")
    let predicate = try FilterPredicate<FilterValue>(text: text)
    #expect(try predicate.matches(["a": .int(Int64(count - 1))]))
    #expect(try !predicate.matches(["a": -1]))
  }

  @Test func aHugeAggregateFitsOrIsRefused() throws {
    let count = RandomSearch.isExhaustive ? 900_000 : 9_000
    let fits = "a IN {" + (0..<count).map(String.init).joined(separator: ",") + "}"
    #expect(try FilterPredicate<FilterValue>(text: fits).matches(["a": .int(Int64(count - 1))]))
    guard RandomSearch.isExhaustive else { return }
    let tooMany = "a IN {" + (0..<1_000_000).map(String.init).joined(separator: ",") + "}"
    #expect(refusal(tooMany) == .tooManyNodes(limit: SyntaxLimits.maximumNodes))
  }

  @Test func aMillionParenthesesAreRefused() {
    #expect(
      refusal(String(repeating: "(", count: 1_000_000))
        == .tooDeep(limit: SyntaxLimits.maximumDepth))
  }

  @Test func longTextsAreReadAndTooLongOnesRefused() throws {
    let needle = String(repeating: "a", count: RandomSearch.isExhaustive ? 10 << 20 : 1 << 20)
    #expect(try FilterPredicate<FilterValue>(text: "SELF == '\(needle)'").matches(.string(needle)))
    #expect(
      refusal("SELF == '\(String(repeating: "a", count: 17 << 20))'")
        == .tooLong(limit: SyntaxLimits.maximumLength))
  }

  private func refusal(_ text: String) -> SyntaxError.Kind? {
    do throws(SyntaxError) {
      _ = try FilterPredicate<FilterValue>(text: text)
      return nil
    } catch {
      return error.kind
    }
  }
}
