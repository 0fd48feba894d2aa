import FilterEngine
import Foundation
import TestSupport
import Testing
import ToolTestSupport

@testable import FrcQuery

/// Facets and totals of a session, beside a count that is made line by line here.
struct SessionNumbersTests {
  /// A row: a number or a text as it is written, a city, a date.
  private struct Row {
    let id: Int
    let n: String?
    let city: String?
    let due: String?

    var json: String {
      let members = [
        ("id", "\(id)"), ("n", n), ("city", city.map { "\"\($0)\"" }),
        ("due", due.map { "\"\($0)\"" }),
      ]
      return "{"
        + members.compactMap { name, text in text.map { "\"\(name)\":\($0)" } }
        .joined(separator: ",") + "}"
    }

    var number: Double? { n.flatMap(Double.init) }
  }

  private static func rows(_ dice: inout SeededGenerator) -> [Row] {
    (0..<dice.below(30)).map { id in
      Row(
        id: id, n: dice.pick([nil, "0", "1", "1.0", "2", "2.5", "10", "\"x\""]),
        city: dice.pick([nil, "Rome", "Oslo", "Paris"]),
        due: dice.pick([
          nil, "2026-01-31", "2026-02-01T00:00:00Z", "2026-02-28T23:59:59Z", "2027-01-01", "never",
        ]))
    }
  }

  private static func lines<Key: Hashable>(
    _ counts: [Key: Int], _ name: String, before: (Key, Key) -> Bool, text: (Key) -> String
  ) -> [String] {
    counts.sorted { $0.value == $1.value ? before($0.key, $1.key) : $0.value > $1.value }
      .map { #"{"\#(name)":\#(text($0.key)),"count":\#($0.value)}"# }
  }

  @Test(arguments: RandomSearch.seeds(30))
  func numbersAreThoseOfARecount(_ seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let rows = Self.rows(&dice)
    let session = try HeardSession()
    try session.load(rows.map(\.json))
    for line in [".mode jsonl", ".filter add R@city city == 'Rome'", ".filter add Two n < 3"] {
      _ = try session.says(line)
    }
    let isSmall = { (row: Row) in row.number.map { $0 < 3 } ?? false }
    let isShown = { (row: Row) in row.city == "Rome" && isSmall(row) }
    let shown = rows.filter(isShown)
    // Without the filter of its group, and with the value in force.
    var cities: [String: Int] = [:]
    for row in rows where isSmall(row) { cities[row.city ?? "", default: 0] += 1 }
    let marks = cities["Rome"] != nil
    let expected = Self.lines(cities, "city", before: <) { $0.isEmpty ? "null" : "\"\($0)\"" }
      .map { line in
        let mark = line.contains("Rome") ? "true" : "null"
        return marks ? line.dropLast() + #","in force":\#(mark)}"# : line
      }
    #expect(try rowsOf(session.says(".count by city")) == expected, "FRC_SEED=\(seed)")
    _ = try session.says(".count off")
    // 1 and 1.0 are one value, under its least spelling.
    var numbers: [Double: Int] = [:]
    for row in shown { numbers[row.number ?? -1, default: 0] += 1 }
    let spellings = Self.lines(numbers, "n", before: <) { number in
      let texts = Set(shown.filter { $0.number == number }.compactMap(\.n))
      return texts.min { $0.count < $1.count } ?? ""
    }
    #expect(try rowsOf(session.says(".count by n")) == spellings, "FRC_SEED=\(seed)")
    _ = try session.says(".count off")
    var months: [String: Int] = [:]
    for row in shown {
      if let due = row.due, due != "never" { months[String(due.prefix(7)), default: 0] += 1 }
    }
    #expect(
      try rowsOf(session.says(".count histogram due:month"))
        == months.sorted { $0.key < $1.key }
        .map { #"{"due":"\#($0.key)","count":\#($0.value)}"# }, "FRC_SEED=\(seed)")
    _ = try session.says(".count off")
    let ranges: [(String, String, (Double) -> Bool)] = [
      ("null", "1", { $0 < 1 }), ("1", "2.5", { $0 >= 1 && $0 < 2.5 }),
      ("2.5", "null", { $0 >= 2.5 }),
    ]
    #expect(
      try rowsOf(session.says(".count by n 1 2.5"))
        == ranges.map { from, to, holds in
          let count = shown.count { $0.number.map(holds) ?? false }
          return #"{"n from":\#(from),"to":\#(to),"count":\#(count)}"#
        }, "FRC_SEED=\(seed)")
    _ = try session.says(".count off")
    _ = try session.says(".count sum n")
    let sum = shown.compactMap(\.number).reduce(0, +)
    let isInteger = shown.allSatisfy { !($0.n ?? "").contains(".") }
    let least = shown.compactMap(\.number).min()
    let leastText = least.map { least in
      shown.compactMap(\.n).filter { Double($0) == least }.min { $0.count < $1.count } ?? ""
    }
    let distinct = Set(shown.compactMap(\.number)).count
    _ = try session.says(".count min n")
    #expect(
      try rowsOf(session.says(".count distinct n")) == [
        #"{"sum(n)":\#(isInteger ? "\(Int(sum))" : "\(sum)"),"min(n)":\#(leastText ?? "null"),"distinct(n)":\#(distinct)}"#
      ], "FRC_SEED=\(seed)")
    // A predicate leaves the filters alone, and its numbers are those of its matches.
    let texts = rows.filter { $0.city == "Oslo" }
    let ones = texts.compactMap(\.number)
    let failed = texts.count { $0.n == "\"x\"" }
    let answer = try session.says("city == 'Oslo'")
    #expect(answer.contains("\"distinct(n)\":\(Set(ones).count + (failed > 0 ? 1 : 0))}"))
    #expect(answer.contains("sum(n) leaves out") == (failed > 0), "FRC_SEED=\(seed)")
    #expect(try session.says(".count").contains("\"distinct(n)\":\(distinct)}"))
  }

  /// The lines of an answer that are rows.
  private func rowsOf(_ answer: String) -> [String] {
    answer.split(separator: "\n").filter { $0.hasPrefix("{") }.map(String.init)
  }

  @Test func candidatesAreCountedInTheirGroup() throws {
    let session = try HeardSession()
    try session.load((0..<10).map { #"{"id":\#($0),"age":\#($0 * 10)}"# })
    _ = try session.says(".mode csv")
    let line = ".count by Young@age: age < 30; 'Very old'@age: age >= 80; Odd@age: age > 'x'"
    let counts = "age,count\nYoung,3\nVery old,2\nOdd,0\n10 that cannot be counted\n"
    #expect(try session.says(line) == counts)
    #expect(
      try session.says(".filter add Young@age age < 30") == """
        3 of 10 rows
        age,count,in force
        Young,3,true
        Very old,2,
        Odd,0,
        10 that cannot be counted

        """)
    #expect(
      try session.says("id > 7").hasSuffix(
        "2 of 10 rows\nage,count\nYoung,0\nVery old,2\nOdd,0\n2 that cannot be counted\n"))
  }

  @Test func quantilesAndUnitsOfAZone() throws {
    let session = try HeardSession()
    try session.load(
      (1...20).map { #"{"id":\#($0),"due":"2026-03-01T\#($0 % 2 == 0 ? 22 : 23):30:00Z"}"# })
    _ = try session.says(".mode csv")
    #expect(try session.says(".count median id") == "median(id)\n10.5\n")
    #expect(
      try session.says(".count percentile id * 2:95") == "median(id),p95(id * 2)\n10.5,38\n")
    #expect(try session.says(".count percentile id").contains("'id' has no percent"))
    _ = try session.says(".count off")
    #expect(
      try session.says(".count histogram due:hour zone Europe/Berlin")
        == "due,count\n2026-03-01T23:00,10\n2026-03-02T00:00,10\n")
    _ = try session.says(".count off")
    #expect(
      try session.says(".count histogram due:week zone Europe/Berlin")
        == "due,count\n2026-02-23,10\n2026-03-02,10\n")
    #expect(
      try session.says(".count histogram due:day zone Mars/Base").contains(
        "no time zone 'Mars/Base'"))
  }

  /// A word among bounds is named, with both ways to count ranges.
  @Test(arguments: ["histogram", "x", "true"])
  func aWordIsNoBound(_ word: String) throws {
    let session = try HeardSession()
    try session.load([#"{"id":1}"#])
    #expect(
      try session.says(".count by id 1 \(word)")
        == "error: '\(word)' is no bound of a range: write numbers or dates, as in .count by id 0 10 100; "
        + "dates are counted by .count histogram id:month\n")
  }

  @Test func manyValuesAreCut() throws {
    let session = try HeardSession()
    try session.load((0..<50).map { #"{"id":\#($0),"n":\#($0 % 25)}"# })
    _ = try session.says(".mode csv")
    let lines = try session.says(".count by n").split(separator: "\n")
    #expect(lines.count == 22 && lines[1] == "0,2" && lines[20] == "19,2")
    #expect(lines[21] == "5 other values in 10 rows")
  }

  /// At a terminal counts are bars, and the value in force is marked.
  @Test func aTerminalShowsBars() throws {
    let session = try HeardSession(isTerminal: true)
    try session.load(
      (0..<1200).map { #"{"id":\#($0),"city":"\#($0 % 4 == 0 ? "Oslo" : "Rome")"}"# })
    _ = try session.says(".filter add R@city city == 'Rome'")
    let lines = try session.says(".count by city").split(separator: "\n")
    #expect(lines.count == 3 && lines[0] == "city")
    #expect(lines[1].hasPrefix("* Rome  900  ") && lines[2].hasPrefix("  Oslo  300  "))
    let bars = lines.dropFirst().map { $0.split(separator: "  ").last?.count ?? 0 }
    #expect(bars[0] > 20 && (bars[1] - bars[0] / 3).magnitude <= 1, "\(bars)")
  }

  /// Facets are taken back with the batch, and follow edits and undo.
  @Test func numbersFollowEdits() throws {
    let session = try HeardSession()
    try session.load([#"{"id":1,"n":1}"#, #"{"id":2,"n":2}"#])
    _ = try session.says(".mode csv")
    #expect(try session.says(".count sum n") == "sum(n)\n3\n")
    _ = try session.says(".set n n * 10")
    #expect(try session.says(".count") == "sum(n)\n30\n")
    _ = try session.says(".undo")
    #expect(try session.says(".count") == "sum(n)\n3\n")
    for line in [".begin", ".count off", ".set n 7"] { _ = try session.says(line) }
    #expect(try session.says(".count") == "")
    _ = try session.says(".rollback")
    #expect(try session.says(".count") == "sum(n)\n3\n")
    // A change of numbers alone is not a change of rows.
    _ = try session.says(".diff on")
    #expect(try session.says(".count max n") == "sum(n),max(n)\n3,2\n")
  }
}
