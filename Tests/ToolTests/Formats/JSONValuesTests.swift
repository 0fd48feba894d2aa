import FilterEngine
import FilterJSON
import Foundation
import TestSupport
import Testing

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
    // A document of one value stays one, and a name decides.
    #expect(try Tool.run("TRUEPREDICATE", input: "{\n\"a\": 1\n}\n").text == "{\"a\":1}\n")
    #expect(
      try RowFormat(of: ByteSource(bytes: Array("{\n\"a\": 1\n} \n".utf8), name: "x")) == .json)
    let named = try folder.file("printed.json", Self.printed)
    #expect(try Tool.run("TRUEPREDICATE", named).status == 2)
    #expect(try Tool.run("TRUEPREDICATE", "-i", "values", named).text == all)
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
