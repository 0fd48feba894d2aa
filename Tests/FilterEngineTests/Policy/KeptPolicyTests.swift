@testable import FilterEngine
import FilterSyntax
import Foundation
import Testing

/// What a predicate keeps of its making: the policy for its explanations, and the limits for its evaluations.
@Suite struct KeptPolicyTests {
  private static let ticket: FilterValue = [
    "title": "t", "tenant": "HIDDEN", "owner": ["name": "o", "secret": "HIDDEN"],
  ]

  private func policy(_ keyPaths: String...) throws -> FilterPolicy {
    try FilterPolicy(keyPaths: keyPaths)
  }

  private func shown(_ predicate: FilterPredicate<FilterValue>) -> String {
    func values(_ part: FilterExplanation) -> [String] {
      [part.left, part.right].compactMap { $0.map { "\($0)" } } + part.parts.flatMap(values)
    }
    let explanation = predicate.explanation(of: Self.ticket)
    return explanation.description + values(explanation).joined()
  }

  @Test func anExplanationHasThePolicyOfThePredicate() throws {
    let predicate = try FilterPredicate<FilterValue>(
      text: "owner != nil AND title == $title",
      options: FilterOptions(
        policy: {
          var policy = try policy("title", "owner.name")
          policy.variables = ["title"]
          return policy
        }()))
    #expect(!shown(predicate).contains("HIDDEN"))
    let bound = try predicate.substituting(["title": "t"])
    let tenant = try FilterPredicate<FilterValue>("tenant == 'HIDDEN' AND owner != nil")
    #expect(shown(tenant).contains("HIDDEN"))
    for made in try [bound, !bound, bound && bound, .all([.true, bound])] {
      #expect(!shown(made).contains("HIDDEN"))
      #expect(shown(made).contains("o"))
    }
    // The text of the application names the constant; no value of the item is shown.
    for joined in try [tenant && bound, bound || tenant, !(tenant && !bound)] {
      let explanation = joined.explanation(of: Self.ticket)
      func lefts(_ part: FilterExplanation) -> [FilterValue] {
        (part.left.map { [$0] } ?? []) + part.parts.flatMap(lefts)
      }
      #expect(!"\(lefts(explanation))".contains("HIDDEN"))
    }
  }

  @Test func aJoinHasWhatBothPoliciesPermit() throws {
    let first = try FilterPredicate<FilterValue>(
      text: "owner != nil", options: FilterOptions(policy: policy("owner.name", "title")))
    let second = try FilterPredicate<FilterValue>(
      text: "title != nil", options: FilterOptions(policy: policy("owner.town", "title")))
    for joined in try [first && second, second && first] {
      let explanation = joined.explanation(of: Self.ticket)
      let owner = explanation.parts.first { $0.text.hasPrefix("owner") }
      let title = explanation.parts.first { $0.text.hasPrefix("title") }
      #expect(owner?.left == [:])
      #expect(title?.left == "t")
    }
    // The policy of a call permits nothing that the predicate's does not.
    let again = first.explanation(of: Self.ticket, policy: .unrestricted)
    #expect(again.left == ["name": "o"])
    #expect(first.explanation(of: Self.ticket, policy: try policy("title")).left == nil)
  }

  private static let rows = [FilterValue](
    repeating: ["list": .list(Array(repeating: 1, count: 100))], count: 3)

  /// Ways to evaluate a predicate without limits of the call, or with them.
  private static let ways:
    [@Sendable (FilterPredicate<FilterValue>, EvaluationLimits?) throws -> Void] = [
      { _ = try $0.matches(rows[0], limits: $1) },
      { _ = try rows.filter($0, limits: $1) },
      { _ = try rows.count(where: $0, limits: $1) },
      { _ = try rows.first(where: $0, limits: $1) },
      { _ = try rows.contains(where: $0, limits: $1) },
      { _ = try rows.allSatisfy($0, limits: $1) },
      { predicate, limits in
        var error: EvaluationError?
        _ = rows.filter(predicate, limits: limits) { error = $1 }
        if let error { throw error }
      },
      { predicate, limits in
        var copy = rows
        try copy.removeAll(where: predicate, limits: limits)
      },
      { predicate, limits in
        _ = try withUnsafePointer(to: rows[0]) {
          try predicate.testOfAddresses(bindings: [:])($0, limits ?? .standard)
        }
      },
      {
        if case .failed(let error) = $0.explanation(of: rows[0], limits: $1).verdict { throw error }
      },
    ]

  @Test func anEvaluationHasTheLimitsOfThePredicate() throws {
    var few = EvaluationLimits.standard
    few.steps = 50
    var many = EvaluationLimits.standard
    many.steps = 1_000
    let text = "ANY list == 2 OR ALL list == 1"
    let free = try FilterPredicate<FilterValue>(text: text)
    let loose = try FilterPredicate<FilterValue>(text: text, options: FilterOptions(limits: many))
    let tight = try FilterPredicate<FilterValue>(text: text, options: FilterOptions(limits: few))
    let permitted = try FilterPredicate<FilterValue>(
      text: text, options: FilterOptions(limits: few, policy: policy("list")))
    let bound = try FilterPredicate<FilterValue>(
      text: "ALL list == $x", options: FilterOptions(limits: few))
    let joins = try [
      !tight, tight || loose, loose && tight, free && tight, .any([tight, free]),
      bound.substituting(["x": 1]),
    ]
    for (index, way) in Self.ways.enumerated() {
      for predicate in [free, loose] {
        #expect(throws: Never.self, "way \(index)") { try way(predicate, nil) }
        #expect(throws: Never.self, "way \(index)") { try way(predicate, many) }
        #expect(throws: EvaluationError.self, "way \(index)") { try way(predicate, few) }
      }
      for predicate in [tight, permitted] + joins {
        for limits in [nil, many, few] {
          let error = #expect(throws: EvaluationError.self, "way \(index), \(predicate)") {
            try way(predicate, limits)
          }
          #expect(error?.kind == .budget)
        }
      }
    }
    let expression = try FilterExpression<FilterValue>(
      text: "list.@max.self", options: FilterOptions(limits: few))
    #expect(throws: EvaluationError.self) { try expression.value(of: Self.rows[0]) }
    #expect(throws: EvaluationError.self) { try expression.value(of: Self.rows[0], limits: many) }
    #expect(throws: Never.self) {
      try FilterExpression<FilterValue>(text: "list.@max.self").value(of: Self.rows[0])
    }
  }

  @Test func aTimeIsKept() throws {
    var short = EvaluationLimits.standard
    short.time = .seconds(60)
    var long = short
    long.time = .seconds(90)
    let terms = [
      PredicateTerms.with(short), .joined(.with(long), .with(short)), .joined(nil, .with(short)),
    ]
    for terms in terms {
      #expect(terms.limits(of: nil).time == .seconds(60))
      #expect(terms.limits(of: .standard).time == .seconds(60))
      #expect(terms.limits(of: long).time == .seconds(60))
      let begun = terms.limits(of: long.beginning())
      #expect(begun.time == .seconds(60))
      #expect((begun.timeLeft ?? .zero) > .zero && (begun.timeLeft ?? .seconds(90)) <= .seconds(60))
      var shorter = short
      shorter.time = .seconds(30)
      #expect(terms.limits(of: shorter).time == .seconds(30))
      #expect(terms.limits(of: shorter.beginning()).timeLeft.map { $0 <= .seconds(30) } == true)
    }
    // The call that makes a predicate may end, and the predicate stays.
    var over = short
    over.isInterrupted = { true }
    #expect(PredicateTerms.with(over.beginning()).limits(of: nil).end == nil)
  }

  @Test func decodingNeedsAPolicy() throws {
    let data = Data(#"{"text": "secret == 1"}"#.utf8)
    let decoder = JSONDecoder()
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode(FilterPredicate<FilterValue>.self, from: data)
    }
    #expect(error.map { "\($0)" }?.contains("unrestricted") == true)
    let key = try #require(CodingUserInfoKey.filterPolicy)
    decoder.userInfo[key] = FilterPolicy.unrestricted
    let decoded = try decoder.decode(FilterPredicate<FilterValue>.self, from: data)
    #expect(try decoded.matches(["secret": 1]))
    #expect(decoded.explanation(of: ["secret": 1]).left == 1)
  }

  /// Under the policy that permits everything, errors are those of a text without a policy.
  @Test(arguments: ["title == 1 AND tilte == 2", "x := 1", "$x == 1", "CAST(title, 'NSFoo') == 1"])
  func unrestrictedIsWithoutAPolicy(_ text: String) throws {
    func outcome(
      _ make: () throws(SyntaxError) -> FilterPredicate<PolicyTicket>
    ) -> String {
      do throws(SyntaxError) {
        return try make().description
      } catch {
        return error.description
      }
    }
    #expect(
      outcome { () throws(SyntaxError) in
        try FilterPredicate(text: text, options: FilterOptions(policy: .unrestricted))
      } == outcome { () throws(SyntaxError) in try FilterPredicate(text: text) })
  }
}

private struct PolicyTicket: Filterable {
  var title: Int

  static let filterFields = FilterFields<PolicyTicket>(FilterField("title", \.title))
}
