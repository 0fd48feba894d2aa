import FilterEngine
import FilterSyntax
import Foundation
import TestSupport
import Testing

/// Trees as data.
@Suite struct TreeDataTests {
  private typealias Filter = FilterPredicate<FilterValue>

  private static func document(_ predicate: String) throws -> FilterValue {
    try JSONDecoder().decode(
      FilterValue.self, from: Data(#"{"version":1,"predicate":\#(predicate)}"#.utf8))
  }

  @Test(arguments: [
    ("age > 3", #"{"op":">","args":[{"property":"age"},3]}"#), ("TRUEPREDICATE", "true"),
    (
      "a.b == nil OR NOT ANY tags ==[cd] 'x'",
      #"{"op":"or","args":[{"op":"==","args":[{"property":["a","b"]},null]},{"op":"not","args":[{"op":"==","args":[{"property":"tags"},"x"],"quantifier":"any","options":"cd"}]}]}"#
    ),
    (
      "a.@count + $n IN {1, b[FIRST]}",
      #"{"op":"IN","args":[{"op":"+","args":[{"property":["a",{"operator":"count"}]},{"variable":"n"}]},[1,{"op":"first","args":[{"property":"b"}]}]]}"#
    ),
    (
      "SUBQUERY(l, $x, $x.n > 2).@count == -a",
      #"{"op":"==","args":[{"property":[{"operator":"count"}],"of":{"subquery":"x","args":[{"property":"l"},{"op":">","args":[{"property":["n"],"of":{"variable":"x"}},2]}]}},{"op":"-","args":[{"property":"a"}]}]}"#
    ),
    (
      "lowercase(a) == TERNARY(b == 1, SELF, CAST(c, 'NSString'))",
      #"{"op":"==","args":[{"call":"lowercase:","args":[{"property":"a"}]},{"op":"ternary","args":[{"op":"==","args":[{"property":"b"},1]},{"op":"self","args":[]},{"op":"cast","args":[{"property":"c"},"NSString"]}]}]}"#
    ),
  ])
  func aTreeIsWrittenAndRead(_ text: String, _ tree: String) throws {
    let filter = try Filter(text: text)
    let read = try Filter(treeData: Self.document(tree))
    #expect(read == filter, "\(read)")
    #expect(try Filter(treeData: filter.treeData()) == filter)
  }

  @Test(arguments: [
    "3", "null", "[]", "{}", #"{"op":"and","args":[true]}"#, #"{"op":"and"}"#,
    #"{"op":"==","args":[1]}"#, #"{"op":"==","args":[1,2],"more":3}"#,
    #"{"op":"==","args":[1,2],"options":"q"}"#, #"{"op":"==","args":[1,2],"quantifier":"some"}"#,
    #"{"op":"==","args":[1,{"placeholder":1}]}"#, #"{"op":"nonsense","args":[1,2]}"#,
    #"{"op":"==","args":[1,{"op":"?","args":[1,2]}]}"#, #"{"op":"==","args":[1,{"a":2}]}"#,
    #"{"op":"==","args":[1,{"call":"nonsense:","args":[2]}]}"#,
    #"{"op":"==","args":[1,{"property":[]}]}"#, #"{"op":"==","args":[1,{"property":""}]}"#,
    #"{"op":"==","args":[1,{"op":"-","args":[2]}]}"#,
    #"{"op":"==","args":[1,{"variable":"a == 1 OR $b"}]}"#,
    #"{"op":"a == 1 OR b","args":[1,2]}"#, #"{"op":"BETWEEN","args":[1,[2,3]],"options":"c"}"#,
  ])
  func whatNoTextSaysIsRefused(_ tree: String) throws {
    let data = try Self.document(tree)
    #expect(throws: FilterTreeError.self) { try Filter(treeData: data) }
  }

  @Test(arguments: [
    #"{"predicate":true}"#, #"{"version":2,"predicate":true}"#, #"{"version":1}"#, "true",
    #"{"version":1,"predicate":true,"more":1}"#,
  ])
  func aDocumentHasAVersionAndAPredicate(_ text: String) throws {
    let data = try JSONDecoder().decode(FilterValue.self, from: Data(text.utf8))
    #expect(throws: FilterTreeError.self) { try Filter(treeData: data) }
  }

  @Test func aMistakeHasItsPlace() throws {
    let data = try Self.document(
      #"{"op":"and","args":[true,{"op":"==","args":[1,{"property":7}]}]}"#)
    do throws(FilterTreeError) {
      _ = try Filter(treeData: data)
      Issue.record("it is read")
    } catch {
      #expect(error.description.hasPrefix("args[1].args[1]: "), "\(error)")
    }
  }

  @Test func thePolicyHolds() throws {
    let data = try Filter(text: "secret == 1").treeData()
    let options = try FilterOptions(policy: FilterPolicy(keyPaths: ["name"]))
    #expect(throws: FilterTreeError.self) { try Filter(treeData: data, options: options) }
  }

  /// Random trees there and back, through JSON, and mutations of them.
  @Test func randomTreesAreReadAsTheyWereWritten() throws {
    for seed in RandomSearch.seeds(200) {
      var generator = PredicateGenerator(SeededGenerator(seed: seed), .sample)
      generator.isReckless = true
      let tree = generator.predicate(3)
      let context = "FRC_SEED=\(seed) FRC_ROUNDS=1: \(tree.sourceText)"
      let data = try Filter(tree).treeData()
      #expect(try Filter(treeData: data).syntax == tree, "\(context)")
      for _ in 0..<20 {
        let mutated = Self.mutated(data, &generator.random)
        guard let filter = try? Filter(treeData: mutated) else { continue }
        // What is read is a text.
        let (text, arguments) = filter.syntax.template
        let again = try Filter(
          text: text, arguments: arguments.map { FilterValue(constant: $0) })
        #expect(again == filter, "\(context): \(mutated)")
      }
    }
  }

  /// The value with a part removed, repeated, or replaced by another one.
  private static func mutated(
    _ value: FilterValue, _ random: inout SeededGenerator
  ) -> FilterValue {
    let others: [FilterValue] = [
      .null, 1, "and", "a' OR 'b", [], [:], true, 1e300,
    ]
    if Int.random(in: 0..<8, using: &random) == 0 { return random.pick(others) }
    switch value {
    case .list(let list) where !list.elements.isEmpty:
      var elements = list.elements
      let index = Int.random(in: 0..<elements.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: elements.remove(at: index)
      case 1: elements.append(elements[index])
      default: elements[index] = mutated(elements[index], &random)
      }
      return .list(FilterList(elements))
    case .object(let object) where !object.shape.keys.isEmpty:
      var members = object.members.map { ($0.key, $0.value) }
      let index = Int.random(in: 0..<members.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: members.remove(at: index)
      case 1: members[index].0 = "other"
      default: members[index].1 = mutated(members[index].1, &random)
      }
      return .object(FilterObject(members))
    default: return random.pick(others)
    }
  }
}
