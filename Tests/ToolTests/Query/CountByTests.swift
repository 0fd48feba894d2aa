import Foundation
import TestSupport
import Testing
import ToolTestSupport

@testable import FrcQuery

/// Groups of rows, with counts and aggregates, as the program prints them.
struct CountByTests {
  private func lines(_ arguments: String..., input: String = "") throws -> [String] {
    let outcome = try Tool.run(["TRUE"] + arguments, input: input)
    #expect(outcome.status == 0, "\(outcome)")
    return outcome.lines
  }

  // MARK: - Agreement

  private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  private func agree(_ seed: UInt64, _ formats: String) throws {
    let folder = try Folder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.python ?? "")
    process.arguments = [
      "-c", CountByReference.script, Tool.path, String(seed), folder.path, formats,
    ]
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
  }

  @Test(.enabled(if: CountByTests.python != nil), arguments: RandomSearch.seeds(2))
  func hostileRowsAreCountedAsPythonCountsThem(_ seed: UInt64) throws {
    try agree(seed, "jsonl")
  }

  #if SQLite
    @Test(.enabled(if: CountByTests.python != nil), arguments: RandomSearch.seeds(2))
    func allFormatsGiveTheSameNumbers(_ seed: UInt64) throws {
      try agree(seed, "jsonl,csv,db")
    }
  #endif

  /// Counts, least and greatest values of texts and small integers, by a loop.
  @Test(arguments: RandomSearch.seeds(3))
  func countsAreThoseOfALoop(_ seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let rows = (0..<dice.below(3000)).map { _ in
      (city: "c\(dice.below(40))", team: dice.below(5), age: dice.below(100) - 50)
    }
    let text = rows.map {
      "{\"city\":\"\($0.city)\",\"team\":\($0.team),\"age\":\($0.age)}\n"
    }.joined()
    var groups: [String: [Int]] = [:]
    for row in rows { groups["\"\(row.city)\",\"team\":\(row.team)", default: []].append(row.age) }
    let expected = groups.map { key, ages in
      "{\"city\":\(key),\"count\":\(ages.count),\"sum(age)\":\(ages.reduce(0, +))"
        + ",\"min(age)\":\(ages.min() ?? 0),\"max(age)\":\(ages.max() ?? 0)"
        + ",\"distinct(age)\":\(Set(ages).count)}"
    }
    let found = try Tool.run(
      ["TRUE", "--count-by", "city,team", "--sum", "age", "--min", "age", "--max", "age"]
        + ["--distinct", "age"], input: text)
    #expect(found.status == (rows.isEmpty ? 1 : 0))
    #expect(found.lines.sorted() == expected.sorted(), "seed \(seed)")
  }

  // MARK: - Rules

  private static let hostile = """
    {"k":1,"v":1}
    {"k":1.0,"v":2.5}
    {"k":true,"v":1e308}
    {"k":"1","v":1e308}
    {"k":null,"v":"x"}
    {"v":9223372036854775807}
    {"k":[1,2,2.0,[]],"v":3}
    {"k":{"a":1,"b":2},"v":null}
    {"k":{"b":2.0,"a":1},"v":9223372036854775807}
    {"k":-0.0}
    {"k":[]}
    """

  @Test func valuesThatAreEqualAreOneGroup() throws {
    #expect(
      try lines("--count-by", "k", input: Self.hostile) == [
        #"{"k":1,"count":4}"#, #"{"k":null,"count":3}"#, #"{"k":{"a":1,"b":2},"count":2}"#,
        #"{"k":-0.0,"count":1}"#, #"{"k":2,"count":1}"#, #"{"k":"1","count":1}"#,
        #"{"k":[],"count":1}"#,
      ])
  }

  @Test func sumsAreExactAndRoundedOnce() throws {
    let outcome = try Tool.run(
      "v != 'x'", "--sum", "v", "--avg", "total=v", input: Self.hostile)
    #expect(outcome.text == "{\"count\":10,\"sum(v)\":null,\"total\":2.857142857142857e+307}\n")
    let integers = try Tool.run(
      "v == 9223372036854775807", "--sum", "v", "-o", "csv", input: Self.hostile)
    #expect(integers.text == "count,sum(v)\n2,18446744073709551614\n")
  }

  @Test func quantilesAreExact() throws {
    let input = """
      {"k":1,"v":3}
      {"k":1,"v":1}
      {"k":1,"v":1.0}
      {"k":1,"v":9007199254740993}
      {"k":2,"v":9007199254740993}
      {"k":2,"v":9007199254740995}
      {"k":2,"v":null}
      {"k":2,"v":"x"}
      {"k":3,"v":"y"}

      """
    let outcome = try Tool.run(
      "TRUE", "--count-by", "k", "--sort", "k", "--median", "v", "--percentile", "low=v:50",
      "--percentile", "v:99.9", "-o", "csv", input: input)
    // The double between two integers, and values as they occur.
    #expect(
      outcome.text == """
        k,count,median(v),low,p99.9(v)
        1,4,2.0,1,9007199254740993
        2,4,9.007199254740994e+15,9007199254740993,9007199254740995
        3,1,,,

        """)
    #expect(outcome.errors.contains("median(v) leaves out 2 values that are not numbers"))
    let dates = try Tool.run(
      "TRUE", "--median", "d", "--types", "d=date", "-o", "csv",
      input: "{\"d\":\"2026-01-01\"}\n{\"d\":\"2026-01-02T00:00:00Z\"}\n")
    #expect(dates.text == "count,median(d)\n2,2026-01-01T12:00:00Z\n")
  }

  @Test func leftOutValuesAreReported() throws {
    let outcome = try Tool.run(
      "TRUE", "--sum", "v", "--min", "v", "--max", "1/v", "-o", "csv",
      input: "{\"v\":0}\n{\"v\":2}\n{\"v\":\"x\"}\n{}\n{\"v\":[]}\n")
    #expect(outcome.text == "count,sum(v),min(v),max(1/v)\n5,2,0,0\n")
    #expect(
      outcome.errors == """
        frc-query: sum(v) leaves out 2 values that are not numbers
        frc-query: min(v) leaves out 2 values that are not numbers
        frc-query: max(1/v) leaves out 4 values that cannot be computed (1 / 0: division by zero)
        note: '1 / v' divides integers and drops the remainder: write 1.0 / v

        """)
  }

  @Test func rowsWithoutAKeyAreReported() throws {
    let outcome = try Tool.run(
      "TRUE", "--count-by", "1/v", input: "{\"v\":0}\n{\"v\":1}\n{\"v\":0}\n")
    #expect(outcome.text == "{\"1/v\":1,\"count\":1}\n" && outcome.status == 0)
    #expect(
      outcome.errors
        == "frc-query: '1/v' cannot be computed: 1 / 0: division by zero; 2 rows were left out\n")
    let none = try Tool.run("TRUE", "--count-by", "1/v", input: "{\"v\":0}\n")
    #expect(none.text.isEmpty && none.status == 2)
  }

  @Test func groupsAreSortedAndCut() throws {
    let input = "city,n\nb,1\na,2\nb,3\nc,10\n"
    func cities(_ arguments: String...) throws -> [String] {
      let outcome = try Tool.run(
        ["TRUE", "--count-by", "city", "--sum", "n", "-o", "csv"] + arguments, input: input)
      return outcome.lines.dropFirst().map { String($0) }
    }
    #expect(try cities() == ["b,2,4", "a,1,2", "c,1,10"])
    #expect(try cities("--sort", "city:desc") == ["c,1,10", "b,2,4", "a,1,2"])
    #expect(try cities("--sort", "count,sum(n):desc") == ["c,1,10", "a,1,2", "b,2,4"])
    #expect(try cities("--limit", "1") == ["b,2,4"])
    #expect(try cities("--limit", "1", "--offset", "1") == ["a,1,2"])
    let unknown = try Tool.run("TRUE", "--count-by", "city", "--sort", "n", input: input)
    #expect(
      unknown.errors
        == "frc-query: 'n' is not a column of the groups: sort by city, count\n")
    #expect(unknown.status == 2)
  }

  @Test func withoutRowsTheStatusIsOne() throws {
    let groups = try Tool.run("FALSE", "--count-by", "a", "-o", "csv", input: "a\n1\n")
    #expect(groups.status == 1 && groups.text == "a,count\n")
    let all = try Tool.run("FALSE", "--sum", "a", "--avg", "a", "--max", "a", input: "a\n1\n")
    #expect(all.status == 1)
    #expect(all.text == "{\"count\":0,\"sum(a)\":0,\"avg(a)\":null,\"max(a)\":null}\n")
  }

  @Test func tooManyGroupsAreAnError() throws {
    let input = (0..<5).map { "{\"a\":\($0)}\n" }.joined()
    let groups = try Tool.run("TRUE", "--count-by", "a", "--max-groups", "4", input: input)
    #expect(groups.status == 2 && groups.output.isEmpty)
    #expect(
      groups.errors
        == "frc-query: more than 4 groups: --max-groups N allows more, and takes more memory\n")
    #expect(try lines("--count-by", "a", "--max-groups", "5", input: input).count == 5)
    let values = try Tool.run("TRUE", "--distinct", "a", "--max-groups", "4", input: input)
    #expect(values.errors.hasPrefix("frc-query: more than 4 values for distinct(a): --max-groups"))
    let ranks = try Tool.run("TRUE", "--median", "a", "--max-groups", "4", input: input)
    #expect(ranks.errors.hasPrefix("frc-query: more than 4 values for median(a): --max-groups"))
    // A row can be in many groups.
    let list = "{\"a\":\(Array(0..<300)),\"b\":\(Array(0..<300))}"
    let many = try Tool.run("TRUE", "--count-by", "a,b", "--max-groups", "9999", input: list)
    #expect(many.status == 2 && many.errors.contains("more than 9999 groups"))
  }

  @Test func optionsThatDoNotFitSayWhatToDo() throws {
    for (options, message) in [
      (["--sum", "a", "--select", "a"], "--select does not go with --sum: name the columns"),
      (["--count-by", "a", "--section", "b"], "--section does not go with --count-by: count by"),
      (["--count-by", "a", "-c"], "--count does not go with --count-by: groups are counted"),
      (["--distinct", "a", "--unique", "b"], "--unique does not go with --distinct: count the"),
      (["--count-by", "a", "-H"], "--with-filename does not go with --count-by"),
      (["--count-by", "a", "-n"], "--line-number does not go with --count-by"),
      (["--count-by", "a", "--histogram", "a"], "--count-by and --histogram are two ways"),
      (["--histogram", "a", "--sort", "a"], "--sort does not go with --histogram: ranges are"),
      (["--percentile", "a"], "'a' has no percent: write one from 0 to 100 after a colon, as"),
      (["--percentile", "a:101"], "'a:101' has no percent"),
      (["--count-by", "a", "--zone", "UTC"], "--zone is the time zone of --histogram, which is"),
      (["--histogram", "a:day", "--zone", "Mars/Base"], "there is no time zone 'Mars/Base'"),
      (["--histogram", "a:x"], "'x' is not a width: write a positive number such as 10"),
      (["--histogram", "a:0"], "'0' is not a width"), (["--histogram", "a:-1"], "'-1' is not a"),
      (["--count-by", "count"], "two columns have the name 'count': name one of them"),
      (["--count-by", ""], "a key path is empty"),
      (["--count-by", "a", "--max-groups", "0"], "--max-groups must be at least 1."),
    ] {
      let outcome = try Tool.run(["TRUE"] + options, input: "{\"a\":1}\n")
      #expect(outcome.status == 2 && outcome.output.isEmpty, "\(options)")
      #expect(outcome.errors.contains(message), "\(options): \(outcome.errors)")
    }
  }

  @Test func manyFilesAndFormatsAreCountedTogether() throws {
    let folder = try Folder()
    let csv = try folder.file("a.csv", Data("k,n\nx,1\ny,2\n".utf8))
    let json = try folder.file("b.json", Data("[{\"k\":\"x\",\"n\":0.5},{\"k\":\"z\"}]".utf8))
    #expect(
      try lines("--count-by", "k", "--sum", "n", "-o", "tsv", csv, json) == [
        "k\tcount\tsum(n)", "x\t2\t1.5", "y\t1\t2", "z\t1\t0",
      ])
    #expect(try lines("--count-by", "k", "-o", "json", json).first == "[")
    #expect(
      try lines("--count-by", "k", "-o", "table", json)
        == ["k  count", "─  ─────", "x      1", "z      1"])
  }

  /// An average has six digits in a table, and all that it has in data.
  @Test(arguments: [
    ("1,1,2", "1.33333", "1.3333333333333333"),
    ("0.001,0,0", "0.000333333", "0.0003333333333333333"),
    ("1000000,0,1", "333334.0", "333333.6666666667"), ("99999.96,99999.96", "100000.0", "99999.96"),
    ("-2,-3", "-2.5", "-2.5"), ("0", "0.0", "0.0"),
  ])
  func averagesAreShort(_ numbers: String, _ short: String, _ long: String) throws {
    let input = "n\n" + numbers.replacing(",", with: "\n") + "\n"
    let arguments = ["TRUE", "-i", "csv", "--avg", "n"]
    let table = try Tool.run(arguments + ["-o", "table"], input: input).lines.last
    #expect(table?.split(separator: " ")[1] == Substring(short), "\(table ?? "")")
    let csv = try Tool.run(arguments + ["-o", "csv"], input: input).lines
      .last
    #expect(csv?.split(separator: ",")[1] == Substring(long), "\(csv ?? "")")
  }
}
