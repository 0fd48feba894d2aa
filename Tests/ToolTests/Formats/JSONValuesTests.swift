import FilterEngine
import FilterJSON
import Foundation
import TestSupport
import Testing
import ToolTestSupport

@testable import FrcQuery

/// Values of JSON one after another, as `jq .` prints them.
struct JSONValuesTests {
  private static let printed = """
    {
      "id": 1,
      "tags": ["a", "}{"]
    }
    {
      "id": 2, "text": "x\\"y\\\\"
    }
    [1,
     2]
    "text" 7 null{"id": 3}{"id":4}

    """

  private static let rows = [
    #"{"id":1,"tags":["a","}{"]}"#, #"{"id":2,"text":"x\"y\\"}"#, "[1,2]", "\"text\"", "7", "null",
    #"{"id":3}"#, #"{"id":4}"#,
  ]

  private func lines(_ rows: [String]) -> String { rows.map { $0 + "\n" }.joined() }

  @Test func jqsOutputIsReadWithoutAnOption() throws {
    let all = lines(Self.rows)
    #expect(try Tool.run("TRUEPREDICATE", input: Self.printed).text == all)
    #expect(try Tool.run("TRUEPREDICATE", input: "\u{FEFF}" + Self.printed).text == all)
    let folder = try Folder()
    let file = try folder.file("printed", Self.printed)
    #expect(try Tool.run("id > 1 AND id < 4", file).text == lines([Self.rows[1], Self.rows[6]]))
    #expect(
      try Tool.run(
        "id != nil", "--limit", "2", "--offset", "1", file, "-o", "csv", "--select", "id"
      ).text == "id\n2\n3\n")
    // A document of one value stays one.
    #expect(try Tool.run("TRUEPREDICATE", input: "{\n\"a\": 1\n}\n").text == "{\"a\":1}\n")
    #expect(
      try RowFormat(of: ByteSource(bytes: Array("{\n\"a\": 1\n} \n".utf8), name: "x")) == .json)
    let named = try folder.file("printed.json", Self.printed)
    #expect(try Tool.run("TRUEPREDICATE", named).text == all)
    #expect(try Tool.run("TRUEPREDICATE", "-i", "values", named).text == all)
    #expect(
      try Tool.run("TRUEPREDICATE", "-i", "json", named).errors
        == "frc-query: \(named):5: a second JSON value; for JSON Lines use -i jsonl, for other "
        + "values one after another -i values\n")
  }

  /// What a text is, with and without a name that says only that it is JSON.
  @Test(arguments: [
    ("{\"a\":1}\n{\"a\" :2}\n", ["{\"a\":1}", "{\"a\" :2}"]),
    ("{\"a\":1}\r\n\r\n{\"a\":2}", ["{\"a\":1}\r", "{\"a\":2}"]),
    ("{\"a\":1}{\"a\" :2}\n[3] \"x\"", ["{\"a\":1}", "{\"a\":2}", "[3]", "\"x\""]),
    ("{\"a\":1} {\"a\":\n2}", ["{\"a\":1}", "{\"a\":2}"]),
    // Pages of a list
    ("[{\"a\":1}, {\"a\":2}][{\"a\":3}]", ["{\"a\":1}", "{\"a\":2}", "{\"a\":3}"]),
    ("[{\"a\":1}]\n[{\"a\":2},\n{\"a\": 3}]\n[]\n", ["{\"a\":1}", "{\"a\":2}", "{\"a\":3}"]),
    ("[\n{\"a\":1}\n]\n[\n{\"a\":2}\n]", ["{\"a\":1}", "{\"a\":2}"]),
    ("[1,2][3][]", ["1", "2", "3"]),
    // Lines that are lists
    ("[1, 2]\n[3]\n", ["[1, 2]", "[3]"]), ("[1, 2]\n\n", ["1", "2"]),
    ("{\n\"a\":\n1}\n", ["{\"a\":1}"]), ("\n[{\"a\":1}]\n", ["{\"a\":1}"]),
  ])
  func theContentSaysWhichFormOfJSONItIs(_ text: String, _ rows: [String]) throws {
    let folder = try Folder()
    for name in ["rows", "rows.json"] {
      let file = try folder.file(name, text)
      let found = try Tool.run("TRUEPREDICATE", file)
      #expect(found.text == lines(rows) && found.errors == "", "\(name) \(text): \(found)")
      let heard = try HeardSession()
      try heard.session.open(file)
      #expect(try heard.rest().hasPrefix("\(rows.count) row"))
    }
    #expect(try Tool.run(["TRUEPREDICATE"], input: text, isPiped: true).text == lines(rows))
  }

  /// More than what is looked at for the form.
  @Test func aLongFirstValueIsNoDocumentOfItsOwn() throws {
    let folder = try Folder()
    let long = String(repeating: "x", count: 300_000)
    for gap in ["", "\n"] {
      let file = try folder.file("rows.json", "{\"a\":\"\(long)\"}\(gap){\"a\":\n\"y\"}\n")
      #expect(try Tool.run("length(a) < 9", file).text == "{\"a\":\"y\"}\n")
      #expect(try Tool.run("TRUEPREDICATE", "-c", file).text == "2\n")
      let heard = try HeardSession()
      try heard.session.open(file)
      #expect(try heard.rest().hasPrefix("2 rows"))
    }
    let array = try folder.file("array.json", "[\"\(long)\", 1]")
    #expect(try Tool.run("TRUEPREDICATE", "-c", array).text == "2\n")
  }

  @Test func whatFollowsAnArrayIsAnArray() throws {
    let folder = try Folder()
    let file = try folder.file("rows.json", "[{\"a\":1}]\n{\"a\":2}\n")
    let found = try Tool.run("TRUEPREDICATE", file)
    #expect(
      found.errors == "frc-query: \(file):2: something that is not an array follows an array\n")
    #expect(found.status == 2)
    let rows = try Tool.run("TRUEPREDICATE", "--rows", "a", file)
    #expect(rows.errors.contains(":2: a second JSON value; for JSON Lines use -i jsonl"))
  }

  @Test func faultsAreNamedWithTheirLines() throws {
    let text = "{\n\"a\": 1\n}\n{\n\"a\":\nx}\n{\n\"a\": 'y'}\n3\n[1,\n"
    let outcome = try Tool.run("SELF == 3 OR a > 0", "-i", "values", "--skip-errors", input: text)
    #expect(outcome.text == "{\"a\":1}\n3\n")
    #expect(outcome.errors.hasPrefix("frc-query: standard input:6: "))
    #expect(outcome.errors.hasSuffix("skipped 3 bad rows\n"))
    let failed = try Tool.run(
      "lowercase(a) == 'x'", "-i", "values", input: "{\"a\":\"x\"}\n\n{\n\"a\":\n1}")
    #expect(failed.errors.contains("standard input:3: "))
    for bad in ["}", "{]", "1 }", "{\"a\":1},{\"a\":2}", "\"x", "{\"a\":\"\\"] {
      let outcome = try Tool.run("TRUEPREDICATE", "-i", "values", input: bad)
      #expect(outcome.status == 2 && outcome.errors.contains("standard input:1: "), "\(bad)")
    }
  }

  /// Whatever comes together, the values are those of the whole text.
  @Test(arguments: RandomSearch.seeds(40))
  func valuesDoNotDependOnThePieces(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "{\"a\":1}", "[]", "[[\"]\"]]", "\"\\\"\"", "1.5", "true", "{\n}", "{\"b\":\"\\\\\"}", "-2",
    ]
    var (text, expected, previous) = ("", [String](), "")
    for _ in 0..<Int.random(in: 0...30, using: &random) {
      let piece = pieces.randomElement(using: &random) ?? ""
      // Words need a blank between them.
      let isWord = previous.last.map { !"}]\"".contains($0) } ?? false
      let needsBlank = isWord && !"{[\"".contains(piece.prefix(1))
      text += needsBlank ? " " : ["", " ", "\n", "\r\n\t"].randomElement(using: &random) ?? ""
      text += piece
      previous = piece
      expected.append(String(decoding: JSONText.minified(Array(piece.utf8)), as: UTF8.self))
    }
    var values = JSONValues()
    var (found, lines, rest) = ([String](), [Int](), Array(text.utf8)[...])
    func take(_ values: inout JSONValues) {
      let taken = values.take().values
      for (index, row) in taken.text.split(separator: 0x0A).enumerated() {
        found.append(String(decoding: JSONText.minified(Array(row)), as: UTF8.self))
        lines.append(taken.line(ofRow: index + 1, offset: nil))
      }
    }
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 1...7, using: &random))
      rest = rest.dropFirst(piece.count)
      values.append(piece)
      if Bool.random(using: &random) { take(&values) }
    }
    values.finish()
    take(&values)
    #expect(found == expected)
    // A value begins on the line that it is found on in the whole text.
    var whole = JSONValues()
    whole.append(text.utf8)
    whole.finish()
    let starts = whole.extents.map { extent in
      1 + text.utf8.prefix(extent.lowerBound).count { $0 == 0x0A }
    }
    #expect(lines == starts)
  }

  /// A file that is saved keeps the form that was found.
  @Test(arguments: [
    (
      "{\"id\":1}\n{\"id\" :2}\n{\"id\":3}\n", "{\"id\":1,\"n\":7}\n{\"id\" :2}\n{\"id\":9}\n"
    ),
    (
      "[{\"id\":1},\n{\"id\" :2}][{\"id\":3}]\n",
      "[{\"id\":1,\"n\":7},\n{\"id\" :2}][{\"id\":9}]\n"
    ),
    (
      "[{\"id\":1}]\n[{\"id\" :2}]\n[{\"id\":3}]\n",
      "[{\"id\":1,\"n\":7}]\n[{\"id\" :2}]\n[{\"id\":9}]\n"
    ),
    (
      "{\n\"id\":1}\n{\"id\" :2}\n{\"id\":3}\n", "{\n\"id\":1,\"n\":7}\n{\"id\" :2}\n{\"id\":9}\n"
    ),
    ("{\"id\":1}\n", "[\n{\"id\":1,\"n\":7},\n{\"id\":9}\n]\n"),
  ])
  func aSavedFileKeepsItsForm(_ text: String, _ saved: String) throws {
    let folder = try Folder()
    let path = try folder.file("rows.json", text)
    let heard = try HeardSession(isTerminal: true)
    try heard.session.open(path)
    for line in [".set n 7 where id == 1", ".add {\"id\":9}", ".save"] {
      try heard.session.run(line)
      if line.hasPrefix(".set"), text.contains("3") { try heard.session.run(".remove 3") }
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == saved)
    // The same file is read again in its form.
    try heard.session.run(".open rows.json".replacing("rows.json", with: path))
    #expect(try heard.says("id > 0").contains(text.contains("3") ? "3 rows" : "2 rows"))
  }

  /// A session keeps the bytes of rows that were not edited.
  @Test func aFileOfValuesKeepsItsShape() throws {
    let text = "{\n  \"id\": 1\n}\n{\n  \"id\": 2\n}\n{\"id\": 3}\n"
    let folder = try Folder()
    let path = try folder.file("printed", text)
    let heard = try HeardSession()
    try heard.session.open(path)
    for line in [".replace {\"id\":2,\"a\":[1, 2]}", ".remove 3", ".add {\"id\":9}", ".save"] {
      try heard.session.run(line)
    }
    let saved = try String(contentsOfFile: path, encoding: .utf8)
    #expect(saved == "{\n  \"id\": 1\n}\n{\"id\":2,\"a\":[1, 2]}\n{\"id\":9}\n")
  }
}
