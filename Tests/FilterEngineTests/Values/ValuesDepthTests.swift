import FilterSyntax
import Foundation
import TestSupport
import Testing

@testable import FilterEngine

/// Values that nest deeper than values may, from every source that makes them.
@Suite struct ValuesDepthTests {
  /// Lists inside lists.
  static func nested(_ depth: Int, in make: (FilterValue) -> FilterValue = { [$0] }) -> FilterValue
  {
    var value = FilterValue.int(1)
    for _ in 0..<depth { value = make(value) }
    return value
  }

  private static let message = "a value is nested deeper than 256 levels"

  private static func message(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch let error as EvaluationError {
      return error.message
    } catch {
      return (error as? SyntaxError)?.message ?? "\(error)"
    }
  }

  @Test func aValueTakesThreeWords() {
    #expect(MemoryLayout<FilterValue>.stride == 24)
    #expect(MemoryLayout<FilterValue?>.stride == 24)
  }

  @Test(
    arguments: [
      { [$0] }, { .set(FilterSet([$0])) }, { ["a": $0] },
      { .object(FilterObject(shape: FilterObject.Shape(["a"]), values: [$0])) },
    ] as [@Sendable (FilterValue) -> FilterValue])
  func aCollectionKnowsItsDepth(_ make: @Sendable (FilterValue) -> FilterValue) {
    let limit = FilterValue.maximumDepth
    let deepest = Self.nested(limit, in: make)
    #expect(!deepest.isTooDeep)
    #expect(deepest.measure.depth == limit)
    #expect(deepest.measure.size == limit + 1)
    for depth in [limit + 1, limit + 2, 30_000] {
      let value = Self.nested(depth, in: make)
      #expect(value.isTooDeep)
      #expect(value.measure.depth == limit + 1)
      #expect(value.measure.size == 1)
      #expect(["{}", "{{}}"].contains(value.description))
    }
  }

  /// Compares, hashes, prints, converts and frees on the smallest stack.
  @Test func theDeepestValueFitsASmallStack() {
    onSmallStack {
      for make in [{ [$0] }, { .set(FilterSet([$0])) }, { ["a": $0] }]
        as [@Sendable (FilterValue) -> FilterValue]
      {
        let left = Self.nested(FilterValue.maximumDepth, in: make)
        let right = Self.nested(FilterValue.maximumDepth, in: make)
        // Without `#expect` around them, which goes through the values in ways of its own.
        let isSame =
          left == right && left.hashValue == right.hashValue
          && left.description == right.description && left.clipped == right.clipped
        let copy = FilterValue(constant: left.constant)
        let isCopied = copy == left
        #expect(isSame && isCopied)
      }
    }
  }

  @Test func anEvaluationStopsWhereAValueGetsTooDeep() throws {
    func text(_ count: Int) -> String {
      Array(repeating: "($a := {$a}) == {}", count: count).joined(separator: " OR ")
    }
    let fits = try FilterPredicate<FilterValue>(text: text(FilterValue.maximumDepth))
    #expect(try !fits.matches(nil, bindings: ["a": 1]))
    for count in [FilterValue.maximumDepth + 1, 2_000] {
      let predicate = try FilterPredicate<FilterValue>(text: text(count))
      let error = #expect(throws: EvaluationError.self) {
        try predicate.matches(nil, bindings: ["a": 1])
      }
      #expect(error?.message == Self.message)
      #expect(error?.kind == .depth)
      // The aggregate of the 257th term.
      #expect(error?.range?.lowerBound == 256 * ("($a := {$a}) == {} OR ".utf8.count) + 7)
    }
  }

  @Test(arguments: [
    "$a == 1", "$a IN {1}", "1 IN $a", "ANY $a == 1", "$a.@count == 1", "$a[0] == 1", "$a.x == 1",
    "({1} UNION $a).@count == 1", "SUBQUERY($a, $x, $x == 1).@count == 1", "sum($a) == 1",
    "TERNARY(1 == 1, $a, 1) == 1", "(noindex($a)) == 1", "($b := $a) == 1", "$a == nil",
    "FUNCTION($a, 'objectAtIndex:', 0) == 1", "CAST($a, 'NSString') == ''", "{1, $a} == {}",
    "$a MATCHES 'a'", "$a BETWEEN {1, 2}",
  ])
  func aBindingThatIsTooDeepIsAnError(_ text: String) throws {
    let deep = Self.nested(30_000)
    let predicate = try FilterPredicate<FilterValue>(text: text)
    let error = #expect(throws: EvaluationError.self) {
      try predicate.matches(nil, bindings: ["a": deep])
    }
    #expect(error?.message == Self.message)
    #expect(
      error?.range?.lowerBound
        == text.utf8.firstIndex(of: UInt8(ascii: "$")).map {
          text.utf8.distance(from: text.startIndex, to: $0)
        } || text.hasPrefix("($b") || text.hasPrefix("SUBQUERY"))
  }

  @Test func rowsThatAreTooDeepAreAnError() throws {
    for row in [Self.nested(30_000), Self.nested(300) { ["a": $0] }] {
      for text in ["SELF == 1", "a == 1", "a.b == nil", "SELF.@count == 1", "ANY a == 1"] {
        let predicate = try FilterPredicate<FilterValue>(text: text)
        #expect(Self.message { _ = try predicate.matches(row) } == Self.message, "\(text)")
        #expect(Self.message { _ = try [row].filter(predicate) } == Self.message, "\(text)")
      }
      let value = try FilterExpression<FilterValue>(text: "SELF")
      #expect(Self.message { _ = try value.value(of: row) } == Self.message)
    }
  }

  @Test func argumentsThatAreTooDeepAreAnErrorAtTheirPlace() {
    let deep = Self.nested(30_000)
    for make in [
      { try FilterPredicate<FilterValue>(text: "a == %@", arguments: [deep]) },
      { try FilterPredicate<FilterValue>("a == \(deep)") },
    ] {
      let error = #expect(throws: SyntaxError.self) { try make() }
      #expect(error?.kind == .tooDeep(limit: SyntaxLimits.maximumDepth))
      #expect((5...7).contains(error?.range.lowerBound ?? 0))
    }
    #expect(throws: SyntaxError.self) {
      try FilterPredicate<FilterValue>(text: "a == $x").substituting(["x": deep])
    }
  }

  /// A list that holds itself in pairs has more values than a tree may have nodes.
  @Test func argumentsThatAreTooLargeAreAnErrorAtTheirPlace() {
    let error = #expect(throws: SyntaxError.self) {
      try FilterPredicate<FilterValue>(
        text: "a == %@", arguments: [Self.nested(60) { [$0, $0] }])
    }
    #expect(error?.kind == .tooManyNodes(limit: SyntaxLimits.maximumNodes))
  }

  /// A text is one node, however long it is.
  @Test func argumentsOfFewLongTextsAreTaken() throws {
    let text = FilterValue.string(String(repeating: "x", count: 1 << 20))
    let list = FilterValue.list(FilterList(Array(repeating: text, count: 40)))
    #expect(list.measure.size > SyntaxLimits.maximumNodes)
    for value in [list, ["key": list], [1, list]] {
      let predicate = try FilterPredicate<FilterValue>(text: "SELF == %@", arguments: [value])
      #expect(try predicate.matches(value))
    }
  }

  @Test func constantsMadeInCodeAreCheckedBeforeAnythingRecurses() throws {
    func predicate(_ depth: Int) throws -> FilterPredicate<FilterValue> {
      var constant = AST.Constant.integer(1)
      for _ in 0..<depth { constant = .list([constant]) }
      return try FilterPredicate<FilterValue>(
        .comparison(
          AST.Comparison(
            .literal(AST.Literal(constant)), .notEqual, .literal(AST.Literal(.null)))))
    }
    #expect(try predicate(FilterValue.maximumDepth).matches(nil))
    for depth in [FilterValue.maximumDepth + 1, 500] {
      #expect(Self.message { _ = try predicate(depth) } == Self.message)
    }
    // Freeing it recurses, so that this one is small enough for that.
    #expect(throws: SyntaxError.self) { try predicate(2_000) }
  }

  /// Containers inside containers, for which nothing encodes itself.
  @Test func containersThatNestTooDeepAreNotEncoded() {
    struct Chain: Encodable {
      let depth: Int

      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for _ in 0..<depth { container = container.nestedUnkeyedContainer() }
      }
    }
    #expect(throws: Never.self) { try FilterValue(encoding: Chain(depth: 150)) }
    for depth in [256, 30_000] {
      #expect(throws: EncodingError.self) { try FilterValue(encoding: Chain(depth: depth)) }
    }
  }
}
