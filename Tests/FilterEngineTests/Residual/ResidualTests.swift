import FilterEngine
import FilterSyntax
import Foundation
import Testing

/// The rules of what remains of a predicate, one by one.
@Suite struct ResidualTests {
  private typealias Filter = FilterPredicate<FilterValue>

  private static let known: [String: FilterValue] = [
    "tenant": 3, "user": ["role": "admin", "tags": ["a", "b"]], "word": "x", "none": .null,
  ]

  private static func residual(_ text: String) throws -> Filter.Residual {
    try Filter(text: text).residual(knowing: known)
  }

  @Test(arguments: [
    ("tenant == 3", true), ("tenant == 4", false), ("NOT tenant == 3", false),
    ("tenant == 4 AND name == 'a'", false), ("tenant == 3 OR name == 'a'", true),
    ("tenant == 3 AND word == 'x'", true), ("tenant == 4 OR word == 'y'", false),
    ("user.role == 'admin'", true), ("user.missing == nil", true), ("none == nil", true),
    ("user.tags.@count == 2", true), ("ANY user.tags == 'b'", true),
    ("ALL user.tags == 'b'", false),
    ("tenant IN {1, tenant}", true), ("tenant == 4 AND word + 1 > 2", false),
    ("SUBQUERY(user.tags, $t, $t == 'a' AND tenant == 3).@count == 1", true),
    ("TRUEPREDICATE", true),
  ])
  func knownKeysDecide(_ text: String, _ answer: Bool) throws {
    guard case .decided(answer) = try Self.residual(text) else {
      Issue.record("\(text): \(try Self.residual(text))")
      return
    }
  }

  @Test(arguments: [
    ("tenant == 3 AND name == 'a'", #"name == "a""#),
    ("name == 'a' AND tenant == 3", #"name == "a""#),
    ("tenant == 4 OR name == 'a' OR tenant == 5", #"name == "a""#),
    ("NOT (tenant == 3 AND name == 'a')", #"NOT name == "a""#),
    ("name == word", #"name == "x""#), ("name == user.role", #"name == "admin""#),
    ("n > tenant + 1", "n > 3 + 1"), ("name IN user.tags", #"name IN {"a", "b"}"#),
    ("name == none", "name == nil"),
    ("a == 1 AND (tenant == 3 AND b == 2)", "a == 1 AND b == 2"),
    ("a == 1 AND (tenant == 4 OR (b == 2 AND c == 3))", "a == 1 AND b == 2 AND c == 3"),
    // A part before one that decides may fail.
    ("name == 'a' AND tenant == 4 AND b == 2", #"name == "a" AND FALSEPREDICATE"#),
    ("name == 'a' OR tenant == 3 OR b == 2", #"name == "a" OR TRUEPREDICATE"#),
    ("name == 'a' AND word + 1 > 2 AND b == 2", #"name == "a" AND "x" + 1 > 2"#),
    // Keys of elements are not those of the item.
    (
      "SUBQUERY(items, $x, $x.tenant == tenant).@count > 0",
      "SUBQUERY(items, $x, $x.tenant == 3).@count > 0"
    ),
    ("$tenant == tenant AND other.tenant == 1", "$tenant == 3 AND other.tenant == 1"),
    ("tenant < now()", "3 < now()"), ("n == -tenant", "n == -3"),
  ])
  func theRestHasNoKnownKey(_ text: String, _ rest: String) throws {
    guard case .open(let found, let keys) = try Self.residual(text) else {
      Issue.record("\(text) is decided")
      return
    }
    #expect(found.description == rest)
    #expect(keys == [])
    #expect(
      try AST.Predicate(parsing: found.description, arguments: SyntaxArguments()) == found.syntax)
  }

  @Test(arguments: ["word + 1 > 2", "tenant == 3 AND word + 1 > 2", "NOT word + 1 > 2 AND a == 1"])
  func aPartThatFailsFirstFailsAlways(_ text: String) throws {
    let found = try Self.residual(text)
    guard case .failed = found else {
      Issue.record("\(text): \(found)")
      return
    }
    #expect(throws: EvaluationError.self) {
      try Filter(text: text).matches(["word": "x", "tenant": 3])
    }
  }

  @Test(arguments: [
    ("SELF == 5 OR a == 1", ["none", "tenant", "user", "word"]),
    ("SELF['tenant'] == 3", ["tenant"]), ("a == 1 AND user.$k == 2", []),
  ])
  func keysThatAreReadOtherwiseAreNamed(_ text: String, _ expected: [String]) throws {
    guard case .open(_, let keys) = try Self.residual(text) else {
      Issue.record("\(text) is decided")
      return
    }
    #expect(keys == expected)
  }

  @Test func theLongerOfTwoKeyPathsCounts() throws {
    let filter = try Filter(text: "user.role == 'a' AND user.name == 'b'")
    let known: [String: FilterValue] = ["user": ["role": "x", "name": "b"], "user.role": "a"]
    guard case .decided(true) = try filter.residual(knowing: known) else {
      Issue.record("\(try filter.residual(knowing: known))")
      return
    }
  }

  @Test(arguments: ["", "SELF", "`a", "`a`.@count"])
  func onlyPathsOfKeysAreKnown(_ key: String) throws {
    #expect(throws: SyntaxError.self) {
      try Filter(text: "a == 1").residual(knowing: [key: FilterValue(1)])
    }
  }

  /// A comparison of properties cannot fail, so that a later part decides.
  @Test func aPartThatCannotFailIsLeftOut() throws {
    let filter = try FilterPredicate<PropertySample>(text: "int == 1 AND double > 2")
    guard case .decided(false) = try filter.residual(knowing: ["double": FilterValue(1.5)]) else {
      Issue.record("\(try filter.residual(knowing: ["double": FilterValue(1.5)]))")
      return
    }
  }

  @Test func optionsAreKept() throws {
    var limits = EvaluationLimits.standard
    limits.steps = 1_000
    let policy = try FilterPolicy(keyPaths: ["a", "tenant"])
    let filter = try Filter(
      text: "a == 1 AND tenant == 3", options: FilterOptions(limits: limits, policy: policy))
    guard case .open(let rest, _) = try filter.residual(knowing: Self.known) else {
      Issue.record("it is decided")
      return
    }
    #expect(rest.options.limits?.steps == 1_000 && rest.options.policy != nil)
    #expect(rest.options.rules == .standard)
  }

  /// A constant of the wrong kind fails as it does for the items.
  @Test func aKindThatTheRulesRefuseMakesTheRestLenient() throws {
    let filter = try FilterPredicate<PropertySample>(text: "texts.@count > 0 AND text == other")
    guard case .open(let rest, _) = try filter.residual(knowing: ["other": FilterValue(5)]) else {
      Issue.record("it is decided")
      return
    }
    #expect(rest.options.rules == .lenient)
    let again = try FilterPredicate<PropertySample>(text: rest.description, options: rest.options)
    #expect(again == rest)
  }
}
