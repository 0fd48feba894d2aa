import Foundation
import Synchronization
import TestSupport
import Testing
import ToolTestSupport

@testable import FrcQuery

/// The tools of the server: each answer is that of a command, within bounds.
@Suite struct ServedToolTests {
  private static let people = Tool.sample("people.json")

  private func serving(_ rows: String) throws -> HeardServer {
    let folder = try Folder()
    return try HeardServer(["rows=" + folder.file("rows.jsonl", rows)], in: folder)
  }

  @Test func rowsAreThoseOfTheFilter() throws {
    let server = try HeardServer(["people=" + Self.people])
    let (text, isError) = try server.call(
      "query",
      [
        "source": "people", "filter": "age > 30", "select": ["name", "older=age+1"],
        "sort": ["age:desc"], "limit": 2,
      ])
    let outcome = try Tool.run(
      "age > 30", Self.people, "--select", "name,older=age+1", "--sort", "age:desc")
    #expect(outcome.lines.count > 2 && !isError)
    #expect(
      text
        == #"{"rows":[\#(outcome.lines.prefix(2).joined(separator: ","))],"#
        + #""leftOut":{"reason":"there are more rows","offset":2}}"#)
    let all = try server.call("query", ["source": "people"]).text
    #expect(
      all == #"{"rows":[\#(try Tool.run("TRUE", Self.people).lines.joined(separator: ","))]}"#)
  }

  @Test func countsAreThoseOfTheFilter() throws {
    let server = try HeardServer([Self.people])
    #expect(
      try server.call("query", ["source": "people", "filter": "age > 30", "count": true]).text
        == #"{"count":\#(try Tool.run("age > 30", Self.people, "-c").lines[0])}"#)
    let groups = try Tool.run("TRUE", Self.people, "--count-by", "city", "--avg", "age").lines
    #expect(
      try server.call("query", ["source": "people", "countBy": ["city"], "avg": ["age"]]).text
        == #"{"rows":[\#(groups.joined(separator: ","))]}"#)
  }

  /// The rows that are left out are those from the offset on.
  @Test func anAnswerIsBoundedAndContinues() throws {
    let rows = (0..<3_000).map { #"{"id":\#($0),"text":"\#(String(repeating: "x", count: 300))"}"# }
    let server = try serving(rows.joined(separator: "\n") + "\n")
    var (ids, offset, answers) = ([Int](), Int?.some(0), 0)
    while let next = offset {
      let (text, isError) = try server.call(
        "query", ["source": "rows", "limit": 100_000, "offset": next])
      #expect(text.utf8.count < ServedTool.mostBytes + 10_000 && !isError)
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      ids += try #require(object["rows"] as? [[String: Any]]).compactMap { $0["id"] as? Int }
      offset = (object["leftOut"] as? [String: Any])?["offset"] as? Int
      answers += 1
    }
    #expect(ids == Array(0..<3_000) && answers > 3)
    let few = try server.object(
      "query", ["source": "rows", "limit": 100_000, "select": ["id"]])
    #expect((few["rows"] as? [Any])?.count == ServedTool.mostRows)
  }

  @Test func aRowThatIsTooLongIsSaid() throws {
    let server = try serving(
      #"{"id":1,"text":"\#(String(repeating: "x", count: ServedTool.mostBytes))"}"# + "\n")
    let text = try server.call("query", ["source": "rows"]).text
    #expect(text.hasPrefix(#"{"rows":[],"leftOut":{"reason":"the next row has more than "#))
    #expect(text.contains("select some of its keys, or skip it"))
    #expect(text.contains(#""offset":0}"#) && text.contains("a line has more than 262144 bytes"))
  }

  @Test func aCheckHasTheTreeAndTheNotesOnTheSource() throws {
    let server = try HeardServer([Self.people])
    let right = try server.object("check", ["source": "people", "filter": "age>30"])
    #expect((right["check"] as? [String: Any])?["format"] as? String == "age > 30")
    #expect(right["matches"] as? Bool == true && right["messages"] == nil)
    let unknown = try server.call("check", ["source": "people", "filter": "agee > 30"]).text
    #expect(unknown.contains(#""matches":false"#) && unknown.contains("did you mean 'age'?"))
    let (wrong, isError) = try server.call("check", ["source": "people", "filter": "age >"])
    #expect(isError && wrong.hasPrefix(#"{"check":{"error":{"kind":"syntax","#))
    #expect(!wrong.contains("matches"))
  }

  @Test func anErrorIsThatOfTheCommand() throws {
    let server = try HeardServer([Self.people, "none=/nowhere/rows.json"])
    let (text, isError) = try server.call("query", ["source": "people", "filter": "age >"])
    let outcome = try Tool.run("--errors", "json", "age >", Self.people)
    #expect(isError && text == #"{"rows":[],"messages":[\#(outcome.errors.dropLast())]}"#)
    let missing = try server.call("query", ["source": "none"])
    #expect(missing.isError && missing.text.contains("No such file"))
  }

  @Test func anExplanationHasTheValuesAndThePlan() throws {
    let server = try HeardServer([Self.people])
    let object = try server.object("explain", ["source": "people", "filter": "age > 40"])
    let why = try Tool.run("age > 40", Self.people, "--why").text
    #expect(object["why"] as? String == String(why.dropLast()))
    let plan = try Tool.run("age > 40", Self.people, "--explain").text
    #expect(object["plan"] as? String == String(plan.dropLast()))
  }

  @Test func theKeysAreThoseOfTheSchema() throws {
    let server = try HeardServer([Self.people])
    let (text, isError) = try server.call("describe", ["source": "people"])
    let schema = try Tool.run("schema", "--json", Self.people)
    #expect(schema.status == 0 && !isError)
    #expect(text.hasPrefix(#"{"schema":\#(schema.lines.first ?? ""),"language":{"operators":["#))
    let page = try Tool.run("guide", Self.people)
    #expect(page.status == 0)
    #expect(
      try server.object("describe", ["source": "people"])["guide"] as? String
        == String(page.text.dropLast()))
  }

  @Test func theLanguageIsDescribed() throws {
    let server = try HeardServer([Self.people])
    let object = try server.object("describe", ["source": "people"])
    let language = try #require(object["language"] as? [String: [String]])
    #expect(language["operators"]?.contains("BEGINSWITH") == true)
    #expect(language["functions"]?.contains("lowercase:") == true)
    let about = try server.call("describe", ["source": "people", "about": "BEGINSWITH"]).text
    let entry = try Tool.run("functions", "--json", "BEGINSWITH").lines[0]
    #expect(about == #"{"entries":[\#(entry)]}"#)
    let unknown = try server.call("describe", ["source": "people", "about": "BEGINSWIT"])
    #expect(unknown.isError && unknown.text.contains("BEGINSWITH"))
  }

  /// A text of a client is one value: it is no option, no other file and no other command.
  @Test(arguments: [
    "--policy=/dev/null", "-v", "--", "-", "--explain", "-f", "-f/etc/passwd", "@/etc/passwd",
    "help",
    "--help", "--version", "check", "--experimental-dump-help", "--generate-completion-script",
    "\u{0}1", "", "-1 < age",
  ])
  func aTextIsNoOption(_ text: String) throws {
    let folder = try Folder()
    let path = try folder.file("rows.jsonl", "{\"age\":1}\n")
    let server = try HeardServer(["rows=" + path], in: folder)
    let answer = try server.call("query", ["source": "rows", "filter": text]).text
    let outcome = try Tool.run(["filter", "--errors", "json", "--", text, path])
    let said = outcome.errors.split(separator: "\n").joined(separator: ",")
    #expect(
      answer == #"{"rows":[\#(outcome.lines.joined(separator: ","))]"#
        + (said.isEmpty ? "}" : #","messages":[\#(said)]}"#))
    for argument in ["select", "sort", "countBy", "sum"] {
      let answer = try server.call("query", ["source": "rows", argument: [text]]).text
      #expect(!answer.contains("root:") && !answer.contains("USAGE"), "\(argument): \(answer)")
      let object = try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
      #expect(object?["rows"] != nil, "\(argument): \(answer)")
    }
    _ = try server.call("describe", ["source": "rows", "about": text])
    _ = try server.call("check", ["source": "rows", "filter": text])
    _ = try server.call("explain", ["source": "rows", "filter": text])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "{\"age\":1}\n")
  }

  /// Numbers of bytes that grow, up to the size of the file.
  @Test func progressIsReported() throws {
    let folder = try Folder()
    let path = try folder.file("rows.jsonl", String(repeating: "{\"age\":12345}\n", count: 500_000))
    let server = try HeardServer(["rows=" + path], in: folder, seconds: Clock().next)
    func lines(_ meta: String) -> [String] {
      server.answers(
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"query","#
          + #""arguments":{"source":"rows","count":true}\#(meta)}}"#)
    }
    let written = lines(#","_meta":{"progressToken":"t\u0031"}"#)
    #expect(written.count > 2 && written.last?.contains(#"{\"count\":500000}"#) == true)
    var last = 0
    for line in written.dropLast() {
      let beginning =
        #"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t\u0031","progress":"#
      #expect(line.hasPrefix(beginning) && line.hasSuffix(#","total":7000000}}"#))
      let count = try #require(Int(line.dropFirst(beginning.count).prefix { $0.isNumber }))
      #expect(count > last && count <= 7_000_000)
      last = count
    }
    #expect(lines("").count == 1)
  }

  /// A second passes between two looks.
  private final class Clock: Sendable {
    private let seconds = Mutex(0.0)

    @Sendable func next() -> Double {
      seconds.withLock {
        $0 += 1
        return $0
      }
    }
  }
}
