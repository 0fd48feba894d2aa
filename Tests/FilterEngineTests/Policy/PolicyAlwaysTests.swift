@testable import FilterEngine
import FilterSyntax
import Foundation
import Testing

/// The filters that a policy joins to every other: they hold in every use of a predicate, and are not shown.
@Suite struct PolicyAlwaysTests {
  private static let own: FilterValue = ["title": "a", "tenant": "ours", "n": 1]
  private static let other: FilterValue = ["title": "a", "tenant": "theirs", "n": 2]
  private static let tenant = ["tenant": "ours"]

  private func policy() throws -> FilterPolicy {
    var policy = try FilterPolicy(keyPaths: ["title", "n"])
    policy.always = [try AST.Predicate(parsing: "tenant == $tenant")]
    policy.allowsAssignments = true
    return policy
  }

  private func predicate(_ text: String) throws -> FilterPredicate<FilterValue> {
    try FilterPredicate(text: text, options: FilterOptions(policy: policy()))
  }

  private func matches(_ predicate: FilterPredicate<FilterValue>) throws -> [Bool] {
    try [Self.own, Self.other].map { try predicate.matches($0, bindings: Self.tenant) }
  }

  @Test func theyHoldInEveryUse() throws {
    let all = try predicate("TRUEPREDICATE")
    #expect(try matches(all) == [true, false])
    #expect(try matches(predicate("n > 5 OR title == 'a'")) == [true, false])
    #expect(try [Self.own, Self.other].filter(all, bindings: Self.tenant).count == 1)
    // A negation and joins keep them.
    #expect(try matches(!predicate("n > 5")) == [true, false])
    #expect(try matches(!(!predicate("n < 5"))) == [true, false])
    #expect(try matches(predicate("n < 5") && predicate("title == 'a'")) == [true, false])
    #expect(try matches(predicate("n < 5") || predicate("title == 'a'")) == [true, false])
    #expect(try matches(!(predicate("n > 5") || predicate("title == 'b'"))) == [true, false])
    #expect(try matches(all.substituting(["x": 1])) == [true, false])
    let again = try FilterPredicate<FilterValue>(all.syntax, options: all.options)
    #expect(again == all)
  }

  @Test func theirKeysAreNotThoseOfTheFilter() throws {
    #expect(throws: SyntaxError.self) { try predicate("tenant == 'theirs'") }
    #expect(throws: SyntaxError.self) { try predicate("$tenant == 'ours'") }
    #expect(throws: SyntaxError.self) { try predicate("($tenant := 'theirs') != nil") }
    let error = #expect(throws: SyntaxError.self) { try predicate("tenan == 1") }
    #expect(error?.description.contains("tenant") == false)
  }

  @Test func theyAreNotShown() throws {
    let forms = ["title == 'a'", "title == 'a' AND n == 1", "title == 'a' OR n == 1", "NOT n == 1"]
    for text in forms {
      let plain = try predicate(text)
      for predicate in try [plain, !plain, plain && predicate("n < 9")] {
        #expect(!predicate.description.contains("tenant"))
        let coded = try JSONEncoder().encode(predicate)
        #expect(!String(decoding: coded, as: UTF8.self).contains("tenant"))
        for item in [Self.own, Self.other] {
          let explanation = predicate.explanation(of: item, bindings: Self.tenant)
          #expect(!explanation.description.contains("tenant"))
          #expect(!explanation.description.contains("ours"))
          #expect(
            try explanation.verdict
              == (predicate.matches(item, bindings: Self.tenant) ? .matches : .doesNotMatch))
        }
        #expect(predicate.notes.allSatisfy { !$0.message.contains("tenant") })
        #expect(!predicate.explain().contains("tenant"))
        let data = try predicate.treeData()
        #expect(!"\(data)".contains("tenant"))
        let again = try FilterPredicate<FilterValue>(
          treeData: data, options: FilterOptions(policy: policy()))
        #expect(again.description == predicate.description)
        #expect(try matches(again) == matches(predicate))
        let bound = try predicate.substituting(Self.tenant)
        #expect(bound.description == predicate.description)
        let (denied, other) = try (!bound, !predicate)
        #expect(denied.description == other.description)
        #expect(try bound.matches(Self.own) == predicate.matches(Self.own, bindings: Self.tenant))
        #expect(try !bound.matches(Self.other))
      }
    }
    // Of an item that they exclude nothing is shown.
    let hidden = try predicate("n == 3").explanation(of: Self.other, bindings: Self.tenant)
    #expect(hidden.left == nil && hidden.parts.isEmpty)
    let shown = try predicate("n == 3").explanation(of: Self.own, bindings: Self.tenant)
    #expect(shown.left == 1)
  }

  private static let rests: [(text: String, known: [String: FilterValue], shown: String)] = [
    ("n == 1 AND title == 'a'", ["n": 1], #"title == "a""#), ("n == 1", ["n": 1], "TRUEPREDICATE"),
    ("n == 1", ["n": 2], "FALSEPREDICATE"), ("n + 1 == 2", ["n": "x"], #""x" + 1 == 2"#),
    ("n == 1", ["tenant": "ours"], "n == 1"),
  ]

  @Test(arguments: rests)
  func aRestIsShownWithoutThemAndKeepsThem(
    _ text: String, _ known: [String: FilterValue], _ shown: String
  ) throws {
    let residual = try predicate(text).residual(knowing: known)
    guard case .open(let rest, _) = residual else {
      Issue.record("\(residual)")
      return
    }
    #expect(rest.description == shown)
    #expect(try !rest.matches(Self.other, bindings: Self.tenant))
  }

  /// What remains of a filter that holds always, and of `n == 1`, for rows of which the keys are known; nil for true.
  private static let divided: [(always: String, known: [String: FilterValue], rest: String?)] = [
    ("tenant == 3", ["tenant": 3], "n == 1"), ("tenant == 3", ["tenant": 4], "FALSEPREDICATE"),
    ("tenant == 3", ["n": 1], "tenant == 3 AND TRUEPREDICATE"),
    ("tenant == 3", ["n": 2], "tenant == 3 AND FALSEPREDICATE"),
    ("tenant == 3", ["tenant": 3, "n": 1], nil),
    ("tenant == 3 OR shared == TRUE", ["tenant": 4], "shared == TRUE AND n == 1"),
    ("tenant == 3 AND shared == TRUE", ["tenant": 3], "shared == TRUE AND n == 1"),
    ("tenant == 3", ["x": 1], "tenant == 3 AND n == 1"),
  ]

  @Test(arguments: divided)
  func knownKeysDivideThemToo(
    _ always: String, _ known: [String: FilterValue], _ expected: String?
  ) throws {
    var policy = try FilterPolicy(keyPaths: ["n"])
    policy.always = [try AST.Predicate(parsing: always)]
    let whole = try FilterPredicate<FilterValue>(
      text: "n == 1", options: FilterOptions(policy: policy))
    switch try whole.residual(knowing: known) {
    case .failed(let error): throw error
    case .decided(let answer):
      #expect(expected == (answer ? nil : "FALSEPREDICATE"))
    case .open(let rest, let keys):
      #expect(rest.syntax.sourceText == expected && keys.isEmpty)
      #expect(["n == 1", "TRUEPREDICATE", "FALSEPREDICATE"].contains(rest.description))
      #expect(try FilterPredicate<FilterValue>(rest.syntax, options: rest.options) == rest)
    }
  }

  @Test func anErrorOfOneHasNoPlaceInTheText() throws {
    var policy = try FilterPolicy(keyPaths: ["n"])
    policy.always = [try AST.Predicate(parsing: "tenant + 1 > 2")]
    let whole = try FilterPredicate<FilterValue>(
      text: "n == 1", options: FilterOptions(policy: policy))
    guard case .failed(let error) = try whole.residual(knowing: ["tenant": "x"]) else {
      Issue.record("no error")
      return
    }
    #expect(error.range == nil)
  }

  @Test func codingAndJoiningKeepThem() throws {
    let decoder = JSONDecoder()
    let key = try #require(CodingUserInfoKey.filterPolicy)
    decoder.userInfo[key] = try policy()
    let coded = try JSONEncoder().encode(predicate("n < 9"))
    let decoded = try decoder.decode(FilterPredicate<FilterValue>.self, from: coded)
    #expect(try matches(decoded) == [true, false])
    #expect(try decoded == predicate("n < 9"))
    var second = try FilterPolicy(keyPaths: ["n"])
    second.always = [try AST.Predicate(parsing: "n > 1")]
    let other = try FilterPredicate<FilterValue>(
      text: "n < 9", options: FilterOptions(policy: second))
    let joined = try predicate("n < 9") && other
    #expect(try matches(joined) == [false, false])
    #expect(!joined.description.contains("tenant") && !joined.description.contains("> 1"))
  }

  @Test func aMissingValueIsAnErrorAndNotAPermission() throws {
    let all = try predicate("TRUEPREDICATE")
    #expect(throws: EvaluationError.self) { try all.matches(Self.own) }
    #expect(throws: EvaluationError.self) { try [Self.own].filter(all) }
  }

  @Test func mistakesOfTheTextHaveTheirPlace() throws {
    let error = #expect(throws: SyntaxError.self) { try predicate("n == 1 AND titel == 'a'") }
    #expect(error?.range == SourceRange(11, 16))
  }

  @Test func limitsOfAPolicyHold() throws {
    var policy = try FilterPolicy(keyPaths: ["n"])
    policy.limits = EvaluationLimits()
    policy.limits?.steps = 5
    var limits = EvaluationLimits.standard
    limits.elements = 7
    let predicate = try FilterPredicate<FilterValue>(
      text: "n == 1", options: FilterOptions(limits: limits, policy: policy))
    #expect(predicate.options.limits?.steps == 5)
    #expect(predicate.options.limits?.elements == 7)
    let alone = try FilterPredicate<FilterValue>(
      text: "n == 1", options: FilterOptions(policy: policy))
    #expect(alone.options.limits?.steps == 5)
  }
}
