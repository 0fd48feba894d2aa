import Foundation
import TestSupport
import Testing
import ToolTestSupport

struct ArrayTests {
  private func outcome(_ document: String, _ arguments: String...) throws -> Tool.Outcome {
    try Tool.run(["TRUEPREDICATE", "-i", "json"] + arguments, input: document)
  }

  @Test func elementsComeOutALineEachWithoutWhiteSpace() throws {
    let document =
      "\r\n [ {\"a\" : \"x , ] y\",\r\n \"b\": [ 1 , {} ]}\n,\t\"s \\\" ,\", 1.50\n, [ ] ]\r\n"
    #expect(
      try outcome(document).lines
        == ["{\"a\":\"x , ] y\",\"b\":[1,{}]}", "\"s \\\" ,\"", "1.50", "[]"])
    #expect(try outcome("[]").text == "")
    #expect(try outcome(" [ \n ] ").status == 1)
    #expect(try outcome("[[1, 2], []]", "-c").text == "2\n")
  }

  private static let second =
    "a second JSON value; for JSON Lines use -i jsonl, for other values one after another -i values"

  @Test(arguments: [
    ("{\"a\":1}\n{\"a\":2}\n", 2, second),
    ("[1,\n,2]", 2, "expected a value"), ("[1,\n2,\n]", 3, "expected a value"),
    ("[\n1 2]", 2, "expected ',' or ']'"), ("[1,\n}", 2, "expected ',' or ']'"),
    ("[1\n", 2, "the text ends before the value does"),
    ("[\"a\nb\"]", 1, "a control character in a string must be escaped"),
    ("[\"a", 1, "a string is not closed"), ("[1]\n\n[2]", 3, Self.second),
    ("[1,\n{\"a\":\n tru}]", 3, "expected true, false or null"), ("[,1]", 1, "expected a value"),
    ("[1,\n{\"a\": [1}]", 2, "expected ',' or ']'"), ("[1,\n{\"a\": 1]", 2, "expected ',' or '}'"),
  ])
  func badArraysNameTheLine(_ document: String, _ line: Int, _ reason: String) throws {
    let outcome = try outcome(document)
    #expect(outcome.status == 2)
    #expect(outcome.errors == "frc-query: standard input:\(line): \(reason)\n")
  }

  @Test func failuresNameTheLineOfTheElement() throws {
    let outcome = try Tool.run("a > 1", "-i", "json", input: "[{\"a\":2},\n\n  {\"a\":\n\"x\"}]")
    #expect(outcome.text == "{\"a\":2}\n")
    #expect(outcome.errors.contains("standard input:3"))
    // And that of a document of one value.
    for (line, before) in [(1, ""), (1, " "), (3, "\n \n"), (2, "\u{FEFF}\r\n")] {
      let document = try Tool.run("a > 1", "-i", "json", input: before + "{\"a\":\n\"x\"}\n")
      #expect(document.errors.hasPrefix("frc-query: standard input:\(line): "), "\(document)")
      #expect(document.status == 2)
    }
  }

  /// A row of cells that fails is on the line that its record begins on.
  @Test(arguments: [1, 3, 1_500])
  func failuresNameTheLineOfTheRecord(_ count: Int) throws {
    let rows = (0..<count).map { $0 % 2 == 0 ? "\"x\ny\",1\r\n" : "\n\"\",2\n" }.joined()
    for ending in ["word,5\n", "\"a\nb\",5\n", "word,5"] {
      let text = "t,n\n" + rows + ending + (ending.hasSuffix("\n") ? "word,5\n" : "")
      let line = 2 + rows.utf8.count { $0 == 0x0A }
      let folder = try Folder()
      let file = try folder.file("rows.csv", text)
      let found = try Tool.run("8 / (n - 5) < 100", "-c", file)
      #expect(found.errors.hasPrefix("frc-query: \(file):\(line): "), "\(line): \(found)")
      let piped = try Tool.run("8 / (n - 5) < 100", "-c", "-i", "csv", input: text)
      #expect(
        piped.errors.hasPrefix("frc-query: standard input:\(line): ") && piped.text == "\(count)\n")
    }
  }

  @Test(.disabled(if: AddressSanitizer.isOn, "no memory limit holds with it"))
  func anArrayIsNeverHeldWhole() throws {
    let line = """
      (printf '['; yes '{"a": 1, "t": "0123456789"},' | head -n 2000000; printf '{"a":2}]') \
      | (ulimit -v 400000; $Q -i json 'a == 2')
      """
    #expect(
      try Tool.shell(line) == Tool.Outcome(status: 0, output: Array("{\"a\":2}\n".utf8), errors: "")
    )
  }

  @Test func whatHasBeenFoundComesBeforeTheRestOfTheArray() throws {
    #expect(
      try Tool.answersBeforeTheEnd(of: "[1, 2,".utf8, then: "3]".utf8, "-i", "json", "SELF > 0")
    )
  }

  @Test func aWindowEndsTheReading() throws {
    #expect(try outcome("[1,2,3,\n x", "--limit", "2", "--offset", "1").text == "2\n3\n")
    let document = "[{\"a\":3},{\"a\":1},{\"a\":2}]"
    #expect(
      try outcome(document, "--sort", "a", "--limit", "2").text == "{\"a\":1}\n{\"a\":2}\n")
  }
}
