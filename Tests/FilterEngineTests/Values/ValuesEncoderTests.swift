import FilterSyntax
import TestSupport
import Testing

@testable import FilterEngine

/// How deep types may nest what they encode, whichever way they do it.
@Suite struct ValuesEncoderTests {
  private enum Key: String, CodingKey { case a }

  /// A way to make a container inside another one.
  enum Step: CaseIterable {
    case keyed, unkeyed, superKeyed, superUnkeyed, namedSuperKeyed, namedSuperUnkeyed

    var isKeyed: Bool { [.keyed, .superKeyed, .namedSuperKeyed].contains(self) }
  }

  private enum Container {
    case keyed(KeyedEncodingContainer<Key>)
    case unkeyed(any UnkeyedEncodingContainer)

    init(_ encoder: any Encoder, isKeyed: Bool) {
      self =
        isKeyed
        ? .keyed(encoder.container(keyedBy: Key.self)) : .unkeyed(encoder.unkeyedContainer())
    }

    func inner(_ step: Step) -> Container {
      switch self {
      case .keyed(var container):
        switch step {
        case .keyed: return .keyed(container.nestedContainer(keyedBy: Key.self, forKey: .a))
        case .unkeyed: return .unkeyed(container.nestedUnkeyedContainer(forKey: .a))
        case .superKeyed, .superUnkeyed:
          return Container(container.superEncoder(), isKeyed: step.isKeyed)
        case .namedSuperKeyed, .namedSuperUnkeyed:
          return Container(container.superEncoder(forKey: .a), isKeyed: step.isKeyed)
        }
      case .unkeyed(var container):
        switch step {
        case .keyed: return .keyed(container.nestedContainer(keyedBy: Key.self))
        case .unkeyed: return .unkeyed(container.nestedUnkeyedContainer())
        default: return Container(container.superEncoder(), isKeyed: step.isKeyed)
        }
      }
    }
  }

  private struct Chain: Encodable {
    let steps: [Step]

    func encode(to encoder: any Encoder) throws {
      var container = Container(encoder, isKeyed: false)
      for step in steps { container = container.inner(step) }
    }

    var value: FilterValue {
      var value: FilterValue = steps.last?.isKeyed == true ? [:] : []
      for place in steps.indices.reversed() {
        let isInObject = place > 0 && steps[place - 1].isKeyed
        let key = [.superKeyed, .superUnkeyed].contains(steps[place]) ? "super" : "a"
        value = isInObject ? .object(FilterObject([(key, value)])) : [value]
      }
      return value
    }
  }

  /// Each pair of ways by turns, so that each way is used inside objects and lists.
  @Test(arguments: Step.allCases, Step.allCases)
  func eachWayToNestCountsALevel(_ even: Step, _ odd: Step) throws {
    func chain(_ count: Int) -> Chain {
      Chain(steps: (0..<count).map { $0.isMultiple(of: 2) ? even : odd })
    }
    let limit = FilterValue.maximumConversionDepth
    for count in [0, 1, 2, limit] {
      #expect(try FilterValue(encoding: chain(count)) == chain(count).value)
    }
    #expect(throws: EncodingError.self) { try FilterValue(encoding: chain(limit + 1)) }
  }

  private struct Again: Encodable {
    let count: Int

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      for number in 1...count { try container.encode(Number(value: number)) }
    }
  }

  private struct Number: Encodable {
    let value: Int

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  /// Of values that are encoded in one place the last one counts, and none is inside another.
  @Test func whatIsEncodedAgainIsNoDeeper() throws {
    #expect(try FilterValue(encoding: [Again(count: 500)]) == [500])
  }

  private struct Owner: FilterItem {
    let name: String
    var typeName: String { "Owner" }
    var filterKeys: [String] { ["name", "fruit", "friend", "tags"] }

    func filterValue(forKey key: String) -> FilterValue? {
      switch key {
      case "name": .string(name)
      case "fruit": .item(Fruit(name: "fig"))
      // Refers to itself.
      case "friend": .item(self)
      case "tags": ["x", .item(self)]
      default: nil
      }
    }

    func isEqual(to other: any FilterItem) -> Bool { (other as? Owner)?.name == name }
  }

  @Test func itemsInsideAnItemAreLeftOut() throws {
    let owner = FilterValue.item(Owner(name: "Ann"))
    let expected: FilterValue = ["name": "Ann", "fruit": nil, "friend": nil, "tags": ["x", nil]]
    #expect(FilterValue(constant: owner.constant) == expected)
    #expect(FilterValue(constant: FilterValue.list([owner, 1]).constant) == [expected, 1])
    // Texts so long that the values are counted one by one.
    let text = FilterValue.string(String(repeating: "x", count: 1 << 20))
    let long = FilterValue.list([owner] + Array(repeating: text, count: 40))
    #expect(long.measure.size > SyntaxLimits.maximumNodes)
    #expect(
      FilterValue(constant: long.constant) == .list([expected] + Array(repeating: text, count: 40)))
  }

  /// Never freed, which would recurse.
  private static let deepest = (0..<4_000).reduce(AST.Constant.null) { constant, level in
    level.isMultiple(of: 2) ? .list([constant]) : .map([("a", constant)])
  }

  @Test func aConstantOfAnyDepthIsConvertedOnASmallStack() {
    _ = Self.deepest
    onSmallStack {
      let isTooDeep = FilterValue(constant: Self.deepest).isTooDeep
      #expect(isTooDeep)
    }
  }

  @Test func aValueHasAtMostAsManyNodesAsATree() {
    let limit = SyntaxLimits.maximumNodes
    // A list of 1,000 lists, all of which are one in memory.
    func values(_ first: FilterValue, others: Int) -> FilterValue {
      let row = FilterValue.list(Array(repeating: 1, count: 998))
      return .list(
        [first] + Array(repeating: 1, count: others) + Array(repeating: row, count: 1_000))
    }
    // The list, the first and 1,000 rows of 999 nodes leave 998 to the others.
    let long = FilterValue.string(String(repeating: "x", count: 64))
    for first in [1, long] {
      #expect(values(first, others: 998).constant.isList(1_999), "\(limit)")
      #expect(values(first, others: 999).constant.isList(limit + 1))
    }
  }
}

extension AST.Constant {
  fileprivate func isList(_ count: Int) -> Bool {
    if case .list(let values) = self { values.count == count } else { false }
  }
}
