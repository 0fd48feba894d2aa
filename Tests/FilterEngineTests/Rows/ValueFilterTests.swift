import FilterEngine
import Testing

/// A key of one value compared with a constant: tested where it is, or else by the precise evaluator.
@Suite struct ValueFilterTests {
  private static let values: [FilterValue] = [
    .null, true, false, 0, 1, 5, -3, 2.5, .double(.nan), "", "a", "A", "ä", "abc", "2",
    .string(String(repeating: "long ", count: 400) + "abc"), [1, 2], ["a", 5], ["k": "a"],
    .set(FilterSet([5])),
  ]

  private static let rows: [FilterValue] =
    values.map { ["key": $0, "other": 1] } + [["other": 5], [:], .null, 5, "a", deep(4), deep(40)]

  /// An object around lists, so that `key` is as deep as asked for.
  private static func deep(_ depth: Int) -> FilterValue {
    ["key": (0..<depth).reduce(FilterValue.int(5)) { list, _ in [list] }]
  }

  private static let predicates = [
    "key == 5", "key != 5", "5 < key", "key >= 2.5", "key == nil", "key != nil", "key == 'a'",
    "key ==[c] 'a'", "key BEGINSWITH 'a'", "key CONTAINS[cd] 'A'", "key CONTAINS 'a'",
    "key LIKE '*c'",
    "key IN {5, 'a', 2.5}", "key BETWEEN {0, 5}", "key == YES", "NOT key == 5",
    "key == 5 AND other == 1", "key == 5 OR key.length == 1", "key MATCHES 'a.*'", "key != 'a'",
  ]

  /// A pass over many rows has a run, one row has none.
  @Test(arguments: predicates) func oneRowAnswersAsManyDo(_ text: String) throws {
    for isStrict in [false, true] {
      let predicate = try FilterPredicate<FilterValue>(
        text: text, options: FilterOptions(rules: isStrict ? .strict : .standard))
      for row in Self.rows {
        let one = Result { try predicate.matches(row) }
        let many = Result { try ![row].filter(predicate).isEmpty }
        switch (one, many) {
        case (.success(let one), .success(let many)): #expect(one == many, "\(row)")
        case (.failure(let one), .failure(let many)): #expect("\(one)" == "\(many)", "\(row)")
        default: Issue.record("\(text): \(one) and \(many) for \(row)")
        }
      }
    }
  }

  /// What a test in place would not count is counted where the limits are small.
  @Test func smallLimitsHold() throws {
    let predicate = try FilterPredicate<FilterValue>(text: "key CONTAINS 'b'")
    let row: FilterValue = ["key": .string(String(repeating: "a", count: 1_000))]
    #expect(try !predicate.matches(row))
    var limits = EvaluationLimits()
    limits.steps = 10
    #expect(throws: EvaluationError.self) { try predicate.matches(row, limits: limits) }
    limits = EvaluationLimits()
    limits.depth = 1
    let deep: FilterValue = ["key": [["a"]]]
    #expect(throws: EvaluationError.self) { try predicate.matches(deep, limits: limits) }
  }
}
