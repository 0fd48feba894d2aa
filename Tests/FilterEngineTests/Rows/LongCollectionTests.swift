import FilterEngine
import Testing

/// Stored collections that are read one element at a time have the values of those that are read at once.
@Suite struct LongCollectionTests {
  struct Part: Filterable, Sendable, Equatable {
    var n: Int

    static let filterFields = FilterFields<Part>(FilterField("n", \.n))
  }

  final class Node: Filterable, Sendable {
    let n: Int

    init(n: Int) { self.n = n }

    static let filterFields = FilterFields<Node>(FilterField("n") { $0.n })
  }

  struct Item: Filterable, Sendable {
    var numbers: [Int]
    var parts: [Part]
    var nodes: [Node]
    var optionals: [Int?]
    var names: Set<String>

    static let filterFields = FilterFields<Item>(
      FilterField("numbers", \.numbers), FilterField("parts", \.parts),
      FilterField("nodes", \.nodes), FilterField("optionals", \.optionals),
      FilterField("names", \.names))

    init(_ count: Int) {
      numbers = Array(0..<count)
      parts = numbers.map(Part.init)
      nodes = numbers.map(Node.init)
      optionals = numbers.map { $0.isMultiple(of: 3) ? nil : $0 }
      names = Set(numbers.map { "name \($0)" })
    }
  }

  @Test(arguments: [0, 1, 1_024, 1_025, 5_000])
  func theValuesAreThose(of count: Int) throws {
    let item = Item(count)
    for (key, value) in [
      ("numbers", item.numbers.filterValue), ("parts", item.parts.filterValue),
      ("nodes", item.nodes.filterValue), ("optionals", item.optionals.filterValue),
      ("names", item.names.filterValue),
    ] {
      #expect(try FilterExpression<Item>(text: key).value(of: item) == value, "\(key)")
    }
  }

  /// The values are charged before they are read.
  @Test(arguments: ["numbers", "parts", "nodes", "optionals", "names"])
  func theyAreCharged(_ key: String) throws {
    let expression = try FilterExpression<Item>(text: key)
    var limits = EvaluationLimits.standard
    limits.elements = 2_000
    #expect(throws: Never.self) { try expression.value(of: Item(2_000), limits: limits) }
    let error = #expect(throws: EvaluationError.self) {
      try expression.value(of: Item(2_001), limits: limits)
    }
    #expect(error?.kind == .elements)
  }
}
