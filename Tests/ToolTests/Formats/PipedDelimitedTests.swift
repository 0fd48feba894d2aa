import Foundation
import Testing
import ToolTestSupport

/// CSV and TSV that come through a pipe, beside the same rows in a file.
struct PipedDelimitedTests {
  private static let count = 8_000

  /// More than a pipe holds, with quotes, line ends in quotes, and both line ends.
  private static let text =
    "id,name,text\n"
    + (0..<count).map { index in
      let text = index % 7 == 0 ? "\"line\n\"\"end\"\" \(index)\"" : "t\(index % 97)"
      return "\(index),n\(index * 7_919 % 1_000),\(text)" + (index % 3 == 0 ? "\r\n" : "\n")
    }.joined()

  private func outcomes(
    _ text: String, _ arguments: String
  ) throws -> (piped: Tool.Outcome, file: Tool.Outcome) {
    let folder = try Folder()
    let file = try folder.file("rows.csv", text)
    return (
      try Tool.run(["-i", "csv"] + Tool.words(arguments), input: text, isPiped: true),
      try Tool.run(Tool.words(arguments) + [file])
    )
  }

  @Test(arguments: [
    "'id >= 0' -o csv", "'text BEGINSWITH \"line\"'", "'id > 3' -c",
    "'id < 100 OR id > 7000' -v -s id,name",
    "TRUEPREDICATE --offset 990 --limit 30", "TRUEPREDICATE --offset 6000 --limit 3",
    "TRUEPREDICATE --limit 0", "'id > 7500' --sort name,id:desc --limit 5",
    "'name == \"n5\"' --section text", "'name.length == 2' --types id=text,name=text -o csv",
  ])
  func aPipeHasTheRowsOfTheFile(_ arguments: String) throws {
    let (piped, file) = try outcomes(Self.text, arguments)
    #expect(piped == file)
    #expect(piped.errors == "")
    #expect(piped.status < 2)
  }

  @Test(arguments: [
    "'id >= 0'", "'id >= 0' -c", "'id >= 0' --skip-errors", "'1 / (id - 4000) > 0' -c",
  ])
  func linesAreNamedAsInTheFile(_ arguments: String) throws {
    var rows = Self.text.replacing("\n5000,", with: "\n5000,x,y,z,")
    rows = rows.replacing("\n7999,", with: "\n\"a\"b\n7999,")
    let (piped, file) = try outcomes(rows, arguments)
    // The rows before the bad one have come out.
    if arguments == "'id >= 0'" { #expect(file.lines.count == 5_000) }
    #expect(piped.output == file.output)
    #expect(piped.status == file.status)
    #expect(file.errors.contains(".csv:"))
    #expect(
      piped.errors.replacing("standard input:", with: "")
        == file.errors.replacing(/\S*rows\.csv:/, with: ""))
  }

  @Test func whatHasBeenFoundComesBeforeTheEnd() throws {
    #expect(
      try Tool.answersBeforeTheEnd(
        of: ("a,b\n" + (1...3_000).map { "\($0),\"x\"\n" }.joined()).utf8, then: "3001,x".utf8,
        "-i", "csv", "a == 2999"))
  }
}
