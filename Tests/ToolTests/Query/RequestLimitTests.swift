import FilterEngine
import FilterJSON
import FilterSummaries
import Foundation
import Testing
import ToolTestSupport

@testable import FrcQuery

/// Limits of time and of groups for what a run does beside its filter. Nothing is timed: a limit of no time ends a run at
/// its first look at the clock, which follows a bounded amount of work.
struct RequestLimitTests {
  private static let end = "gave up after 0 seconds"

  private static func rows(_ count: Int) -> String {
    (0..<count).map { "{\"a\":\($0),\"l\":[1,2]}\n" }.joined()
  }

  /// A list of expressions that differ, each of which takes little.
  private static func expressions(_ count: Int) -> String {
    (0..<count).map { "c\($0)=a+\($0)" }.joined(separator: ",")
  }

  /// One row that counts for each combination of the elements of three lists.
  private static func combinations(_ count: Int, _ element: (Int) -> String) -> String {
    let list = (0..<count).map(element).joined(separator: ",")
    return "{\"a\":[\(list)],\"b\":[\(list)],\"c\":[\(list)]}\n"
  }

  // MARK: - Columns

  /// Columns count their work together: none of them takes enough for a look by itself.
  @Test(arguments: [
    ["--select"], ["-o", "csv", "--select"], ["-o", "table", "--select"], ["--count-by"],
  ])
  func manyColumnsEndWithTheTime(_ options: [String]) throws {
    let arguments = ["TRUE"] + options + [Self.expressions(100)]
    let found = try Tool.run(arguments + ["--time-limit", "0"], input: Self.rows(400))
    #expect(found.status == 2 && found.errors.contains(Self.end), "\(found)")
    // No row is written in part.
    for line in found.lines where options[0] == "--select" { #expect(line.hasSuffix("}")) }
  }

  @Test func manySortKeysEndWithTheTime() throws {
    let keys = (0..<100).map { "a+\($0):desc" }.joined(separator: ",")
    let found = try Tool.run(
      "TRUE", "--sort", keys, "--time-limit", "0", input: Self.rows(400))
    #expect(found.status == 2 && found.output.isEmpty && found.errors.contains(Self.end))
    let slow = try Tool.run("TRUE", "--sort", keys, "--time-limit", "3600", input: Self.rows(9))
    #expect(slow.status == 0 && slow.lines.first == "{\"a\":8,\"l\":[1,2]}")
  }

  /// Making columns is work too, without any row.
  @Test(arguments: ["--select", "--count-by", "--sort"])
  func manyColumnsAreMadeWithinTheTime(_ option: String) throws {
    let found = try Tool.run(
      "TRUE", option, Self.expressions(3_000), "--time-limit", "0", input: "")
    #expect(found.status == 2 && found.errors.contains(Self.end), "\(found.errors)")
  }

  /// The steps of a row are those of its columns together.
  @Test func columnsOfARowShareItsSteps() throws {
    let column = "SUBQUERY(l, $x, $x > 0).@count"
    let three = (0..<3).map { "c\($0)=\(column)" }.joined(separator: ",")
    func run(_ limit: Int, _ columns: String) throws -> Tool.Outcome {
      try Tool.run(
        "TRUE", "--select", columns, "--step-limit", "\(limit)", input: Self.rows(2))
    }
    let least = try #require(
      try (1...100).first { try run($0, "c=" + column).text.contains("null") == false })
    #expect(try run(least * 3, three).text.contains("null") == false)
    #expect(
      try run(least * 3 - 1, three).lines == [
        "{\"c0\":2,\"c1\":2,\"c2\":null}", "{\"c0\":2,\"c1\":2,\"c2\":null}",
      ])
  }

  // MARK: - Groups

  @Test func theCombinationsOfListsEndWithTheTime() throws {
    let found = try Tool.run(
      "TRUE", "--count-by", "a,b,c", "--time-limit", "0", input: Self.combinations(60, String.init))
    #expect(found.status == 2 && found.output.isEmpty && found.errors.contains(Self.end))
  }

  /// A row of more combinations than it has steps is left out whole.
  @Test func theCombinationsOfListsAreSteps() throws {
    let input = Self.combinations(4, String.init) + Self.combinations(3, String.init)
    let found = try Tool.run(
      "TRUE", "--count-by", "a,b,c", "--step-limit", "40", "-o", "csv", input: input)
    #expect(found.lines.count == 28 && found.lines.dropFirst().allSatisfy { $0.hasSuffix(",1") })
    #expect(found.errors.contains("gave up after 40 steps for one item; 1 row was left out"))
  }

  /// A group with a long key counts for as many as its bytes are.
  @Test func theBytesOfGroupsAreLimited() throws {
    let text = String(repeating: "x", count: 10_000)
    let input = Self.combinations(4) { "\"\($0)\(text)\"" }
    func run(_ limit: Int) throws -> Tool.Outcome {
      try Tool.run("TRUE", "--count-by", "a,b,c", "--max-groups", "\(limit)", input: input)
    }
    let refused = try run(1_000)
    #expect(refused.status == 2 && refused.output.isEmpty)
    #expect(refused.errors.contains("more than 1000 groups"))
    // 64 groups of 30 kB, which is 469 times 64 bytes.
    #expect(try run(64 * 471).lines.count == 64)
    let distinct = try Tool.run("TRUE", "--distinct", "a", "--max-groups", "100", input: input)
    #expect(distinct.errors.contains("more than 100 values for distinct(a)"))
  }

  /// Counting a row stops where there are more groups than are allowed, and so do aggregates for each of them.
  @Test func aPartHasNoMoreGroupsThanAreAllowed() throws {
    var counting = Counting()
    (counting.keyCount, counting.maxGroups) = (3, 100)
    let query = try Self.query(counting, ["a", "b", "c"])
    let scanner = try JSONLinesInput(
      lines: ByteSource(bytes: Array(Self.combinations(40, String.init).utf8), name: "x"), query)
    let part = try #require(try scanner.parts()(0)?.get())
    let found = try scanner.scanner()().scan(part, from: nil, JSONLineFilter.Request())
    #expect(found.groups?.count == 101)
  }

  private static func query(_ counting: Counting, _ columns: [String]) throws -> Query {
    var query = Query(
      text: "TRUE", predicate: try FilterPredicate(text: "TRUEPREDICATE"), bindings: [:],
      form: InputForm(format: .jsonl), output: .jsonl,
      selection: Selection(try columns.map { try KeyColumn($0) }), sortKeys: [], section: nil,
      limit: nil, offset: 0, isCount: false, isInverted: false, skipsErrors: false,
      limits: .standard)
    query.counting = counting
    return query
  }

  // MARK: - Order and output

  /// Sorting, grouping and writing charge the thread that writes, which has read nothing.
  @Test(arguments: [
    ["--sort", "a"], ["--section", "a"], ["--sort", "a", "-o", "table"],
    ["--count-by", "a", "-o", "json"], ["--unique", "a", "-o", "table"],
  ])
  func ordersAndSectionsEndWithTheTime(_ options: [String]) throws {
    let found = try Tool.run(
      ["TRUE", "--time-limit", "0"] + options, input: Self.rows(20_000))
    #expect(found.status == 2 && found.errors.contains(Self.end), "\(options)")
  }

  /// A sort ends inside: without the work of its columns it would be a look for each.
  @Test func aSortEndsInside() {
    var limits = EvaluationLimits.standard
    limits.time = .zero
    let run = EvaluationContext(of: limits)
    var columns = SortColumns(count: 30_000)
    let values = (0..<30_000).map { FilterValue.int(Int64($0 * 7_919 % 30_000)) }
    columns.append(values, SortComparison(), isAscending: true, nilsFirst: true)
    #expect(run.end == nil)
    var units = 0
    let order = columns.order(work: {
      units += $0
      return run.work($0) == nil
    })
    #expect(order.sorted() == (0..<30_000).map(UInt32.init))
    #expect(units >= 30_000 && run.end == nil)
    for _ in 0..<3 { _ = columns.order(work: { run.work($0) == nil }) }
    #expect(run.end?.kind == .time)
  }
}
