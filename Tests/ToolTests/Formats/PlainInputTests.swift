import Testing
import ToolTestSupport

/// Rows that have no names of their own: lines of text, and cells without a header.
struct PlainInputTests {
  // MARK: - Lines

  private let log = "one error\n\n{\"a\": \"b\\n\"}\r\nlast\terror é"

  @Test func eachLineIsARow() throws {
    #expect(
      try Tool.run("-i", "lines", "TRUE", input: log).lines == [
        #"{"line":"one error","number":1}"#, #"{"line":"","number":2}"#,
        #"{"line":"{\"a\": \"b\\n\"}","number":3}"#, #"{"line":"last\terror é","number":4}"#,
      ])
    let errors = try Tool.run(
      "-i", "lines", "-r", "-s", "line", "line CONTAINS 'error'", input: log)
    #expect(errors.text == "one error\nlast\terror é\n" && errors.status == 0)
    #expect(
      try Tool.run("-i", "lines", "-n", "-s", "number", "number >= 3", input: log).text
        == "3:{\"number\":3}\n4:{\"number\":4}\n")
    #expect(try Tool.run("-i", "lines", "TRUE").text == "")
    #expect(try Tool.run("-i", "lines", "-c", "TRUE", input: "\u{FEFF}a\n").text == "1\n")
  }

  @Test func linesOfAStreamComeAtOnceAndWhole() throws {
    #expect(try Tool.answersBeforeTheEnd(of: "a\n".utf8, "-i", "lines", "line == 'a'"))
    let lines = (0..<20_000).map { "\($0) " + String(repeating: "x", count: $0 % 90) }
    for isPiped in [false, true] {
      let text = lines.joined(separator: "\n")
      let read = try Tool.run(
        ["-i", "lines", "-r", "-s", "line", "TRUE"], input: text, isPiped: isPiped)
      #expect(read.lines == lines)
      let last = try Tool.run(
        ["-i", "lines", "-r", "-s", "number", "line BEGINSWITH '19999 '"], input: text,
        isPiped: isPiped)
      #expect(last.text == "20000\n")
    }
  }

  @Test func aLineThatIsNoTextIsABadRow() throws {
    let bytes = Array("a\n".utf8) + [0xFF, 0x0A] + Array("b\n".utf8)
    let stopped = try Tool.run("-i", "lines", "-r", "-s", "line", "TRUE", input: bytes)
    #expect(stopped.text == "a\n" && stopped.status == 2)
    #expect(
      stopped.errors.hasPrefix("frc-query: standard input:2: invalid UTF-8; if it is Latin-1"))
    let skipped = try Tool.run(
      "-i", "lines", "-r", "-s", "line", "--skip-errors", "TRUE", input: bytes)
    #expect(skipped.text == "a\nb\n" && skipped.status == 0)
  }

  // MARK: - No header

  @Test(arguments: [
    (["`1` == 'a'"], "{\"1\":\"a\",\"2\":1}\n"),
    (["TRUE", "-s", "2"], "{\"2\":1}\n{\"2\":2}\n{\"2\":3}\n"),
    (["TRUE", "--sort", "2:desc", "--limit", "1"], "{\"1\":\"c\",\"2\":3}\n"),
    (["`2` > 1", "-o", "csv"], "b,2\nc,3\n"),
    (["`2` > 1", "-o", "tsv", "-s", "2,1"], "2\tb\n3\tc\n"),
    (["TRUE", "--count-by", "1", "--limit", "1", "-o", "csv"], "a,1\n"),
    (["`2` == '1'", "--types", "2=text", "-n", "-s", "1"], "1:{\"1\":\"a\"}\n"),
    (["TRUE", "-o", "csv", "--bom", "--limit", "1"], "\u{FEFF}a,1\n"),
    (["TRUE", "-o", "table", "--limit", "1"], "1  2\n─  ─\na  1\n"), (["-c", "TRUE"], "3\n"),
  ])
  func columnsAreNumbered(_ arguments: [String], _ expected: String) throws {
    for isPiped in [false, true] {
      let outcome = try Tool.run(
        ["--no-header", "-i", "csv"] + arguments, input: "a,1\nb,2\nc,3\n", isPiped: isPiped)
      #expect(outcome.text == expected, "\(outcome)")
    }
  }

  /// Lines are counted from the first row, which may be as bad as any other.
  @Test func theFirstRowIsOneAsAllOthers() throws {
    let bytes = [0xFF] + Array(",1\nb,2\nc,3,4\n".utf8)
    let outcome = try Tool.run(
      "--no-header", "-i", "csv", "--skip-errors", "TRUE", "-o", "csv", input: bytes)
    #expect(outcome.text == "b,2\n", "\(outcome)")
    #expect(outcome.errors.contains("standard input:1: invalid UTF-8"))
    let short = try Tool.run("--no-header", "-i", "csv", "`2` == nil", input: "a,b\nc\n")
    #expect(short.text == "{\"1\":\"c\",\"2\":null}\n")
    #expect(try Tool.run("--no-header", "-i", "csv", "TRUE").text == "")
    #expect(
      try Tool.run("--no-header", "`1` == 1", input: "sep=;\n1;x\n2;y\n").text
        == "{\"1\":1,\"2\":\"x\"}\n")
  }

  @Test func kindsAreThoseOfAllFiles() throws {
    let folder = try Folder()
    let files = [try folder.file("a.csv", "1,x\n"), try folder.file("b.csv", "y,2\n")]
    #expect(
      try Tool.run(["--no-header", "TRUE"] + files).text
        == "{\"1\":\"1\",\"2\":\"x\"}\n{\"1\":\"y\",\"2\":\"2\"}\n")
  }

  @Test func otherFormatsHaveNoHeader() throws {
    let input = "{\"a\":1}\n{\"a\":2}\n"
    #expect(try Tool.run("--no-header", "a > 1", "-o", "csv", input: input).text == "2\n")
    let outcome = try Tool.run("--no-header", "a > 1", input: input)
    #expect(
      outcome.errors == "frc-query: standard input: --no-header is for CSV or TSV\n"
        && outcome.status == 2)
  }
}
