import Testing
import ToolTestSupport

/// What the language and the summaries of the tool can do, by one shot, the REPL and the pipe over the same rows.
///
/// `InputFormTests` has the forms of files in these ways. One shot alone has `--lookup`, `--unique` and `--limit-by`: rows of
/// a session are edited and keep their places, and its filters test rows one by one.
struct WaysInTests {
  private static let rows = """
    {"id":1,"ip":"10.1.2.3","v":"1.9","path":"/a/b","due":"2026-11-20T10:00:00Z","n":3,"o":{"x":null}}
    {"id":2,"ip":"192.168.0.7","v":"1.10","path":"/a","due":"2026-11-21T23:30:00Z","n":true,"o":{}}
    {"id":3,"ip":"fd00::1","v":"2.0-rc1","path":" c ","due":"2026-12-01T00:00:00Z","n":null,"o":{"x":1}}

    """

  @Test(arguments: [
    ("replace(path, '/', '-') == '-a-b'", [1]), ("ANY split(path, '/') == 'b'", [1]),
    ("substring(path, 1, 1) == 'a'", [1, 2]), ("capture(path, '/a/(.)', 1) == 'b'", [1]),
    ("concat(path, v) == '/a1.10'", [2]), ("trim(path) == 'c'", [3]),
    ("round(id / 2.0, 0) == 1", [1, 2]), ("coalesce(n, 0) == 0", [3]), ("n == 1", [2]),
    ("number(v) > 1.5", [1]), ("has(o, 'x')", [1, 3]), ("has(o, 'x') AND o.x == nil", [1]),
    ("cidr(ip, '10.0.0.0/8') OR cidr(ip, 'fd00::/8')", [1, 3]),
    ("version(v) >= version('1.10')", [2, 3]),
    ("year(CAST(due, 'NSDate')) == 2026", [1, 2, 3]),
    ("weekday(CAST(due, 'NSDate'), 'Europe/Berlin') == 7", [2]),
    ("startOf('month', CAST(due, 'NSDate')) == #2026-12-01#", [3]),
    ("add(CAST(due, 'NSDate'), 1, 'month') < #2026-12-21#", [1]),
  ])
  func aFilterHasTheSameRows(_ filter: String, _ expected: [Int]) throws {
    let folder = try Folder()
    let file = try folder.file("rows.jsonl", Self.rows)
    let ids = expected.map { "\($0)" }
    let shot = try Tool.run(filter, file, "-r", "-s", "id")
    #expect(shot.lines == ids, "\(shot)")
    let repl = try Tool.run(["repl", file], input: ".select id\n.mode text\n\(filter)\n")
    #expect(repl.lines == ids, "\(repl)")
    let answers = try converse([
      #"{"op":"open","source":"\#(file)"}"#,
      #"{"op":"filter.add","name":"f","filter":"\#(filter)"}"#, ask,
    ])
    let rows = try JSONNode(answers[2])["sections"]?.elements.first?["items"]?.elements
    #expect(rows?.compactMap { $0["id"]?.integer } == expected, "\(answers)")
  }

  @Test(arguments: [
    ("sum", "n", "4"), ("avg", "id", "2.0"), ("min", "id", "1"), ("max", "id", "3"),
    ("median", "id", "2"), ("distinct", "n", "2"),
  ])
  func anAggregateIsTheSame(_ word: String, _ key: String, _ expected: String) throws {
    let folder = try Folder()
    let file = try folder.file("rows.jsonl", Self.rows)
    let shot = try Tool.run("TRUE", file, "--\(word)", key, "-r")
    #expect(shot.lines == ["3\t\(expected)"], "\(shot)")
    let repl = try Tool.run(["repl", file], input: ".mode text\n.count \(word) \(key)\n")
    #expect(repl.lines == [expected], "\(repl)")
    let answers = try converse([
      #"{"op":"open","source":"\#(file)"}"#,
      #"{"op":"configure","aggregates":[{"name":"a","\#(word)":"\#(key)"}]}"#, ask,
    ])
    #expect(try JSONNode(answers[2])["aggregates"]?["a"]?.text == expected, "\(answers)")
  }

  // MARK: - Groups and ranges

  private static let counted = """
    {"id":1,"g":"a","due":"2026-11-20T22:10:00Z","day":"20.11.2026","n":3,"p":"1.234,50","v":"1.9"}
    {"id":2,"g":"b","due":"2026-11-20T22:50:00Z","day":"20.11.2026","n":14,"p":"7,00","v":"1.10"}
    {"id":3,"g":"a","due":"2026-11-22T23:30:00Z","day":"22.11.2026","n":8,"p":"80,25","v":"2.0-rc1"}
    {"id":4,"g":"a","due":"2026-12-21T00:30:00Z","day":"21.12.2026","n":21,"p":"0,25","v":"2.0"}

    """

  private static let types = "due=date,day=date:%d.%m.%Y,p=number:1.234,56"

  struct Ranges: Sendable {
    /// The arguments of one shot, the words after `.count`, and the members of a facet of the pipe
    let (shot, line, facet): ([String], String, String)

    /// The numbers of rows in ranges that are not empty
    let counts: [Int]

    init(_ shot: [String], _ line: String, _ facet: String, _ counts: [Int]) {
      (self.shot, self.line, self.facet, self.counts) = (shot, line, facet, counts)
    }
  }

  private static let ranges = [
    Ranges(["n:10"], "by n 0 10 20 30", #""ranges":"n","bounds":[0,10,20,30]"#, [2, 1, 1]),
    Ranges(["due:hour"], "histogram due:hour", #""ranges":"due","by":"hour""#, [2, 1, 1]),
    Ranges(["due:week"], "histogram due:week", #""ranges":"due","by":"week""#, [3, 1]),
    Ranges(
      ["due:week", "--zone", "Europe/Berlin"], "histogram due:week zone Europe/Berlin",
      #""ranges":"due","by":"week","timeZone":"Europe/Berlin""#, [2, 1, 1]),
    Ranges(["due:month"], "histogram due:month", #""ranges":"due","by":"month""#, [3, 1]),
    Ranges(["day:day"], "histogram day:day", #""ranges":"day","by":"day""#, [2, 1, 1]),
    Ranges(
      ["p:100"], "by p 0 100 1200 1300", #""ranges":"p","bounds":[0,100,1200,1300]"#, [3, 1]),
  ]

  @Test(arguments: ranges.indices)
  func aHistogramHasTheSameCounts(_ index: Int) throws {
    let example = Self.ranges[index]
    let folder = try Folder()
    let file = try folder.file("rows.jsonl", Self.counted)
    func counts(_ outcome: Tool.Outcome) -> [Int] {
      outcome.lines.compactMap { $0.split(separator: "\t").last.flatMap { Int($0) } }
        .filter { $0 > 0 }
    }
    let shot = try Tool.run(
      ["TRUE", file, "-r", "--types", Self.types, "--histogram"] + example.shot)
    #expect(counts(shot) == example.counts, "\(shot)")
    let repl = try Tool.run(
      ["repl", file, "--types", Self.types], input: ".mode text\n.count \(example.line)\n")
    #expect(counts(repl) == example.counts, "\(repl)")
    let answers = try converse([
      #"{"op":"open","source":"\#(file)","types":"\#(Self.types)"}"#,
      #"{"op":"configure","facets":[{"name":"f",\#(example.facet)}]}"#, ask,
    ])
    let facet = try JSONNode(answers[2])["facets"]?["f"]?["counts"]?.elements
    let found = facet?.compactMap { $0.elements.last?.integer }.filter { $0 > 0 }
    #expect(found == example.counts, "\(answers)")
  }

  @Test(arguments: [("median", "n", "", ["8", "14"]), ("percentile", "n", "90", ["21", "14"])])
  func aQuantileOfGroupsIsTheSame(
    _ word: String, _ key: String, _ percent: String, _ expected: [String]
  ) throws {
    let folder = try Folder()
    let file = try folder.file("rows.jsonl", Self.counted)
    let text = percent.isEmpty ? key : "\(key):\(percent)"
    let shot = try Tool.run("TRUE", file, "-r", "--count-by", "g", "--\(word)", text)
    #expect(shot.lines == ["a\t3\t\(expected[0])", "b\t1\t\(expected[1])"], "\(shot)")
    for (group, value) in zip(["a", "b"], expected) {
      let repl = try Tool.run(
        ["repl", file], input: ".mode text\n.filter add G g == '\(group)'\n.count \(word) \(text)\n"
      )
      #expect(repl.lines == [value], "\(repl)")
    }
    let at = percent.isEmpty ? "" : #","at":\#(percent)"#
    let answers = try converse([
      #"{"op":"open","source":"\#(file)"}"#,
      #"{"op":"configure","section":"g","aggregates":[{"name":"q","\#(word)":"\#(key)"\#(at)}]}"#,
      ask,
    ])
    let sections = try JSONNode(answers[2])["sections"]?.elements
    #expect(sections?.compactMap { $0["aggregates"]?["q"]?.text } == expected, "\(answers)")
  }

  @Test func markdownIsTheSame() throws {
    let folder = try Folder()
    let file = try folder.file("rows.jsonl", Self.counted)
    let shot = try Tool.run("n > 3", file, "-o", "markdown", "-s", "id,g,n")
    #expect(
      shot.lines == [
        "| id | g | n |", "| --: | --- | --: |", "| 2 | b | 14 |", "| 3 | a | 8 |",
        "| 4 | a | 21 |",
      ])
    let repl = try Tool.run(
      ["repl", file], input: ".mode markdown\n.select id,g,n\nn > 3\n")
    #expect(repl.lines == shot.lines, "\(repl)")
  }

  /// Rows inside of rows are counted and computed with as others are.
  @Test(arguments: [("R[].I[]", "30"), ("R[].m{}", "12")])
  func innerRowsHaveTheSameSum(_ rows: String, _ expected: String) throws {
    let folder = try Folder()
    let file = try folder.file(
      "rows.json",
      #"{"R":[{"I":[{"n":10},{"n":15}],"m":{"x":{"n":5},"y":{"n":7}}},{"I":[{"n":5}],"m":{}}]}"#)
    let shot = try Tool.run("TRUE", file, "--rows", rows, "--sum", "n", "-r")
    #expect(shot.lines.last?.split(separator: "\t").last == expected[...], "\(shot)")
    let repl = try Tool.run(
      ["repl", file, "--rows", rows], input: ".mode text\n.count sum n\n")
    #expect(repl.lines == [expected], "\(repl)")
    let answers = try converse([
      #"{"op":"open","source":"\#(file)","rows":"\#(rows)"}"#,
      #"{"op":"configure","aggregates":[{"name":"a","sum":"n"}]}"#, ask,
    ])
    #expect(try JSONNode(answers[2])["aggregates"]?["a"]?.text == expected, "\(answers)")
  }

  /// Kinds with a form are sorted as what their texts mean; versions by their parts.
  @Test(arguments: [
    ("day", "day", [1, 2, 3, 4]), ("p", "p", [4, 2, 3, 1]), ("version(v)", nil, [1, 2, 3, 4]),
  ])
  func anOrderIsTheSame(_ key: String, _ path: String?, _ expected: [Int]) throws {
    let folder = try Folder()
    let file = try folder.file("rows.jsonl", Self.counted)
    let ids = expected.map { "\($0)" }
    let shot = try Tool.run(
      "TRUE", file, "-r", "--types", Self.types, "--sort", key, "-s", "id")
    #expect(shot.lines == ids, "\(shot)")
    let repl = try Tool.run(
      ["repl", file, "--types", Self.types],
      input: ".mode text\n.select id\n.sort \(key)\n.show\n")
    #expect(repl.lines == ids, "\(repl)")
    guard let path else { return }
    let answers = try converse([
      #"{"op":"open","source":"\#(file)","types":"\#(Self.types)"}"#,
      #"{"op":"configure","sort":[{"key":"\#(path)"}]}"#, ask,
    ])
    let rows = try JSONNode(answers[2])["sections"]?.elements.first?["items"]?.elements
    #expect(rows?.compactMap { $0["id"]?.integer } == expected, "\(answers)")
  }
}
