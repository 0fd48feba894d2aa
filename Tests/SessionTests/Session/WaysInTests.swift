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
}
