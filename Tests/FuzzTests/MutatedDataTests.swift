import FilterEngine
import FilterJSON
import FilterSyntax
import Foundation
import TestSupport
import Testing

/// Trees as data and policies that are nearly right: each is read or refused, and none reads more than is permitted.
@Suite struct MutatedDataTests {
  /// The mutations of a round.
  private static let mutationsOfRound = 20

  private static let grammar = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Grammar")

  /// Runs `check` with mutations of some values.
  private func search(
    _ seeds: [FilterValue], _ check: ([UInt8]) throws -> Void
  ) {
    for seed in RandomSearch.seeds(20) {
      var mutation = DataMutation(seeds, seed: seed)
      for _ in 0..<Self.mutationsOfRound {
        let bytes = mutation.next()
        do {
          try check(bytes)
        } catch {
          let text = String(decoding: bytes, as: UTF8.self)
          Issue.record("FRC_SEED=\(seed) FRC_ROUNDS=1, \(text): \(error)")
        }
      }
    }
  }

  // MARK: - Trees

  private static let filters = [
    "id > 1 AND title BEGINSWITH[cd] 'a'", "NOT (id BETWEEN {1, 5}) OR title == nil",
    "ANY tags == 'x' OR ALL tags IN {'x', 'y'}", "owner.name MATCHES 'A.*'",
    "SUBQUERY(owner, $o, $o.name == 'Ann').@count > 0", "tags[0] == 'x' AND tags[SIZE] > 1",
    "TERNARY(id == 1, title, owner.name) CONTAINS 'n'", "lowercase(title) == $k",
    "CAST(id, 'NSString') == '1'", "($x := id) > 0 AND $x < 3", "tags UNION {'z'} == {'z'}",
    "id * 2 + 1 == -3 ** 2", "FUNCTION(SELF, 'objectForKey:', 'id') == 1", "tags.@count + id == 3",
    "TRUEPREDICATE AND id != 7", "secret == 1 OR owner.pin == 1",
  ]

  @Test func treesAreReadOrRefused() throws {
    var policy = try FilterPolicy(keyPaths: ["id", "title", "owner.name", "tags"])
    (policy.variables, policy.allowsAssignments) = (["k"], true)
    let options = FilterOptions(policy: policy)
    let seeds = Self.filters.compactMap { text in
      try? FilterPredicate<FilterValue>(text: text).treeData()
    }
    #expect(seeds.count > 10)
    let secrets: [FilterValue] = [1, "SECRET", ["a", "b"]]
    search(seeds) { bytes in
      guard
        let data = try? JSONReader(tagged: true, refusingRepeatedMembers: true).read(bytes),
        let filter = Self.filter(data, options)
      else { return }
      _ = try? filter.treeData()
      let outcomes = Set(secrets.map { Self.outcome(of: filter, hiding: $0) })
      guard outcomes.count > 1 else { return }
      throw FuzzMismatch("what is hidden decides: \(outcomes)")
    }
  }

  /// The filter of a tree; nil if it is refused, which has a reason.
  private static func filter(
    _ data: FilterValue, _ options: FilterOptions
  ) -> FilterPredicate<FilterValue>? {
    do throws(FilterTreeError) {
      return try FilterPredicate<FilterValue>(treeData: data, options: options)
    } catch {
      #expect(!error.description.isEmpty)
      return nil
    }
  }

  private static func outcome(
    of filter: FilterPredicate<FilterValue>, hiding secret: FilterValue
  ) -> String {
    let item: FilterValue = [
      "id": 1, "title": "a", "owner": ["name": "Ann", "pin": secret], "tags": ["x", "y"],
      "secret": secret,
    ]
    var limits = EvaluationLimits.standard
    limits.steps = 100_000
    do throws(EvaluationError) {
      let matches = try filter.matches(
        item, bindings: ["k": "a"], now: Date(timeIntervalSince1970: 0), limits: limits)
      return "\(matches)"
    } catch {
      return error.message
    }
  }

  // MARK: - Policies

  private static let members: Set<String> = [
    "version", "keys", "functions", "operators", "collectionOperators", "casts", "variables",
    "allowsAssignments", "allowsRegularExpressions", "maximumLength", "maximumNodes",
    "maximumDepth", "maximumCost", "matchCost", "sizes", "libraryCosts", "limits", "always",
  ]

  @Test func policiesAreReadOrRefused() throws {
    let examples = try JSONReader().read(
      Data(contentsOf: Self.grammar.appendingPathComponent("policy.examples.json")))
    guard case .object(let object) = examples, case .list(let accepted)? = object["accepted"]
    else {
      Issue.record("the examples have another form")
      return
    }
    search(Array(accepted.elements)) { bytes in
      guard let data = try? JSONReader(refusingRepeatedMembers: true).read(bytes) else { return }
      let policy: FilterPolicy
      do throws(PolicyForm.Mistake) {
        policy = try PolicyForm(.standard).policy(data)
      } catch {
        #expect(!error.description.isEmpty)
        return
      }
      if case .object(let object) = data {
        guard Set(object.shape.keys).isSubset(of: Self.members) else {
          throw FuzzMismatch("an unknown member is ignored")
        }
        guard object["always"] == nil || !policy.always.isEmpty else {
          throw FuzzMismatch("the filter is ignored")
        }
      }
      let listed = Self.listed(data)
      for key in ["secret", "owner.pin", "owner.name", "id", "n", "tenant"] {
        let filter = try? FilterPredicate<FilterValue>(
          text: "\(key) == 1", options: FilterOptions(policy: policy))
        guard filter != nil, !listed.contains(where: { Self.permits($0, key) }) else { continue }
        throw FuzzMismatch("'\(key)' is permitted")
      }
    }
  }

  /// The texts of the keys that a policy lists.
  private static func listed(_ data: FilterValue) -> [String] {
    var keys = data
    if case .object(let object) = data { keys = object["keys"] ?? .null }
    guard case .list(let list) = keys else { return [] }
    return list.elements.compactMap { element in
      switch element {
      case .string(let text): text
      case .object(let object): if case .string(let text)? = object["key"] { text } else { nil }
      default: nil
      }
    }
  }

  /// Whether a listed key may permit another one: the key itself, one above it, or one that is not spelled plainly.
  private static func permits(_ listed: String, _ key: String) -> Bool {
    let isPlain = listed.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz.".utf8.contains($0) }
    return !isPlain || listed == key || key.hasPrefix(listed + ".")
  }
}

/// Makes texts of JSON that differ from those of some values in a few places.
private struct DataMutation {
  private var dice: SeededGenerator
  private let seeds: [FilterValue]

  /// All parts of the seeds, and values that fit nowhere.
  private var parts: [FilterValue] = [
    .null, true, 0, -1, 1.5, 9_223_372_036_854_775_807, "", "SELF", "secret", "owner", "id.", [],
    "owner.pin",
  ]

  /// All texts and names of members in the seeds.
  private var words: [String] = ["", "op", "key", "$date", "always"]

  init(_ seeds: [FilterValue], seed: UInt64) {
    dice = SeededGenerator(seed: seed)
    self.seeds = seeds
    for seed in seeds { add(seed) }
    parts.append((0..<60).reduce(1) { value, _ in .list(FilterList([value])) })
  }

  private mutating func add(_ value: FilterValue) {
    parts.append(value)
    switch value {
    case .string(let text): words.append(text)
    case .list(let list): for element in list.elements { add(element) }
    case .object(let object):
      words += object.shape.keys
      for value in object.values { add(value) }
    default: break
    }
  }

  /// The next text.
  mutating func next() -> [UInt8] {
    var value = dice.pick(seeds)
    for _ in 0...dice.below(3) { value = changed(value) }
    var bytes = JSONWriter(style: .tagged).bytes(value)
    guard dice.chance(25) else { return bytes }
    for _ in 0...dice.below(3) where !bytes.isEmpty {
      let place = dice.below(bytes.count)
      switch dice.below(4) {
      case 0: bytes.remove(at: place)
      case 1: bytes[place] = dice.pick(Array(#"{}[]",:0123456789.-eaintrufl\ $"#.utf8))
      case 2: bytes[place] = UInt8.random(in: .min ... .max, using: &dice)
      default: bytes.insert(contentsOf: bytes[place...].prefix(dice.below(20)), at: place)
      }
    }
    return bytes
  }

  /// A value that differs in one place.
  private mutating func changed(_ value: FilterValue) -> FilterValue {
    switch value {
    case .object(let object) where !object.values.isEmpty && dice.chance(90):
      var members = object.members.map { (key: $0.key, value: $0.value) }
      let place = dice.below(members.count)
      switch dice.below(12) {
      case 0: members.remove(at: place)
      case 1: members[place].key = dice.pick(words)
      case 2: members.append((key: dice.pick(words), value: dice.pick(parts)))
      default: members[place].value = changed(members[place].value)
      }
      return .object(FilterObject(members))
    case .list(let list) where !list.elements.isEmpty && dice.chance(90):
      var elements = Array(list.elements)
      let place = dice.below(elements.count)
      switch dice.below(12) {
      case 0: elements.remove(at: place)
      case 1: elements.insert(dice.pick(parts), at: place)
      case 2: elements.append(elements[place])
      case 3: elements.swapAt(place, dice.below(elements.count))
      default: elements[place] = changed(elements[place])
      }
      return .list(FilterList(elements))
    case .string where dice.chance(50): return .string(dice.pick(words))
    default: return dice.pick(parts)
    }
  }
}
