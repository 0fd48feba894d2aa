import FoundationEssentials
import Testing

@testable import FilterEngine

@Suite struct LibraryFunctionTests {
  @Test(
    arguments: [
      ("sum:", [[1, 2, 3]], 6), ("sum:", [[]], 0), ("sum:", [7, 8, 9], 24),
      ("sum:", [[1, 0.5]], 1.5), ("sum:", [[true, true]], 2),
      ("sum:", [[Samples.decimal("0.1"), 1]], Samples.decimal("1.1")),
      ("sum:", [.set(FilterSet([1, 2]))], 3), ("count:", [["a", nil]], 2),
      ("count:", [1, 2, 3], 3),
      ("count:", [["a": 1, "b": 2]], 2), ("min:", [[6, 3, 8]], 3), ("max:", [[6, 3, 8]], 8),
      ("max:", [4, 9, 2], 9), ("max:", [["a", "b"]], "b"), ("min:", [[2.5, 2]], 2),
      ("average:", [[1, 2]], 1.5), ("average:", [[2, 4]], .double(3)),
      ("average:", [[.int(.max), .int(.max)]], .double(0x1p63)),
      ("average:", [[Samples.decimal("0.1"), Samples.decimal("0.3")]], Samples.decimal("0.2")),
      ("average:", [[1, 2.5]], 1.75), ("median:", [[3, 1, 2]], 2),
      ("median:", [[4, 1, 2, 3]], 2.5),
      ("median:", [9, 1, 4, 2], .double(3)), ("mode:", [[1, 2, 2, 3]], [2]),
      ("mode:", [[3, 1, 3, 1, 2]], [3, 1]), ("mode:", [[]], []),
      ("stddev:", [[5, 5]], .double(0)), ("stddev:", [[2, 4, 4, 6]], .double(2.0.squareRoot())),
      ("add:to:", [1, 2], 3), ("from:subtract:", [5, 2], 3), ("multiply:by:", [2, 3], 6),
      ("divide:by:", [10, 4], 2), ("modulus:by:", [17, 5], 2), ("sqrt:", [49], .double(7)),
      ("log:", [1000], .double(3)), ("ln:", [1], .double(0)), ("exp:", [0], .double(1)),
      ("raise:toPower:", [2, 3], .double(8)), ("floor:", [-7.5], .double(-8)), ("floor:", [7], 7),
      ("floor:", [Samples.decimal("-7.5")], Samples.decimal("-8")),
      ("floor:", [Samples.decimal("1e-128")], Samples.decimal("0")),
      ("ceiling:", [7.01], .double(8)),
      ("ceiling:", [Samples.decimal("1e-128")], Samples.decimal("1")),
      ("trunc:", [-40.75], .double(-40)),
      ("trunc:", [Samples.decimal("-40.75")], Samples.decimal("-40")),
      ("abs:", [-12], 12), ("uppercase:", ["stra\u{DF}e"], "STRASSE"),
      ("lowercase:", ["Dune"], "dune"),
      ("length:", ["Dune"], 4), ("length:", ["\u{1F600}"], 2), ("bitwiseAnd:with:", [12, 10], 8),
      ("bitwiseOr:with:", [12, 10], 14), ("bitwiseXor:with:", [12, 10], 6),
      ("leftshift:by:", [5, 2], 20), ("rightshift:by:", [20, 2], 5), ("onesComplement:", [20], -21),
      ("noindex:", [5], 5), ("noindex:", [nil], nil),
      ("castObject:toType:", ["0377", "NSNumber"], 255),
      ("number:", ["12"], 12), ("number:", ["-007"], -7), ("number:", ["+5"], 5),
      ("number:", ["\t2.50\n"], 2.5), ("number:", [".5"], 0.5), ("number:", ["2E3"], 2000.0),
      ("number:", ["-0"], 0), ("number:", [nil], nil), ("number:", [true], true),
      ("number:", [Samples.decimal("0.1")], Samples.decimal("0.1")),
      ("number:", ["0018446744073709551615"], Samples.wide("18446744073709551615")),
      ("objectFrom:withIndex:", [[4, 5, 6], 1], 5), ("objectFrom:withIndex:", [["a": 1], "a"], 1),
      ("objectFrom:withIndex:", [["a": 1], "b"], nil),
      ("objectFrom:withIndex:", [.set(FilterSet([4, 5])), 5], 5),
      ("coalesce:", [nil, 5, 6], 5), ("coalesce:", [nil, nil], nil), ("coalesce:", ["", 1], ""),
      ("has:", [["a": nil], "a"], true), ("has:", [["a": nil], "b"], false),
      ("has:", [nil, "a"], nil), ("has:", [["a": 1], nil], nil),
      ("has:", [.item(Fruit(name: "fig")), "name"], true),
      ("has:", [.item(Fruit(name: "fig")), "size"], false),
      ("now", [], .date(Date(timeIntervalSinceReferenceDate: 5))),
    ] as [(String, [FilterValue], FilterValue)])
  func aFunctionHasItsResult(
    _ selector: String, _ arguments: [FilterValue], _ expected: FilterValue
  ) throws {
    let result = try LibraryRun.call(selector, arguments)
    #expect(isSame(result, expected), "\(result)")
  }

  @Test(
    arguments: [
      ("sum:", [[.int(.max), 1]], .arithmetic), ("sum:", [[1, "a"]], .kindMismatch),
      ("sum:", [[1, nil]], .missingValue), ("sum:", [5], .kindMismatch),
      ("sum:", [nil], .missingValue),
      ("min:", [[]], .arithmetic), ("max:", [[1, "a"]], .kindMismatch),
      ("max:", [[[1]]], .kindMismatch), ("average:", [[]], .arithmetic),
      ("median:", [[]], .arithmetic), ("stddev:", [[]], .arithmetic),
      ("median:", [["a"]], .kindMismatch), ("modulus:by:", [5, 0], .arithmetic),
      ("sqrt:", ["9"], .kindMismatch), ("abs:", [nil], .missingValue),
      ("abs:", [.int(.min)], .arithmetic), ("floor:", ["1"], .kindMismatch),
      ("uppercase:", [nil], .missingValue), ("length:", [5], .kindMismatch),
      ("randomn:", [0], .arithmetic), ("randomn:", [-1], .arithmetic),
      ("randomn:", [1.5], .arithmetic),
      ("castObject:toType:", ["a", "Class"], .unknownName),
      ("number:", [""], .kindMismatch), ("number:", [" "], .kindMismatch),
      ("number:", ["64Mi"], .kindMismatch), ("number:", ["1,234.50"], .kindMismatch),
      ("number:", ["1 2"], .kindMismatch), ("number:", ["--1"], .kindMismatch),
      ("number:", ["5."], .kindMismatch), ("number:", ["."], .kindMismatch),
      ("number:", ["1e"], .kindMismatch), ("number:", ["1e400"], .kindMismatch),
      ("number:", ["nan"], .kindMismatch), ("number:", ["\u{0661}"], .kindMismatch),
      ("number:", ["0x1F"], .kindMismatch), ("number:", [[1]], .kindMismatch),
      ("has:", [[1], "a"], .kindMismatch), ("has:", [["a": 1], 1], .kindMismatch),
      ("objectFrom:withIndex:", [[1], 1], .index), ("objectFrom:withIndex:", [[1], -1], .index),
      ("objectFrom:withIndex:", [nil, 0], .missingValue),
      ("objectFrom:withIndex:", [[1], "a"], .kindMismatch),
      ("objectFrom:withIndex:", [5, 0], .kindMismatch),
      ("objectFrom:withIndex:", [.item(Fruit(name: "fig")), "size"], .unknownKey),
    ] as [(String, [FilterValue], EvaluationError.Kind)])
  func aFunctionFails(
    _ selector: String, _ arguments: [FilterValue], _ expected: EvaluationError.Kind
  ) {
    #expect(LibraryRun.error { try LibraryRun.call(selector, arguments) } == expected)
  }

  @Test func chanceStaysInItsBounds() throws {
    for _ in 0..<100 {
      #expect(try LibraryRun.call("random", []).compare(to: 0) != .ascending)
      #expect(try LibraryRun.call("random", []).compare(to: 1) != .descending)
      #expect(try [0, 1, 2].contains(LibraryRun.call("randomn:", [3])))
    }
    #expect(try LibraryRun.call("randomn:", [.int(.max)]).kind == .number)
  }

  @Test func everyFunctionSurvivesEveryValue() {
    let kinds: Set<EvaluationError.Kind> = [
      .arithmetic, .kindMismatch, .missingValue, .index, .unknownKey, .unknownName,
    ]
    for function in FilterLibrary.standard.functions where function.arity.lowerBound == 1 {
      for value in Samples.all {
        if let kind = LibraryRun.error({ try function.body([value], LibraryRun.run()) }) {
          #expect(kinds.contains(kind), "\(function.selector) \(value)")
        }
      }
    }
  }

  @Test func onlyTimeAndChanceAreImpure() {
    let impure = FilterLibrary.standard.functions.filter { !$0.isPure }.map(\.selector)
    #expect(impure == ["now", "random", "randomn:"])
  }

  @Test func stepsAreCounted() throws {
    let sum = try #require(LibraryRun.index.function("sum:"))
    let list = FilterValue.list(Array(repeating: 1, count: 11))
    #expect(LibraryRun.error { try sum.body([list], LibraryRun.run(steps: 10)) } == .budget)
  }
}
