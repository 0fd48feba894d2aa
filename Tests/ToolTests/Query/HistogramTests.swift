import FilterEngine
import Foundation
import TestSupport
import Testing
import ToolTestSupport

@testable import FrcQuery

/// Counts in ranges of numbers and dates.
struct HistogramTests {
  /// The rows of the output as lists of cells.
  private func bars(_ histogram: String, _ input: String, _ more: String...) throws -> [[String]] {
    let outcome = try Tool.run(
      ["TRUE", "--histogram", histogram, "-o", "csv"] + more, input: input)
    #expect(outcome.status == 0, "\(outcome)")
    return outcome.lines.dropFirst().map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private func lines(_ values: [String]) -> String {
    values.map { "{\"v\":\($0)}\n" }.joined()
  }

  /// The chosen width is the narrowest of 1, 2 or 5 times a power of ten with at most 20 ranges, and each number is in
  /// the range that its decimal digits say.
  @Test(arguments: RandomSearch.seeds(6))
  func rangesAreThoseOfTwoPasses(_ seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    // Integers of hundredths, so that decimal bounds are exact.
    let spread = [3, 90, 4000, 1_000_000][dice.below(4)]
    let offset = dice.below(5000) - 2500
    let hundredths = (0..<[5, 60, 2500][dice.below(3)]).map { _ in offset + dice.below(spread) }
    let input = lines(
      hundredths.map { value in
        let rest = value.magnitude % 100
        return "\(value < 0 ? "-" : "")\(value.magnitude / 100).\(rest < 10 ? "0" : "")\(rest)"
      })
    let (least, greatest) = try (#require(hundredths.min()), #require(hundredths.max()))
    func down(_ value: Int, _ width: Int) -> Int {
      value >= 0 ? value / width : -((-value + width - 1) / width)
    }
    // Widths are in units of 0.00001.
    let widths = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000].flatMap {
      [$0, 2 * $0, 5 * $0]
    }
    let isIntegral = hundredths.allSatisfy { $0 % 100 == 0 }
    let width = try #require(
      least == greatest
        ? 100_000
        : widths.first {
          down(greatest * 1000, $0) - down(least * 1000, $0) < 20
            && (!isIntegral || $0 >= 100_000)
        })
    func range(_ value: Int) -> Int { down(value * 1000, width) }
    var counts: [Int: Int] = [:]
    for value in hundredths { counts[range(value), default: 0] += 1 }
    let found = try bars("v", input)
    let expected = (range(least)...range(greatest)).map { range in
      [
        Double(range * width) / 100_000, Double((range + 1) * width) / 100_000,
        Double(counts[range] ?? 0),
      ]
    }
    #expect(found.map { $0.compactMap(Double.init) } == expected, "seed \(seed)")
    // A stated width, too.
    let stated = try bars("v:0.5", input)
    #expect(stated.reduce(0) { $0 + (Int($1[2]) ?? 0) } == hundredths.count)
  }

  /// Blocks of rows that widen the extent step by step give the ranges of all rows at once.
  @Test func aGrowingExtentJoinsRanges() throws {
    var values: [Double] = (0..<1500).map { Double($0) / 1000 }
    values += (0..<1500).map { Double($0) * 7 + 0.5 }
    values += (0..<1500).map { Double($0) * 1e6 + 0.25 }
    var counts: [Int: Int] = [:]
    for value in values { counts[Int(value / 1e8), default: 0] += 1 }
    let found = try bars("v", lines(values.map { $0.description }))
    #expect(found.count == 15)
    for (index, bar) in found.enumerated() {
      #expect(bar[0] == "\(index * 100_000_000)" && bar[2] == "\(counts[index] ?? 0)")
    }
    let shuffled = try bars("v", lines(values.reversed().map { $0.description }))
    #expect(shuffled == found)
  }

  @Test func boundsAreDecimal() throws {
    #expect(
      try bars("v:0.1", lines(["0.1", "0.2", "0.3", "0.30000000000000004", "0.7"]))
        == [
          ["0.1", "0.2", "1"], ["0.2", "0.3", "1"], ["0.3", "0.4", "2"], ["0.4", "0.5", "0"],
          ["0.5", "0.6", "0"], ["0.6", "0.7", "0"], ["0.7", "0.8", "1"],
        ])
    #expect(
      try bars("v", lines(["9007199254740993", "9007199254740994"])) == [
        ["9007199254740993", "9007199254740994", "1"],
        ["9007199254740994", "9007199254740995", "1"],
      ])
    #expect(try bars("v", lines(["1e300", "1e300"])).map { $0[2] } == ["2"])
    #expect(try bars("v:1e3", lines(["-1", "-1000", "999"])).map { $0[2] } == ["2", "1"])
  }

  @Test func aggregatesAreThoseOfRanges() throws {
    let input = "v,n\n1,0.1\n2,0.2\n11,5\n,7\n"
    #expect(
      try bars("v:10", input, "--sum", "n", "--avg", "n", "--distinct", "n") == [
        ["0", "10", "2", "0.30000000000000004", "0.15000000000000002", "2"],
        ["10", "20", "1", "5", "5.0", "1"],
      ])
  }

  @Test func datesAreCountedByDayMonthOrYear() throws {
    func input(_ days: [String]) -> String { lines(days.map { "\"\($0)T12:30:00Z\"" }) }
    func found(_ width: String, _ days: [String]) throws -> [[String]] {
      try bars("v" + width, input(days), "--types", "v=date")
    }
    #expect(
      try found("", ["2026-02-27", "2026-03-01", "2026-03-01"]) == [
        ["2026-02-27T00:00:00Z", "2026-02-28T00:00:00Z", "1"],
        ["2026-02-28T00:00:00Z", "2026-03-01T00:00:00Z", "0"],
        ["2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z", "2"],
      ])
    let months = try found("", ["2026-02-27", "2026-04-10"])
    #expect(months.map { $0[0].prefix(7) } == ["2026-02", "2026-03", "2026-04"])
    let years = try found("", ["2020-01-01", "2026-04-10"])
    #expect(
      years.map { $0[0].prefix(4) } == ["2020", "2021", "2022", "2023", "2024", "2025", "2026"])
    #expect(try found(":year", ["2026-02-27", "2026-04-10"]).map { $0[2] } == ["2"])
  }

  @Test func shortUnitsAndWeeksHaveATimeZone() throws {
    let input = lines(["\"2026-03-01T22:59:30Z\"", "\"2026-03-01T23:00:10Z\""])
    func found(_ width: String, _ zone: String) throws -> [[String]] {
      try bars("v:" + width, input, "--types", "v=date", "--zone", zone)
    }
    #expect(
      try found("minute", "Europe/Berlin") == [
        ["2026-03-01T22:59:00Z", "2026-03-01T23:00:00Z", "1"],
        ["2026-03-01T23:00:00Z", "2026-03-01T23:01:00Z", "1"],
      ])
    #expect(
      try found("hour", "UTC") == [
        ["2026-03-01T22:00:00Z", "2026-03-01T23:00:00Z", "1"],
        ["2026-03-01T23:00:00Z", "2026-03-02T00:00:00Z", "1"],
      ])
    // The first of March is a Sunday.
    #expect(
      try found("week", "UTC") == [["2026-02-23T00:00:00Z", "2026-03-02T00:00:00Z", "2"]])
    #expect(
      try found("week", "Europe/Berlin") == [
        ["2026-02-22T23:00:00Z", "2026-03-01T23:00:00Z", "1"],
        ["2026-03-01T23:00:00Z", "2026-03-08T23:00:00Z", "1"],
      ])
  }

  @Test func rowsInNoRangeAreReported() throws {
    let outcome = try Tool.run(
      "TRUE", "--histogram", "v:1", "-o", "csv",
      input: lines(["1", "null", "\"x\"", "true", "1e300"]) + "{}\n")
    #expect(outcome.lines == ["from,to,count", "1,2,2"])
    #expect(
      outcome.errors == """
        frc-query: the histogram leaves out 2 rows without a value, 1 row with a value too far from zero for the \
        width, 1 row with a value that is not a number

        """)
    let texts = try Tool.run("TRUE", "--histogram", "v:day", input: lines(["\"2026-11-21\""]))
    #expect(
      texts.errors
        == "frc-query: the histogram leaves out 1 row with a value that is not a date; --types KEY=date reads texts as "
        + "dates\n")
    let many = try Tool.run("TRUE", "--histogram", "v:1", input: lines(["1", "1e9"]))
    #expect(many.status == 2)
    #expect(
      many.errors
        == "frc-query: more than 1000000 ranges: a greater width makes fewer, and --max-groups N allows more\n"
    )
  }

  // MARK: - Scales

  @Test(arguments: RandomSearch.seeds(200))
  func aNumberIsBetweenTheBoundsOfItsRange(_ seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let scale = HistogramScale([1, 2, 5, 25, 123][dice.below(5)], tens: dice.below(40) - 20)
    let order = SortComparison()
    for _ in 0..<20 {
      let number: FilterValue =
        dice.chance(30)
        ? .int(Int64(bitPattern: dice.next()) >> Int64(dice.below(60)))
        : .double(Double.random(in: -1e6...1e6, using: &dice))
      guard let range = scale.range(of: number) else { continue }
      #expect(order.order(scale.bound(range), number) <= 0, "\(number) in \(scale)")
      #expect(order.order(number, scale.bound(range + 1)) < 0, "\(number) in \(scale)")
      let wider = HistogramScale(scale.significand * 2, tens: scale.tens + dice.below(4))
      if let direct = wider.range(of: number) { #expect(scale.range(range, in: wider) == direct) }
    }
  }

  @Test func widthsAsTheyAreWritten() {
    let texts: [(String, Int64, Int)] = [
      ("10", 10, 0), ("0.5", 5, -1), ("2.50", 250, -2), ("1e3", 1, 3), ("1.5E-2", 15, -3),
    ]
    for (text, significand, tens) in texts {
      #expect(HistogramScale(text) == HistogramScale(significand, tens: tens))
    }
    for text in ["", "0", "-1", "x", "1e400", "0x10", "1e", ".", "1.2.3", "nan", "inf", "1 "] {
      #expect(HistogramScale(text) == nil, "\(text)")
    }
  }
}
