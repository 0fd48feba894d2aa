import Testing
import ToolTestSupport

@testable import FrcQuery

/// Predicates that are read from a file, or from standard input.
struct PredicateFileTests {
  private let rows = "{\"a\":1,\"b\":\"x\"}\n{\"a\":2,\"b\":\"y\"}\n"
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test(arguments: ["-f", "--file"])
  func aPredicateMayHaveLinesAndComments(_ option: String) throws {
    let text = "\u{FEFF}/* the rows\n of one */\na == 1 /* and */\n  AND b == %@\n\n"
    let file = try folder.file("one.txt", text)
    let arguments = [option, file, "--arg", "x", "-s", "a", "-o", "csv"]
    #expect(try Tool.run(arguments, input: rows).text == "a\n1\n")
    // All arguments are inputs then.
    let data = try folder.file("rows.jsonl", rows)
    #expect(try Tool.run([data, "-"] + arguments, input: rows).text == "a\n1\n1\n")
  }

  @Test func aPredicateMayComeFromStandardInput() throws {
    let data = try folder.file("rows.jsonl", rows)
    let outcome = try Tool.run("-f", "-", data, "-c", input: "a > 0 AND\nb == 'y'\n")
    #expect(outcome == Tool.Outcome(status: 0, output: Array("1\n".utf8), errors: ""))
    for inputs in [[], ["-"], [data, "-"]] {
      let outcome = try Tool.run(["-f", "-"] + inputs, input: "a > 0")
      #expect(outcome.status == 2)
      #expect(
        outcome.errors == "frc-query: -f - reads the predicate from standard input; "
          + "name a file with the rows\n")
    }
    #expect(try Tool.run("-f", "-", "--explain", input: "a > 0").status == 0)
  }

  @Test func predicatesOfFilesAreCheckedFirst() throws {
    let one = try folder.file("one.txt", "/* adults */\nage=18 or\n age > 18\n")
    let two = try folder.file("two.txt", "a CONTAIN 'x'\n")
    let both = try Tool.run("check", "b=1", "-f", one, "--file", two)
    #expect(both.text == "age == 18 OR age > 18\nb == 1\n")
    #expect(both.status == 2)
    #expect(both.errors.contains("did you mean 'CONTAINS'?\n | a CONTAIN 'x'\n |   ^^^^^^^"))
    let input = try Tool.run("check", "-f", "-", "--arg-json", "5", input: "a = %@\n")
    #expect(input == Tool.Outcome(status: 0, output: Array("a == 5\n".utf8), errors: ""))
    let missing = try Tool.run("check", "-f", "/no/such/file")
    #expect(missing.errors == "frc-query: /no/such/file: No such file or directory\n")
    #expect(missing.status == 2)
  }

  @Test func anErrorIsShownOnItsLine() throws {
    let file = try folder.file("bad.txt", "a > 1 AND\nb CONTAIN 'x'\n")
    let outcome = try Tool.run("-f", file, input: rows)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("did you mean 'CONTAINS'?\n | b CONTAIN 'x'\n |   ^^^^^^^"))
    let empty = try Tool.run("-f", try folder.file("empty.txt", "\n"), input: rows)
    #expect(empty.status == 2)
  }

  /// White space behind a predicate is not part of it, and a mark only at its beginning.
  @Test(arguments: [
    ("a", "a"), ("a \n\t\r\n", "a"), (" a", " a"), ("", ""), (" \n", ""), ("\u{FEFF}a", "a"),
    ("a\u{FEFF}", "a\u{FEFF}"), ("\u{FEFF}\u{FEFF}a", "\u{FEFF}a"), ("\u{FEFF}", ""),
  ])
  func aPredicateIsTheTextOfItsFile(_ text: String, _ expected: String) throws {
    let found = try PredicateText.read(try folder.file("text", text), in: .writing(to: -1)).text
    #expect(found.unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test func aPredicateMayHaveSixteenMebibytes() throws {
    let size = 16 << 20
    let bytes = [UInt8](repeating: 0x78, count: size + 1)
    let longest = try folder.file("longest", bytes.dropLast())
    #expect(try PredicateText.read(longest, in: .writing(to: -1)).text.utf8.count == size)
    let longer = try folder.file("longer", bytes)
    #expect(
      throws: ToolError.message("\(longer): the predicate is longer than \(size) bytes")
    ) { try PredicateText.read(longer, in: .writing(to: -1)).text }
  }

  // MARK: - Trees as data

  private static let tree =
    #"{"version":1,"predicate":{"op":"and","args":[{"op":">=","args":[{"property":"a"},2]},"#
    + #"{"op":"==","args":[{"property":"b"},"y"]}]}}"#

  @Test func aFileOfJSONHasATree() throws {
    let file = try folder.file("tree.json", "\u{FEFF}" + Self.tree + "\n")
    #expect(try Tool.run("-f", file, "-c", input: rows).text == "1\n")
    let checked = try Tool.run("check", "a = 1", "-f", file)
    #expect(checked.text == "a >= 2 AND b == \"y\"\na == 1\n")
    let answer = try Tool.run("check", "--json", "-f", file)
    #expect(answer.text.contains("\"tree\":\(Self.tree)"))
    let dated = try folder.file(
      "date.json",
      #"{"version":1,"predicate":{"op":"<","args":[{"property":"a"},{"$date":0}]}}"#)
    #expect(try Tool.run("check", "-f", dated).status == 0)
    let policy = try folder.file("policy.json", #"["a"]"#)
    #expect(try Tool.run("-f", file, "--policy", policy, input: rows).status == 2)
  }

  #if SQLite
    @Test func aTreeBecomesSQL() throws {
      let file = try folder.file("tree.json", Self.tree)
      let columns = ["--columns", "a=integer,b=text", "--table", "t"]
      let found = try Tool.run(["sql", "-f", file] + columns)
      #expect(try found == Tool.run(["sql", "a >= 2 AND b == 'y'"] + columns))
      #expect(found.status == 0)
    }
  #endif

  @Test(arguments: [
    ("{\n1:2}", ":2: expected a member name in double quotes"),
    (#"{"version":1,"version":1,"predicate":true}"#, ":1: an object has a member twice"),
    (#"{"version":2,"predicate":true}"#, ": the node has another version than 1"),
    (
      #"{"version":1,"predicate":{"op":"and","args":[true,{"op":"=="}]}}"#,
      ": args[1]: the node lacks the member 'args'"
    ),
  ])
  func aMistakeInATreeHasItsPlace(_ text: String, _ message: String) throws {
    let file = try folder.file("tree.json", text)
    for arguments in [["-f", file], ["check", "-f", file]] {
      let outcome = try Tool.run(arguments, input: rows)
      #expect(outcome.status == 2)
      #expect(outcome.errors.hasPrefix("frc-query: \(file)"), "\(outcome)")
      #expect(outcome.errors.contains(message), "\(outcome)")
    }
  }

  @Test func whatIsNoPredicateIsRefused() throws {
    let missing = try Tool.run("-f", "/no/such/file", input: rows)
    #expect(missing.errors == "frc-query: /no/such/file: No such file or directory\n")
    let file = try folder.file("bytes", [0x61, 0xFF])
    let bytes = try Tool.run("-f", file, input: rows)
    #expect(bytes.errors == "frc-query: \(file): the predicate is not valid UTF-8\n")
    let endless = try Tool.shell("yes | $Q -f - /dev/null")
    #expect(
      endless.errors == "frc-query: standard input: the predicate is longer than 16777216 bytes\n")
  }
}
