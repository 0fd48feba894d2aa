@testable import FilterEngine
import FilterSyntax
import Foundation
import Testing

/// The JSON form of a policy: what it permits, and that a mistake in it is an error with its place.
@Suite struct PolicyFormTests {
  private static let grammar = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Grammar")

  /// The forms of `Grammar/policy.examples.json`, refused ones by the place of their mistake.
  private struct Examples: Decodable {
    let accepted: [FilterValue]
    let refused: [String: [FilterValue]]
  }

  private func examples() throws -> Examples {
    try JSONDecoder().decode(
      Examples.self,
      from: Data(contentsOf: Self.grammar.appendingPathComponent("policy.examples.json")))
  }

  private func policy(_ json: String) throws -> FilterPolicy {
    try JSONDecoder().decode(FilterPolicy.self, from: Data(json.utf8))
  }

  private func mistake(_ json: String) -> String? {
    do {
      _ = try policy(json)
      return nil
    } catch DecodingError.dataCorrupted(let context) {
      return context.debugDescription
    } catch {
      return "\(error)"
    }
  }

  private func refusal(_ text: String, _ policy: FilterPolicy) -> SyntaxError? {
    do throws(SyntaxError) {
      _ = try FilterPredicate<FilterValue>(text: text, options: FilterOptions(policy: policy))
      return nil
    } catch {
      return error
    }
  }

  @Test func examplesAreAcceptedAndRefused() throws {
    let examples = try examples()
    let form = PolicyForm(.standard)
    for example in examples.accepted {
      #expect(throws: Never.self, "\(example)") { try form.policy(example) }
    }
    for (path, all) in examples.refused {
      for example in all {
        do throws(PolicyForm.Mistake) {
          _ = try form.policy(example)
          Issue.record("accepted: \(example)")
        } catch {
          #expect(error.path == path, "\(example): \(error)")
        }
      }
    }
  }

  @Test func theSchemaHasTheMembersOfTheForm() throws {
    let schema = try JSONDecoder().decode(
      FilterValue.self,
      from: Data(contentsOf: Self.grammar.appendingPathComponent("policy.schema.json")))
    func member(_ value: FilterValue?, _ name: String) -> FilterValue? {
      if case .object(let object)? = value { object[name] } else { nil }
    }
    func names(_ value: FilterValue?) -> Set<String> {
      if case .object(let object)? = value { Set(object.shape.keys) } else { [] }
    }
    guard case .list(let forms)? = member(schema, "oneOf") else {
      Issue.record("no oneOf")
      return
    }
    let members = member(forms.elements[1], "properties")
    #expect(names(members) == Set(PolicyForm.members))
    #expect(names(member(member(members, "limits"), "properties")) == Set(PolicyForm.limits))
    let key = member(member(member(schema, "$defs"), "keys"), "items")
    #expect("\(String(describing: key))".contains("kind"))
    for (word, _) in PolicyForm.kinds { #expect(key?.json.contains("\"\(word)\"") == true) }
  }

  @Test(arguments: [
    (#"["a", {"key": "a", "operators": ["=="]}]"#, "[1]: 'a' is listed twice"),
    (#"["a", "a.b"]"#, "[1]: 'a' permits all that is below it"),
    (#"["a.b", "a"]"#, "[1]: it permits 'a.b' too, which is listed before"),
    (#"["SELF", "a"]"#, "[1]: 'SELF' permits all that is below it"),
    (#"{"version": 2, "keys": []}"#, "version: 2 is not the version 1"),
    (
      #"{"version": 1, "keys": [], "key": 1}"#,
      "key: there is no such member, did you mean 'keys'?"
    ),
  ])
  func aMistakeHasItsPlaceAndItsReason(_ json: String, _ message: String) {
    #expect(mistake(json) == message)
  }

  @Test(arguments: [
    (#"["a +"]"#, "[0]: "), (#"["a.@count"]"#, "[0]: "), (#"["a[0]"]"#, "[0]: "),
    (#"{"version": 1, "keys": [], "functions": ["lowercase"]}"#, "functions[0]: "),
    (#"{"version": 1, "keys": [], "operators": ["==", "CONTAIN"]}"#, "operators[1]: "),
    (#"{"version": 1, "keys": [], "collectionOperators": ["many"]}"#, "collectionOperators[0]: "),
    (#"{"version": 1, "keys": [], "casts": ["Number"]}"#, "casts[0]: "),
    (
      #"{"version": 1, "keys": [{"key": "a", "operators": ["==", "~"]}]}"#,
      "keys[0].operators[1]: "
    ),
    (#"{"version": 1, "keys": [], "always": "tenant =="}"#, "always: "),
    (#"{"version": 1, "keys": [], "always": "tenant == %@"}"#, "always: "),
    (#"{"version": 1, "keys": [], "always": ""}"#, "always: "),
  ])
  func aNameOrTextThatIsWrongIsAMistake(_ json: String, _ place: String) {
    #expect(mistake(json)?.hasPrefix(place) == true, "\(mistake(json) ?? "accepted")")
  }

  @Test func whatIsLeftOutHasItsDefault() throws {
    let (form, plain) = (try policy(#"["a"]"#), try FilterPolicy(keyPaths: ["a"]))
    #expect(form.functions == .all && form.variables == [] && !form.allowsAssignments)
    #expect(form.maximumCost == plain.maximumCost && form.sizes == plain.sizes)
    #expect(form.limits == nil && form.always.isEmpty)
    #expect(refusal("a == 1", form) == nil)
    #expect(refusal("b == 1", form)?.code == "key-outside-policy")
  }

  @Test func codingKeepsAPolicy() throws {
    let decoder = JSONDecoder()
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    for example in try examples().accepted {
      let policy = try PolicyForm(.standard).policy(example)
      let coded = try encoder.encode(policy)
      let again = try decoder.decode(FilterPolicy.self, from: coded)
      #expect(try encoder.encode(again) == coded)
      #expect(again.always == policy.always && again.keyRules == policy.keyRules)
      #expect(again.limits?.time == policy.limits?.time)
    }
    var typed = try FilterPolicy(keyPaths: ["a"])
    try typed.restrict("a.b", to: ["=="])
    #expect(throws: EncodingError.self) { try encoder.encode(typed) }
  }

  // MARK: - Operators and kinds of keys

  @Test(arguments: [
    "owner.name MATCHES 'a'", "'a' MATCHES owner.name", "lowercase(owner.name) CONTAINS 'a'",
    "owner.name IN {'a'}", "owner.name + 'a' == 'ab'", "NOT owner.name > 'a'",
    "TERNARY(owner.name > 'a', 1, 2) == 1", "SUBQUERY({1}, $x, owner.name > 'a').@count == 1",
    "($x := owner.name) == 'a' AND $x > 'b'", "owner.name != nil",
    "SUBQUERY(owner.name, $x, $x MATCHES 'a')[SIZE] == 1",
  ])
  func otherOperatorsOfAKeyAreRefused(_ text: String) throws {
    var policy = try policy(
      #"["title", {"key": "owner.name", "operators": ["==", "BEGINSWITH"]}]"#)
    policy.allowsAssignments = true
    guard case .notPermitted(.operator, _)? = refusal(text, policy)?.kind else {
      Issue.record("\(text): \(String(describing: refusal(text, policy)))")
      return
    }
  }

  @Test(arguments: [
    "owner.name == 'a'", "owner.name BEGINSWITH[c] 'a' AND title CONTAINS 'b'",
    "lowercase(owner.name) == 'a'", "NOT owner.name == 'a'",
  ])
  func theOperatorsOfAKeyAreAccepted(_ text: String) throws {
    let policy = try policy(
      #"["title", {"key": "owner.name", "operators": ["==", "BEGINSWITH"]}]"#)
    #expect(refusal(text, policy) == nil)
  }

  @Test func aConstantOfAnotherKindIsRefused() throws {
    let policy = try policy(
      #"[{"key": "n", "kind": "number"}, {"key": "t", "kind": "text"}, "any"]"#)
    for text in ["n == 'a'", "'a' < n", "t > 1", "n IN {'a', 'b'}", "t IN {1, 2}"] {
      guard case .incomparable? = refusal(text, policy)?.kind else {
        Issue.record("accepted: \(text)")
        continue
      }
    }
    for text in ["n == 1", "t == 'a'", "n == nil", "any == 1", "any == 'a'", "n IN {1, 2}"] {
      #expect(refusal(text, policy) == nil)
    }
  }
}
