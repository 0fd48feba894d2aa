import FilterEngine
import FilterSyntax
import Testing
import ToolTestSupport

@testable import FrcQuery

/// What `.schema` says of the key paths of an open file.
struct ReplSchemaTests {
  /// The lines of the schema of a file, as cells.
  private func schema(_ rows: some Sequence<String>) throws -> (entries: [[String]], rest: [String])
  {
    let session = try HeardSession()
    try session.load(rows)
    _ = try session.says(".mode tsv")
    let lines = try session.says(".schema").split(separator: "\n").map(String.init)
    #expect(lines.first == "key\ttype\trows\texample")
    let entries = lines.dropFirst().filter { $0.contains("\t") }
    return (
      entries.map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) },
      lines.dropFirst(1 + entries.count).map { $0 }
    )
  }

  @Test(arguments: [
    (["1"], "number"), (["null"], "nil"), (["null", "1"], "number or nil"),
    (["1", "null", "\"x\""], "number or string or nil"),
    (["[]"], "list"), (["[1,2]"], "list of numbers"),
    (["[1,\"x\"]", "[true]"], "list of numbers, strings, booleans"),
    (["[null]"], "list of nil"), (["[1]", "null", "2"], "list of numbers or number or nil"),
    (["[[1]]"], "list of lists"), (["[{}]"], "list of objects"), (["true"], "boolean"),
  ])
  func typesAreThoseOfAllValues(_ values: [String], _ type: String) throws {
    let (entries, rest) = try schema(values.map { "{\"a\":\($0)}" } + ["{}"])
    #expect(entries.map { Array($0.prefix(3)) } == [["a", type, "\(values.count)"]])
    #expect(rest.isEmpty)
  }

  /// The first value that is not nil is the example, cut where it is long.
  @Test func anExampleIsShort() throws {
    let long = String(repeating: "x", count: 80)
    let (entries, _) = try schema([
      "{\"a\":null,\"b\":\"\(long)\",\"c\":\"\(long.prefix(58))\",\"d\":\"\(long.prefix(59))\"}",
      "{\"a\":3}", "{\"a\":4}",
    ])
    func quoted(_ text: String) -> String { "\"\"\"\(text)" }
    #expect(
      entries.map { $0[3] } == [
        "3", quoted(long.prefix(58) + "…\""), quoted(long.prefix(58) + "\"\"\""),
        quoted(long.prefix(58) + "…\""),
      ])
  }

  /// Rows are looked at in parts of some thousand, and rows that came later one by one.
  @Test(arguments: [1, 4_096, 4_097])
  func allRowsAreLookedAt(_ count: Int) throws {
    let rows = (0..<count).map {
      $0 == count - 1 ? "{\"a\":1,\"tail\":{\"b\":[1]}}" : "{\"a\":\"x\"}"
    }
    let expected = [
      ["a", count == 1 ? "number" : "string or number", "\(count)"], ["tail", "object", "1"],
      ["tail.b", "list of numbers", "1"],
    ]
    #expect(try schema(rows).entries.map { Array($0.prefix(3)) } == expected)
    let session = try HeardSession()
    try session.load(rows)
    _ = try session.says(".mode jsonl")
    let before = try session.says(".schema")
    _ = try session.says(".add {\"new\":1}")
    let after = try session.says(".schema")
    #expect(
      after == before + "{\"key\":\"new\",\"type\":\"number\",\"rows\":1,\"example\":\"1\"}\n")
    _ = try session.says(".remove \(count + 1)")
    #expect(try session.says(".schema") == before)
  }

  @Test(arguments: [999, 1_000, 1_001])
  func moreKeyPathsThanAreListedAreSaid(_ count: Int) throws {
    let members = (0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    let (entries, rest) = try schema(["{\(members)}"])
    #expect(entries.map { $0[0] } == (0..<min(count, 1_000)).map { "k\($0)" })
    #expect(rest == (count > 1_000 ? ["and more than 1000 key paths"] : []))
  }

  @Test func aKeyNamesWhatIsListed() throws {
    let heard = try HeardSession()
    try heard.load([#"{"a":{"b":1,"c d":{"e":2}},"ab":1,"l":[{"x":1}],"size":{"in":3}}"#])
    _ = try heard.says(".mode csv")
    func keys(_ key: String) throws -> [String] {
      try heard.says(".schema \(key)").split(separator: "\n").dropFirst()
        .map { String($0.prefix { $0 != "," }) }
    }
    #expect(try keys("a") == ["a", "a.b", "a.`c d`", "a.`c d`.e"])
    #expect(try keys("a.`c d`") == ["a.`c d`", "a.`c d`.e"])
    #expect(try keys("a.c d") == ["a.`c d`", "a.`c d`.e"])
    #expect(try keys("ab") == ["ab"] && keys("#size") == ["#size", "#size.#in"])
    #expect(try keys("l").first == "l")
    #expect(
      try heard.says(".schema abc") == "error: no row has the key path 'abc', did you mean 'ab'?\n")
    #expect(try heard.says(".schema A").hasPrefix("error: no row has the key path 'A'"))
  }

  /// Texts are shortened in the middle, and no line is wider than the terminal.
  @Test(arguments: [200, 100, 60, 40, 30])
  func aLineFitsTheWidth(_ width: Int) throws {
    let long = "processor.sustainedClockSpeedInGhz.ofAllCores"
    let heard = try HeardSession()
    try heard.load([
      "{\"processor\":{\"sustainedClockSpeedInGhz\":{\"ofAllCores\":[1,\"x\",null,true,{}]}},"
        + "\"n\":\"\(String(repeating: "日本", count: 40))\"}"
    ])
    let schema = try #require(try heard.session.data?.schema(limit: nil))
    let rows = SchemaTable(schema.entries, width: width).rows(asJSON: false)
    let cells = rows.map { row -> [String] in
      guard case .object(let object) = row.value else { return [] }
      return object.values.map { Columns.text(of: $0) }
    }
    let widths = (0..<4).map { column in
      max(SchemaTable.columns[column].count, cells.map { TextWidth.of($0[column]) }.max() ?? 0)
    }
    #expect(widths.reduce(6, +) <= width || width < 40, "\(cells)")
    let path = try #require(cells.first { $0[0].hasSuffix("AllCores") || $0[0].hasSuffix("res") })
    #expect(path[0].hasPrefix("proc"))
    #expect(path[0] == long || path[0].contains("…"))
    #expect(width < 200 || path[0] == long)
  }
}
