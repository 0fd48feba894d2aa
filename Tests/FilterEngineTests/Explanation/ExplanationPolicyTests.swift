import FilterEngine
import FilterSyntax
import Foundation
import Testing

private final class Person: Filterable {
  let name: String
  let secret: Int

  // Not sendable, and in a circle.
  var friend: Person?
  var friends: [Person] = []

  init(_ name: String, secret: Int) { (self.name, self.secret) = (name, secret) }

  static var filterFields: FilterFields<Person> {
    FilterFields(
      FilterField("name", \.name), FilterField("secret", \.secret),
      FilterField("friend", \.friend), FilterField("friends", \.friends))
  }
}

private struct Ticket: Filterable, Sendable {
  var title = "t"
  var secret = 1
  var owner: Owner? = Owner()
  var watchers: [Owner] = []

  struct Owner: Filterable, Hashable, Sendable {
    var name = "o"
    var secret = 1
    static let filterFields = FilterFields<Owner>(
      FilterField("name", \.name), FilterField("secret", \.secret))
  }

  static let filterFields = FilterFields<Ticket>(
    FilterField("title", \.title), FilterField("secret", \.secret), FilterField("owner", \.owner),
    FilterField("watchers", \.watchers))
}

/// Values of an explanation under a policy, and those of typed items.
@Suite struct ExplanationPolicyTests {
  private static let kept = ["title", "owner.name", "owner.town.name", "watchers.name", "k.a"]

  /// Filters that a policy permits and that have whole objects as values.
  static let texts = [
    "owner != nil", "owner == nil OR title == 't'", "watchers != nil", "(watchers)[0] != nil",
    "SUBQUERY(watchers, $x, $x.name == 'a').@count > 0",
    "SUBQUERY(watchers, $x, $x.name != 'q') != nil",
    "TERNARY(title == 't', owner, watchers) != nil",
    "($x := owner) != nil AND $x != nil AND $x.name == 'o'",
    "owner.town != nil", "SUBQUERY(watchers, $x, $x != nil).@count == 2 AND owner != nil",
    "k != nil",
    "watchers.@count > 5 OR watchers == nil", "ANY watchers.name == 'a' AND NOT owner = nil",
  ]

  private static func item(secret: FilterValue?) -> FilterValue {
    func object(_ members: [(key: String, value: FilterValue)]) -> FilterValue {
      .object(
        FilterObject(
          secret.map { [(key: "secret", value: $0)] + members + [(key: "zz", value: $0)] }
            ?? members))
    }
    return object([
      ("title", "t"),
      ("owner", object([("name", "o"), ("town", object([("name", "Oslo")]))])),
      ("watchers", [object([("name", "a")]), object([("name", "b")])]),
      // A text where the policy permits keys alone.
      ("k", secret ?? 1),
    ])
  }

  @Test(arguments: texts)
  func hiddenKeysChangeNothing(text: String) throws {
    var policy = try FilterPolicy(keyPaths: Self.kept)
    policy.allowsAssignments = true
    let predicate = try FilterPredicate<FilterValue>(
      text: text, options: FilterOptions(policy: policy))
    let secrets: [FilterValue?] = [
      nil, 1, "SECRET", ["a", "SECRET"], ["x": ["y": "SECRET"]],
      .list(Array(repeating: "SECRET", count: 3_000)),
    ]
    let explanations = secrets.map { secret in
      let explanation = predicate.explanation(of: Self.item(secret: secret), policy: policy)
      return explanation.description + "\n" + Self.values(of: explanation)
    }
    if text.contains("k ") {
      // A list is known by its number of elements, and any other value by not being nil.
      #expect(explanations[1] == explanations[0] && explanations[2] == explanations[0])
    } else {
      #expect(Set(explanations).count == 1, "\(explanations)")
    }
    #expect(!explanations.joined().contains("SECRET"))
  }

  @Test func permittedKeysAreShown() throws {
    let policy = try FilterPolicy(keyPaths: Self.kept)
    let predicate = try FilterPredicate<FilterValue>(
      text: "owner != nil", options: FilterOptions(policy: policy))
    let shown: FilterValue = ["name": "o", "town": ["name": "Oslo"]]
    #expect(predicate.explanation(of: Self.item(secret: 1), policy: policy).left == shown)
    #expect(predicate.explanation(of: Self.item(secret: 1)).left == shown)
    let free = try FilterPredicate<FilterValue>(text: "owner != nil")
    #expect(free.explanation(of: Self.item(secret: 1)).left?["secret"] == 1)
  }

  @Test(arguments: texts.filter { !$0.contains("town") && !$0.contains("k !") })
  func hiddenFieldsOfTypedItemsChangeNothing(text: String) throws {
    var policy = FilterPolicy(
      try Ticket.filterFields.keeping(["title", "owner.name", "watchers.name"]))
    policy.allowsAssignments = true
    let predicate = try FilterPredicate<Ticket>(text: text, options: FilterOptions(policy: policy))
    let explanations = [1, 77_777].map { secret in
      let owner = Ticket.Owner(name: "o", secret: secret)
      let ticket = Ticket(
        secret: secret, owner: owner,
        watchers: [.init(name: "a", secret: secret), .init(name: "b", secret: secret)])
      let explanation = predicate.explanation(of: ticket, policy: policy)
      return explanation.description + "\n" + Self.values(of: explanation)
    }
    #expect(explanations[0] == explanations[1])
    #expect(!explanations[1].contains("77777") && !explanations[1].contains("secret"))
  }

  /// The tenant is the application's: what its part reads is not shown to the user.
  @Test func partsOutsideThePolicyShowNoValues() throws {
    let policy = try FilterPolicy(keyPaths: Self.kept)
    let user = try FilterPredicate<FilterValue>(
      text: "title == 't'", options: FilterOptions(policy: policy))
    let own = try FilterPredicate<FilterValue>(
      text:
        "secret == $tenant AND ANY {secret, 2} == 2 AND SUBQUERY(watchers, $x, $x.secret == 1).@count == 2 AND $tenant == 1"
    )
    let explanation = try (own && user).explanation(
      of: Self.item(secret: 1), bindings: ["tenant": 1], policy: policy)
    #expect(explanation.verdict == .matches)
    for part in explanation.parts.dropLast() {
      #expect(part.left == nil && part.right == nil && part.elements == nil && part.passed == nil)
      #expect(part.verdict == .matches)
    }
    #expect(explanation.parts.last?.left == "t")
  }

  @Test func typedItemsAreObjectsOfTheirKeys() throws {
    let ticket = Ticket(watchers: [.init(name: "a", secret: 5)])
    let predicate = try FilterPredicate<Ticket>(
      "owner != nil AND SUBQUERY(watchers, $x, $x.secret == 5).@count == 1")
    let explanation = predicate.explanation(of: ticket)
    #expect(explanation.parts[0].left == ["name": "o", "secret": 1])
    #expect(explanation.parts[1].passed == [["name": "a", "secret": 5]])
  }

  @Test func circlesOfObjectsEnd() throws {
    let (ada, bob) = (Person("Ada", secret: 1), Person("Bob", secret: 2))
    (ada.friend, bob.friend) = (bob, ada)
    (ada.friends, bob.friends) = ([bob, ada, bob], [ada, bob, ada])
    let predicate = try FilterPredicate<Person>("friend != nil AND friends != nil AND SELF != nil")
    let explanation = predicate.explanation(of: ada)
    #expect(explanation.verdict == .matches)
    #expect(explanation.parts[0].left?["name"] == "Bob")
    #expect(explanation.parts[0].left?["friend"]["name"] == "Ada")
    #expect(explanation.parts[2].left?["secret"] == 1)
    let policy = FilterPolicy(
      try Person.filterFields.keeping(["friend.name", "friend.friend.name"]))
    let guarded = try FilterPredicate<Person>(
      text: "friend != nil", options: FilterOptions(policy: policy))
    #expect(
      guarded.explanation(of: ada, policy: policy).left
        == ["name": "Bob", "friend": ["name": "Ada"]])
  }

  /// All values of an explanation as text.
  private static func values(of explanation: FilterExplanation) -> String {
    let own =
      [explanation.left, explanation.right].map { $0?.json ?? "none" }
      + [explanation.elements, explanation.passed].map {
        $0.map { $0.map(\.json).joined() } ?? "none"
      }
    return ([explanation.text] + own + explanation.parts.map(values)).joined(separator: "\n")
  }
}
