import Foundation
import Testing
import ToolTestSupport

struct InputTests {
  /// Rows of an input of any kind, as JSON Lines.
  private func rows(_ input: String, _ arguments: String...) throws -> String {
    let outcome = try Tool.run(["TRUEPREDICATE"] + arguments, input: input)
    return outcome.status == 2 ? outcome.errors : outcome.lines.joined(separator: " ")
  }

  @Test func theContentTellsTheFormat() throws {
    #expect(try rows("{\"a\":1}\n{\"a\":2}\n") == "{\"a\":1} {\"a\":2}")
    #expect(try rows("{\n\"a\": 1\n}\n") == "{\"a\":1}")
    #expect(try rows("[{\"a\": 1}, 2]") == "{\"a\":1} 2")
    #expect(try rows("\n [1,\n2]") == "1 2")
    #expect(try rows("[1, 2]\n[3]\n") == "[1, 2] [3]")
    #expect(try rows("[1, 2]\n\n") == "1 2")
    #expect(try rows("a,b\n1,x\n") == "{\"a\":1,\"b\":\"x\"}")
    #expect(try rows("a\tb\n1\tx,y\n") == "{\"a\":1,\"b\":\"x,y\"}")
    #expect(try rows("") == "")
    #expect(try rows(" \n\n") == "")
  }

  @Test func theExtensionTellsTheFormatFirst() throws {
    let folder = try Folder()
    let file = try folder.file("x.csv", "{\"a\":1}\n2\n")
    #expect(try Tool.run("TRUEPREDICATE", file).text == "{\"{\\\"a\\\":1}\":2}\n")
    #expect(try Tool.run("TRUEPREDICATE", "-i", "jsonl", file).text == "{\"a\":1}\n2\n")
    let upper = try folder.file("X.JSON", "[1]")
    #expect(try Tool.run("TRUEPREDICATE", upper).text == "1\n")
  }

  @Test func lineEndsAndMarksOfEditorsDoNotMatter() throws {
    #expect(
      try Tool.run("a > 0", input: "{\"a\":1}\r\n{\"a\":2}\r\n").text
        == "{\"a\":1}\r\n{\"a\":2}\r\n")
    #expect(try Tool.run("a > 0", input: "\u{FEFF}{\"a\":1}").text == "{\"a\":1}\n")
    #expect(try Tool.run("a > 0", input: "\u{FEFF}[{\"a\":1}]").text == "{\"a\":1}\n")
    #expect(try rows("\u{FEFF}a,b\r\n1,2\r\n") == "{\"a\":1,\"b\":2}")
    #expect(
      try Tool.run("a > 0", input: "{\"a\":1}\n \t\n\n{\"a\":2}").text == "{\"a\":1}\n{\"a\":2}\n")
  }

  @Test func badLinesStopTheRunOrAreSkipped() throws {
    let text = "{\"a\":1}\n\n{\"a\":\n{\"a\":2} x\n{\"a\":3}\n"
    let stopped = try Tool.run("a > 0", input: text)
    #expect(stopped.status == 2)
    #expect(stopped.text == "{\"a\":1}\n" || stopped.text == "")
    #expect(
      stopped.errors
        == "frc-query: standard input:3: the text ends before the value does\n")
    let skipped = try Tool.run("a > 0", "--skip-errors", input: text)
    #expect(skipped.text == "{\"a\":1}\n{\"a\":3}\n")
    #expect(skipped.status == 0)
    #expect(skipped.errors.contains("standard input:3: "))
    #expect(skipped.errors.hasSuffix("skipped 2 bad rows\n"))
  }

  /// Brackets, quotes, commas, UTF-8, and what follows a value.
  @Test(arguments: [
    (#"{"a":2"#, "the text ends before the value does"), (#"{"a":2]"#, "expected ',' or '}'"),
    (#"{"a" 2}"#, "expected ':' after a member name"),
    (#"{"a":2 "b":3}"#, "expected ',' or '}'"),
    (#"{"a":[1 2]}"#, "expected ',' or ']'"), (#"{"a":"x}"#, "a string is not closed"),
    (#"{a:2}"#, "expected a member name in double quotes"), (#"{"a":2} {}"#, "something follows"),
    (#"{"a":2},"#, "something follows"), (#"{"a":tru}"#, "expected true, false or null"),
    (#"{"a":01}"#, "invalid number"), (#"{"a":1e999}"#, "a number is too large"),
    ("a", "expected a value"),
  ])
  func aBadLineIsToldWithItsNumberAndReason(_ line: String, _ reason: String) throws {
    for (number, text) in [(2, "{\"a\":1}\n\(line)\n{\"a\":3}\n"), (1, "\(line)\n{\"a\":3}\n")] {
      // The first line alone may tell the format.
      if number == 1, ["a", #"{"a":2"#, #"{"a":2} {}"#].contains(line) { continue }
      let stopped = try Tool.run("a > 0", input: text)
      #expect(stopped.status == 2)
      #expect(stopped.errors.hasPrefix("frc-query: standard input:\(number): \(reason)"))
      let skipped = try Tool.run("a > 0", "--skip-errors", input: text)
      #expect(skipped.lines == (number == 2 ? ["{\"a\":1}"] : []) + ["{\"a\":3}"])
      #expect(skipped.status == 0)
      #expect(skipped.errors.hasPrefix("frc-query: standard input:\(number): \(reason)"))
      #expect(skipped.errors.hasSuffix("\nfrc-query: skipped 1 bad row\n"))
    }
  }

  @Test func badDocumentsNameTheLine() throws {
    let folder = try Folder()
    let file = try folder.file("x.json", "[1,\n2,\n3 4]")
    let outcome = try Tool.run("SELF > 0", file)
    #expect(outcome.errors == "frc-query: \(file):3: expected ',' or ']'\n")
    #expect(outcome.status == 2)
    let skipped = try Tool.run("SELF > 0", "--skip-errors", file)
    #expect(skipped.text == "1\n2\n")
    #expect(skipped.errors.hasSuffix("skipped 1 bad row\n"))
  }

  @Test func badUTF8IsBadData() throws {
    let bad: [UInt8] = Array("{\"a\":\"".utf8) + [0xC3] + Array("\"}\n{\"a\":1}\n".utf8)
    let outcome = try Tool.run("TRUEPREDICATE", "-i", "jsonl", input: bad)
    #expect(outcome.errors == "frc-query: standard input:1: invalid UTF-8\n")
    #expect(outcome.status == 2)
    #expect(
      try Tool.run("TRUEPREDICATE", "-i", "jsonl", "--skip-errors", input: bad).text
        == "{\"a\":1}\n")
    let csv: [UInt8] = Array("a,b\nx,".utf8) + [0xFF] + Array("\n1,2\n".utf8)
    #expect(
      try Tool.run("TRUEPREDICATE", "-i", "csv", input: csv).errors
        == "frc-query: standard input:2: invalid UTF-8; if it is Latin-1: iconv -f LATIN1 -t UTF-8 | frc-query …\n"
    )
    #expect(
      try Tool.run("TRUEPREDICATE", "-i", "csv", "--skip-errors", input: csv).text
        == "{\"a\":1,\"b\":2}\n")
  }

  @Test func numbersBeyondDoublesStayExact() throws {
    let text = "{\"n\":9007199254740992}\n{\"n\":9007199254740993}\n"
    #expect(try Tool.run("n == 9007199254740993", input: text).text == "{\"n\":9007199254740993}\n")
    #expect(try rows("{\"n\":1e999}") == "frc-query: standard input:1: a number is too large\n")
  }

  @Test func ofDuplicateMembersTheLastWins() throws {
    let text = "{\"a\":1,\"a\":2}\n"
    #expect(try Tool.run("a == 2", input: text).text == text)
    #expect(try Tool.run("a == 1", input: text).status == 1)
  }

  @Test func tagsAreOrdinaryObjectsInFiles() throws {
    let text = "{\"a\":{\"$date\":0}}\n"
    #expect(try Tool.run("a.@count == 1 OR a != nil", "-s", "a", input: text).text == text)
  }

  @Test func longLinesAreReadAcrossBlocks() throws {
    let long = String(repeating: "x", count: 700_000)
    let text = "{\"a\":\"\(long)\"}\n{\"a\":\"short\"}\n{\"a\":\"\(long)\"}"
    #expect(try Tool.run("a == 'short'", input: text).text == "{\"a\":\"short\"}\n")
    #expect(try Tool.run("a ENDSWITH 'xxx'", input: text).output.count == 2 * (700_000 + 9))
  }

  /// Rows that begin in one block of a stream and end in the next one are whole.
  @Test(arguments: ["jsonl", "json", "csv", "tsv"])
  func aStreamOfManyBlocksIsReadWhole(_ format: String) throws {
    let rows = (0..<2_500).map { (id: $0, text: String(repeating: "x", count: 1 + $0 % 500)) }
    let objects = rows.map { "{\"id\":\($0.id),\"t\":\"\($0.text)\"}" }
    let separator = format == "csv" ? "," : "\t"
    let text =
      switch format {
      case "jsonl": objects.joined(separator: "\n")
      case "json": "[" + objects.joined(separator: ",\n") + "]"
      default: "id\(separator)t\n" + rows.map { "\($0.id)\(separator)\($0.text)\n" }.joined()
      }
    let arguments = ["-i", format, "length(t) == id % 500 + 1"]
    #expect(try Tool.run(arguments + ["-c"], input: text, isPiped: true).text == "2500\n")
    let ids = try Tool.run(
      arguments + ["--select", "id", "-o", "tsv"], input: text, isPiped: true
    ).lines.dropFirst()
    #expect(ids.elementsEqual(rows.map { "\($0.id)" }))
  }

  @Test func manyRequestsInAStreamAreReadWhole() throws {
    let requests = (0..<1_500).map { number in
      let text = String(repeating: "x", count: number % 500)
      return #"{"op":"value","expression":"n","item":{"n":\#(number),"t":"\#(text)"}}"# + "\n"
    }
    let answers = try Tool.run(["pipe"], input: requests.joined(), isPiped: true).lines
    #expect(answers == (0..<1_500).map { #"{"value":\#($0)}"# })
  }

  @Test func rowsOfAStreamComeAtOnce() throws {
    #expect(try Tool.answersBeforeTheEnd(of: "{\"a\":1}\n".utf8, "a > 0"))
  }
}
