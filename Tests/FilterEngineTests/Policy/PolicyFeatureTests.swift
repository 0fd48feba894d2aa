import FilterEngine
import FilterSyntax
import Foundation
import GeoLibrary
import Testing

/// What a policy says beside keys: functions, operators, sizes, costs, decoded predicates.
@Suite struct PolicyFeatureTests {
  private func policy(_ change: (inout FilterPolicy) -> Void) throws -> FilterPolicy {
    var policy = try FilterPolicy(keyPaths: ["SELF"])
    change(&policy)
    return policy
  }

  private func refusal(
    _ text: String, _ policy: FilterPolicy, libraries: FilterLibraries = .standard
  ) -> SyntaxError? {
    do throws(SyntaxError) {
      _ = try FilterPredicate<FilterValue>(
        text: text, options: FilterOptions(libraries: libraries, policy: policy))
      return nil
    } catch {
      return error
    }
  }

  private struct Rule: CustomTestStringConvertible, Sendable {
    var accepted: String
    var refused: String
    var message: String
    var mark: String
    var change: @Sendable (inout FilterPolicy) -> Void

    var testDescription: String { refused }
  }

  private static let rules = [
    Rule(
      accepted: "length(a) > 1", refused: "1 == 1 AND sqrt(a) > 1",
      message: "the function 'sqrt:' is not permitted", mark: "sqrt(a)"
    ) { $0.functions = ["length:"] },
    Rule(
      accepted: "FUNCTION(a, 'lowercaseString') == 'a'",
      refused: "FUNCTION(a, 'uppercaseString') == 'a'",
      message: "the function 'uppercaseString' is not permitted", mark: "'uppercaseString'"
    ) { $0.functions = ["lowercaseString"] },
    Rule(
      accepted: "a == 1 AND b > 2", refused: "a LIKE 'x'",
      message: "the operator 'LIKE' is not permitted", mark: "LIKE"
    ) { $0.operators = ["==", ">"] },
    Rule(
      accepted: "a + 1 == 1", refused: "a * 2 == 1", message: "the operator '*' is not permitted",
      mark: "a * 2"
    ) { $0.operators = ["==", "+"] },
    Rule(
      accepted: "{1} UNION a == {1}", refused: "a == -b",
      message: "the operator '-' is not permitted", mark: "-b"
    ) { $0.operators = ["==", "UNION"] },
    Rule(
      accepted: "trim(a) == 'a'", refused: "capture(a, 'a+', 0) == 'a'",
      message: "the function 'capture:' is not permitted", mark: "capture(a, 'a+', 0)"
    ) { $0.allowsRegularExpressions = false },
    Rule(
      accepted: "a LIKE 'a*'", refused: "a MATCHES 'a+'",
      message: "the operator 'MATCHES' is not permitted", mark: "MATCHES"
    ) { $0.allowsRegularExpressions = false },
    Rule(
      accepted: "a.@count == 1", refused: "a.@sum.b == 1",
      message: "the collection operator 'sum' is not permitted", mark: "@sum"
    ) { $0.collectionOperators = ["count"] },
    Rule(
      accepted: "CAST(a, 'NSNumber') == 1", refused: "CAST(a, 'NSDate') == b",
      message: "the conversion to 'NSDate' is not permitted", mark: "'NSDate'"
    ) { $0.casts = ["NSNumber"] },
    Rule(
      accepted: "castObject:toType:(a, 'NSNumber') == 1", refused: "castObject:toType:(a, b) == 1",
      message: "the conversion to 'b' is not permitted", mark: "b"
    ) { $0.casts = ["NSNumber"] },
    Rule(
      accepted: "a == $me", refused: "a == $me AND b == $other",
      message: "the variable 'other' is not permitted", mark: "$other"
    ) { $0.variables = ["me"] },
    Rule(
      accepted: "SUBQUERY(a, $x, $x == 1).@count == 1", refused: "a.$k == 1",
      message: "the variable 'k' is not permitted", mark: "$k"
    ) { _ in },
    Rule(
      accepted: "a == 1", refused: "($x := a) == 1", message: "the operator ':=' is not permitted",
      mark: "$x := a"
    ) { _ in },
    Rule(
      accepted: "a == 1", refused: "a == 11", message: "longer than 6 bytes", mark: "a == 11"
    ) { $0.maximumLength = 6 },
    Rule(
      accepted: "a == 1", refused: "a == {1, 2}", message: "more than 4 nodes", mark: "a == {1, 2}"
    ) { $0.maximumNodes = 4 },
    Rule(
      accepted: "a == {1}", refused: "a == {{1}}", message: "nested deeper than 2 levels",
      mark: "a == {{1}}"
    ) { $0.maximumDepth = 2 },
  ]

  @Test(arguments: rules)
  private func aRuleRefusesWithAPlace(_ rule: Rule) throws {
    let policy = try policy(rule.change)
    #expect(refusal(rule.accepted, policy).map { "\($0)" } == nil)
    let error = try #require(refusal(rule.refused, policy))
    #expect(error.message == rule.message)
    let marked = Array(rule.refused.utf8)[error.range.lowerBound..<error.range.upperBound]
    #expect(String(decoding: marked, as: UTF8.self) == rule.mark)
  }

  @Test func wordOperatorsAndLibrariesAreHeldToo() throws {
    let libraries: FilterLibraries = [.standard, .geo]
    let text = "location WITHIN_KM {52.5, 13.4, 25}"
    let refused = try policy { $0.operators = ["=="] }
    #expect(
      refusal(text, refused, libraries: libraries)?.message
        == "the operator 'WITHIN_KM' is not permitted")
    // What a library costs is not known unless the policy says it.
    let unknown = try policy { _ in }
    #expect(refusal(text, unknown, libraries: libraries)?.code == "too-expensive")
    let known = try policy { $0.libraryCosts = ["WITHIN_KM": 10] }
    #expect(refusal(text, known, libraries: libraries) == nil)
    let free = try policy { $0.maximumCost = nil }
    #expect(refusal(text, free, libraries: libraries) == nil)
  }

  @Test func aCostBeyondTheBoundIsRefused() throws {
    let nested = "SUBQUERY(a, $x, SUBQUERY(a, $y, SUBQUERY(a, $z, $z == $x).@count > 0).@count > 0)"
    let policy = try policy { $0.sizes = FilterPolicy.Sizes(values: 1_000, bytes: 100) }
    #expect(refusal("\(nested).@count > 0", policy)?.code == "too-expensive")
    #expect(refusal("SUBQUERY(a, $x, $x.b == 1).@count > 0", policy) == nil)
    let small = try self.policy { $0.sizes = FilterPolicy.Sizes(values: 10, bytes: 10) }
    #expect(refusal("\(nested).@count > 0", small) == nil)
    var assigning = policy
    assigning.allowsAssignments = true
    let doubling = "($a := {$a, $a}) == {} OR ($a := {$a, $a}) == {}"
    #expect(refusal(doubling, assigning)?.message.hasPrefix("this may take any number") == true)
  }

  /// A regular expression costs what the policy says, for each element that it is asked about.
  @Test func aMatchCostsWhatThePolicySays() throws {
    let policy = try policy { $0.matchCost = 100_000 }
    #expect(refusal("a MATCHES 'x*'", policy) == nil)
    #expect(refusal("ANY a MATCHES 'x*'", policy)?.code == "too-expensive")
    #expect(refusal("ANY a LIKE 'x*'", policy) == nil)
  }

  @Test func aDecodedPredicateObeysThePolicy() throws {
    var policy = try FilterPolicy(keyPaths: ["title"])
    policy.functions = []
    let decoder = JSONDecoder()
    let key = try #require(CodingUserInfoKey.filterPolicy)
    decoder.userInfo[key] = policy
    func decode(_ text: String) throws -> FilterPredicate<FilterValue> {
      let predicate = try FilterPredicate<FilterValue>(text: text)
      return try decoder.decode(
        FilterPredicate<FilterValue>.self, from: try JSONEncoder().encode(predicate))
    }
    #expect(try decode("title == 'a'").description == "title == \"a\"")
    #expect(throws: SyntaxError.self) { try decode("secret == 1") }
    #expect(throws: SyntaxError.self) { try decode("length(title) == 1") }
    decoder.userInfo[key] = "anything"
    #expect(throws: DecodingError.self) { try decode("title == 'a'") }
  }

  @Test func anExpressionIsReadWhole() throws {
    let policy = try FilterPolicy(keyPaths: ["a.b"])
    #expect(throws: Never.self) {
      try FilterExpression<FilterValue>(text: "a.b", options: FilterOptions(policy: policy))
    }
    #expect(throws: SyntaxError.self) {
      try FilterExpression<FilterValue>(text: "a", options: FilterOptions(policy: policy))
    }
    #expect(throws: SyntaxError.self) {
      try FilterExpression<FilterValue>(text: "SELF", options: FilterOptions(policy: policy))
    }
    try policy.check(keyPath: "a.b")
    let error = #expect(throws: SyntaxError.self) { try policy.check(keyPath: "a.c") }
    #expect(error?.range == SourceRange(0, 3) && error?.text == "a.c")
  }
}
