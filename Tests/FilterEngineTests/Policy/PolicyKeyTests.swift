import FilterEngine
import FilterSyntax
import Foundation
import Testing

private struct Owner: Filterable, Hashable, Sendable {
  var name: String
  var secret: Int

  static let filterFields = FilterFields<Owner>(
    FilterField("name", \.name), FilterField("secret", \.secret))
}

private struct Ticket: Filterable, Sendable {
  var title: String
  var secret: Int
  var owner: Owner
  var helper: Owner?
  var watchers: [Owner]
  var labels: [String: Int]

  static let filterFields = FilterFields<Ticket>(
    FilterField("title", \.title), FilterField("secret", \.secret), FilterField("owner", \.owner),
    FilterField("helper", \.helper), FilterField("watchers", \.watchers),
    FilterField("labels", \.labels))
}

/// What may be read under a policy, by every form, for typed items and for objects.
@Suite struct PolicyKeyTests {
  private static let kept = [
    "title", "owner.name", "helper.name", "watchers.name", "labels.red",
  ]

  private func policies() throws -> (typed: FilterPolicy, objects: FilterPolicy) {
    var typed = FilterPolicy(try Ticket.filterFields.keeping(Self.kept))
    var objects = try FilterPolicy(keyPaths: Self.kept)
    typed.allowsAssignments = true
    objects.allowsAssignments = true
    (typed.variables, objects.variables) = (["k"], ["k"])
    return (typed, objects)
  }

  private func refusal<Item: Filterable>(
    _ text: String, _ policy: FilterPolicy, of item: Item.Type
  ) -> SyntaxError? {
    do throws(SyntaxError) {
      _ = try FilterPredicate<Item>(text: text, options: FilterOptions(policy: policy))
      return nil
    } catch {
      return error
    }
  }

  /// The forms that read a key, each of one that is hidden.
  static let hidden = [
    // Plain
    "secret == 1", "owner.secret == 1", "labels.blue == 1", "ANY watchers.secret == 1",
    "watchers.@sum.secret == 1", "NOT (title == 'a' AND secret > 1)",
    // 1: an element of a subquery
    "SUBQUERY(watchers, $x, $x.secret == 1).@count > 0",
    "SUBQUERY(watchers, $x, SUBQUERY(watchers, $y, $x.secret == 1).@count > 0).@count > 0",
    "SUBQUERY(watchers, $x, $x.name == 'a').@sum.secret > 0",
    // 2: an index
    "(watchers)[0].secret == 1", "(SUBQUERY(watchers, $x, $x.name == 'a'))[FIRST].secret == 1",
    // 3: a branch
    "TERNARY(title == 'a', owner, helper).secret == 1",
    // 4: functions
    "FUNCTION(SELF, 'objectForKey:', 'secret') == 1", "objectFrom:withIndex:(owner, 'secret') == 1",
    "FUNCTION(owner, 'valueForKey:', 'secret') == 1", "noindex(owner).secret == 1",
    "sum({owner.secret, 1}) == 1", "length(CAST(owner, 'NSString')) > 1",
    // 5: a variable that the filter binds
    "($x := owner) != nil AND $x.secret == 1", "$x.secret == 1 OR ($x := owner) != nil",
    // 6: a key in brackets
    "SELF['secret'] == 1", "(owner)['secret'] == 1",
    // 7: a list of the text
    "ANY {owner}.secret == 1", "ANY {{owner}, watchers}.secret == 1",
    // 8: a parenthesis
    "(owner).secret == 1", "((owner)).secret.length == 1",
    // 9: a computed key
    "(owner)[title] == 1", "owner.$k == 1", "SELF[$k] == 1", "ANYKEY == 1",
    "SUBQUERY(watchers, $x, $x.$k == 1).@count > 0",
    // Values that are read whole
    "SELF == nil", "owner == helper", "owner IN watchers", "watchers CONTAINS owner",
    "{owner} == {helper}", "ANY {owner, helper}.name == 'a'", "{SELF}[SIZE] == 1",
    "ANY {SELF}.title == 'a'",
    "ANY watchers == owner", "(owner UNION watchers).@count > 1",
    "watchers.@distinctUnionOfObjects.#self == {1}", "(owner)[FIRST] == 1", "SELF.@count > 3",
    "count(watchers) > 1", "watchers.@max.#self == 1", "owner BETWEEN {1, 2}", "owner",
    "FUNCTION(watchers, 'containsObject:', title) == TRUE",
  ]

  @Test(arguments: hidden)
  func aHiddenKeyIsRefused(_ text: String) throws {
    let (typed, objects) = try policies()
    for error in [
      refusal(text, typed, of: Ticket.self), refusal(text, objects, of: FilterValue.self),
    ] {
      let error = try #require(error, "accepted: \(text)")
      switch error.kind {
      case .keyOutsidePolicy, .valueOutsidePolicy, .computedKeyOutsidePolicy: break
      default: Issue.record("\(text): \(error)")
      }
      #expect(error.range.count > 0 && error.range.upperBound <= text.utf8.count, "\(text)")
    }
    // Without a policy it is listed, or the list says that it is not complete.
    let tree = try AST.Predicate(
      parsing: text,
      options: SyntaxOptions(vocabulary: SyntaxVocabulary(functions: nil)))
    let listed = tree.usedKeyPaths.contains { path in
      path.split(separator: ".").contains { $0 == "secret" || $0 == "blue" || $0 == "$k" }
    }
    let readsWhole =
      tree.usedKeyPaths.contains {
        $0.hasPrefix("SELF") || $0.hasPrefix("@count") || $0.hasPrefix("owner")
      }
      || tree.usedKeyPaths.contains { $0.hasPrefix("watchers") }
    #expect(listed || readsWhole || !tree.usedKeyPathsAreComplete, "\(text)")
  }

  @Test(arguments: [
    "title == 'a'", "owner.name.length > 3", "ANY watchers.name BEGINSWITH 'a'", "owner != nil",
    "helper.name == nil AND watchers.@count > 1",
    "SUBQUERY(watchers, $x, $x.name == 'a')[SIZE] > 0",
    "SUBQUERY(watchers, $x, $x.name == title).@count > 0", "(watchers)[0].name == 'a'",
    "(SUBQUERY(watchers, $x, $x.name != 'b'))[LAST].name == 'a'", "(owner)['name'] == 'a'",
    "TERNARY(title == 'a', owner, helper).name == 'b'", "ANY {owner.name, title} == 'a'",
    "($x := owner) != nil AND $x.name == 'a'", "labels.red > 1", "uppercase(owner.name) == 'A'",
    "watchers.@distinctUnionOfObjects.name == {'a'}", "title[0] == 'a' OR TRUEPREDICATE",
  ])
  func aPermittedKeyIsRead(_ text: String) throws {
    let (typed, objects) = try policies()
    #expect(refusal(text, typed, of: Ticket.self).map { "\($0)" } == nil)
    #expect(refusal(text, objects, of: FilterValue.self).map { "\($0)" } == nil)
  }

  /// Hidden keys and keys that do not exist have the same error, whose suggestion is a permitted key.
  @Test func noErrorNamesAHiddenKey() throws {
    let (typed, objects) = try policies()
    for policy in [typed, objects] {
      for (hidden, missing) in [("secret", "sekret"), ("owner.secret", "owner.sekret")] {
        let one = try #require(refusal("\(hidden) == 1", policy, of: Ticket.self))
        let other = try #require(refusal("\(missing) == 1", policy, of: Ticket.self))
        #expect(one.fix == nil && other.fix == nil)
        #expect(one.message.replacing("secret", with: "sekret") == other.message)
        #expect(!other.message.contains("secret"))
      }
      let close = try #require(refusal("titel == 'a'", policy, of: Ticket.self))
      #expect(close.message == "there is no key 'titel' here, did you mean 'title'?")
      #expect(close.fix?.replacement == "title")
      let nested = try #require(refusal("owner.nam == 'a'", policy, of: Ticket.self))
      #expect(nested.description.hasSuffix(" fix: replace nam with name"))
    }
    // A permitted key that the type lacks gets no suggestion of its table.
    let wrong = try FilterPolicy(keyPaths: ["secre", "title"])
    let error = try #require(refusal("secre == 1", wrong, of: Ticket.self))
    #expect(!error.description.contains("secret"))
    let value = #expect(throws: SyntaxError.self) {
      try FilterExpression<Ticket>(text: "secre", options: FilterOptions(policy: wrong))
    }
    #expect(value?.description.contains("secret") == false)
  }

  /// A hidden key is marked, and not the whole path or what is read of its value.
  @Test(arguments: [
    "secret == 1", "owner.secret == 1", "owner.secret.length == 1", "secret.$k == 1",
    "owner.secret.$k == 1", "secret.@count > 1", "owner.secret.@max.a == 1",
    "ANY watchers.secret == 1", "SUBQUERY(watchers, $x, $x.secret.$k == 1).@count > 0",
  ])
  func aHiddenKeyIsMarked(_ text: String) throws {
    let (typed, objects) = try policies()
    for error in [
      refusal(text, typed, of: Ticket.self), refusal(text, objects, of: FilterValue.self),
    ] {
      let range = try #require(error).range
      let marked = Array(text.utf8)[range.lowerBound..<range.upperBound]
      #expect(String(decoding: marked, as: UTF8.self) == "secret", "\(text)")
    }
  }

  @Test func aTableIsReduced() throws {
    let error = #expect(throws: SyntaxError.self) { try Ticket.filterFields.keeping(["titel"]) }
    #expect(error?.message == "'Ticket' has no key 'titel', did you mean 'title'?")
    #expect(throws: SyntaxError.self) { try Ticket.filterFields.keeping(["owner.nam"]) }
    #expect(throws: SyntaxError.self) { try Ticket.filterFields.keeping(["a.@count"]) }
    let none = FilterPolicy(try Ticket.filterFields.keeping([]))
    #expect(self.refusal("title == 'a'", none, of: Ticket.self) != nil)
    #expect(self.refusal("SELF == nil", none, of: Ticket.self) != nil)
    #expect(self.refusal("1 == 1", none, of: Ticket.self) == nil)
    let empty = FilterPolicy(FilterFields<Ticket>())
    #expect(self.refusal("title == 'a'", empty, of: Ticket.self) != nil)
    let all = FilterPolicy(Ticket.filterFields)
    #expect(self.refusal("secret == 1 AND owner.secret == 1", all, of: Ticket.self) == nil)
    #expect(
      try FilterPredicate<Int>(
        text: "SELF > 3", options: FilterOptions(policy: FilterPolicy(Int.filterFields))
      ).matches(4))
  }

  @Test func whatIsPermittedAnswers() throws {
    let (typed, objects) = try policies()
    let owner = Owner(name: "Ann", secret: 7)
    let ticket = Ticket(
      title: "a", secret: 3, owner: owner, helper: nil, watchers: [owner, owner],
      labels: ["red": 2])
    let text = "owner.name == 'Ann' AND SUBQUERY(watchers, $w, $w.name == 'Ann').@count == 2"
    #expect(
      try FilterPredicate<Ticket>(text: text, options: FilterOptions(policy: typed)).matches(ticket)
    )
    let person = FilterValue.object(FilterObject([(key: "name", value: "Ann")]))
    let watchers: FilterValue = [person, person]
    let object = FilterValue.object(
      FilterObject([(key: "owner", value: person), (key: "watchers", value: watchers)]))
    #expect(
      try FilterPredicate<FilterValue>(text: text, options: FilterOptions(policy: objects)).matches(
        object))
  }

  /// A filter takes as many steps whatever the hidden keys hold, or a limit would tell.
  @Test(arguments: [
    "ANY people.owner.name == 'x'", "people.owner.name.@count > 3",
    "SUBQUERY(people, $x, $x.owner.name == 'x').@count > 0",
  ])
  func hiddenKeysTakeNoSteps(_ text: String) throws {
    let policy = try FilterPolicy(keyPaths: ["people.owner.name"])
    let predicate = try FilterPredicate<FilterValue>(
      text: text, options: FilterOptions(policy: policy))
    let steps = try [1, 1_000].map { count in
      let people = (0..<3).map { number -> FilterValue in
        let secret = FilterValue.list(Array(repeating: .int(Int64(number)), count: count))
        let owner = FilterObject([("name", .string("name \(number)")), ("secret", secret)])
        return .object(FilterObject([("owner", .object(owner))]))
      }
      let run = predicate.makeRun(bindings: [:], now: nil)
      let item = FilterValue.object(FilterObject([("people", .set(FilterSet(people)))]))
      _ = try predicate.matches(item, in: run)
      return run.remainingSteps
    }
    #expect(steps[0] == steps[1])
  }
}
