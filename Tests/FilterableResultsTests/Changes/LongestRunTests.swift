import TestSupport
import Testing

@testable import FilterableResults

/// What stays where it is, beside all that could. Which of several equal choices is made decides on the rows that
/// are reported as moved, so that it is fixed.
@Suite struct LongestRunTests {
  /// All increasing runs, each by the indices of its elements.
  private static func runs(_ values: [UInt32]) -> [[Int]] {
    (0..<1 << values.count).compactMap { mask in
      let run = values.indices.filter { mask >> $0 & 1 == 1 }
      return zip(run, run.dropFirst()).allSatisfy { values[$0] < values[$1] } ? run : nil
    }
  }

  /// Orders of up to seven values, some with gaps.
  private static func lists(_ body: ([UInt32], inout SeededGenerator) -> Void) {
    for seed in RandomSearch.seeds(120) {
      var random = SeededGenerator(seed: seed)
      let count = Int(seed % 8)
      let values = (0..<UInt32(2 * count)).shuffled(using: &random).prefix(count)
      body(
        random.chance(50) ? Array(values) : (0..<UInt32(count)).shuffled(using: &random), &random)
    }
  }

  private static func flags(_ run: [Int], _ count: Int) -> [Bool] {
    (0..<count).map { run.contains($0) }
  }

  @Test func ofLongestRunsTheLatestIsTaken() {
    Self.lists { values, _ in
      let runs = Self.runs(values)
      let length = runs.map(\.count).max() ?? 0
      // Compared from the end.
      let expected =
        runs.filter { $0.count == length }
        .max { $0.reversed().lexicographicallyPrecedes($1.reversed()) } ?? []
      #expect(LongestRun.of(values) == Self.flags(expected, values.count), "\(values)")
    }
  }

  /// The earliest end, and before each element the latest one.
  @Test func ofPreferredRunsOneIsTaken() {
    Self.lists { values, random in
      let preferred = values.map { _ in random.chance(40) }
      let runs = Self.runs(values)
      let length = runs.map(\.count).max() ?? 0
      let longest = runs.filter { $0.count == length }
      let score = { (run: [Int]) in run.filter { preferred[$0] }.count }
      let best = longest.map(score).max() ?? 0
      let end = longest.filter { score($0) == best }.compactMap(\.last).min()
      let expected =
        longest.filter { score($0) == best && $0.last == end }
        .max { $0.reversed().lexicographicallyPrecedes($1.reversed()) } ?? []
      #expect(
        LongestRunLevels(values).run { preferred[$0] } == Self.flags(expected, values.count),
        "\(values) \(preferred)")
    }
  }

  @Test func theHeaviestRunWeighsMost() {
    Self.lists { values, random in
      let weights = values.map { _ in 1 + random.below(5) }
      let heaviest = LongestRun.heaviest(values.map(Int.init), weights: weights)
      let weight = { (run: [Int]) in run.reduce(0) { $0 + weights[$1] } }
      let chosen = values.indices.filter { heaviest[$0] }
      let runs = Self.runs(values)
      #expect(runs.contains(chosen) && heaviest.count == values.count)
      #expect(weight(chosen) == runs.map(weight).max(), "\(values) \(weights)")
    }
  }

  @Test func aPlaceIsFoundAmongElementsThatIncrease() {
    for count in 1...9 {
      let values = (0..<count).map { 2 * $0 }
      for value in -1...(2 * count - 2) {
        #expect(values.firstIndex(notBelow: value) == values.firstIndex { $0 >= value })
      }
    }
  }
}
