import Foundation
import Testing
import ToolTestSupport

@testable import FrcQuery

/// CSV as other programs write it.
struct FoundDelimitedTests {
  private func run(
    _ arguments: String..., bytes: some Collection<UInt8>, name: String = "a.csv"
  ) throws -> Tool.Outcome {
    let folder = try Folder()
    return try Tool.run(arguments + [try folder.file(name, bytes)])
  }

  /// A row that lacks cells is a row, and is counted.
  @Test func shortRowsAreNoted() throws {
    let one = try run("TRUE", bytes: "a,b,c\n1,2\n1,2,3\n\n".utf8)
    #expect(one.lines == ["{\"a\":1,\"b\":2,\"c\":null}", "{\"a\":1,\"b\":2,\"c\":3}"])
    #expect(
      one.errors
        == "note: 1 row has fewer cells than the header; the values of the others are nil\n")
    let more = try run("a == 1", "-c", bytes: "a,b\n1\n2\n1,\n".utf8)
    #expect(more.text == "2\n")
    #expect(
      more.errors
        == "note: 2 rows have fewer cells than the header; the values of the others are nil\n")
    #expect(try run("TRUE", "-q", bytes: "a,b\n1\n".utf8).errors == "")
    #expect(try run("TRUE", bytes: "a\n1\n\n".utf8).errors == "")
    let heard = try HeardSession()
    let file = try heard.folder.file("short.csv", "a,b\n1\n2,3\n")
    #expect(try heard.says(".open \(file)").contains("note: 1 row has fewer cells"))
  }

  /// Lines may end in carriage returns alone, if all do.
  @Test(arguments: [
    ("a,b\r1,2\r", ["{\"a\":1,\"b\":2}"]),
    ("a,b\r1,2\r3,x", ["{\"a\":1,\"b\":\"2\"}", "{\"a\":3,\"b\":\"x\"}"]),
    ("a\r\"x\ry\"\r", ["{\"a\":\"x\\ny\"}"]), ("\u{FEFF}a;b\r1;2\r", ["{\"a\":1,\"b\":2}"]),
    ("a\nx\ry\n", ["{\"a\":\"x\\ry\"}"]),
  ])
  func carriageReturnsEndLines(_ text: String, _ expected: [String]) throws {
    #expect(try run("TRUE", bytes: text.utf8).lines == expected)
    #expect(try Tool.run(["TRUE", "-i", "csv"], input: text, isPiped: true).lines == expected)
    let count = String(repeating: "1,2\r", count: 100_000)
    #expect(try run("a == 1", "-c", bytes: ("a,b\r" + count).utf8).text == "100000\n")
  }

  @Test func carriageReturnsAreKeptInASession() throws {
    let room = try ReplFolder()
    let file = try room.folder.file("a.csv", "a,b\r1,x\r2,y\r")
    _ = try room.session(
      ".set b 'z' where a == 2\n.add {\"a\":3,\"b\":\"w\"}\n.save\n", file: "a.csv")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "a,b\r1,x\r2,z\r3,w\r")
  }

  @Test(arguments: [
    ("a\tb\n1\t2\n", "a.csv"), ("sep=;\na;b\n1;2\n", "a.csv"), ("sep=;\r\na;b\r\n1;2\r\n", "a.csv"),
    ("\u{FEFF}sep=\t\na\tb\n1\t2\n", "a.csv"), ("sep=,\na,b\n1,2\n", "a"), ("SEP=|\ra|b\r1|2", "a"),
    ("a|b\n1|2\n", "a.csv"),
  ])
  func separatorsAreNoticed(_ text: String, _ name: String) throws {
    #expect(try run("TRUE", bytes: text.utf8, name: name).lines == ["{\"a\":1,\"b\":2}"])
    let bad = try run("TRUE", bytes: (text + "\n1\t2\t3;4;5|6|7,8,9\n").utf8, name: name)
    let line = text.contains("sep") || text.contains("SEP") ? 5 : 4
    #expect(
      bad.errors.contains(":\(text.contains("SEP") ? line - 1 : line): ") || !text.hasSuffix("\n"),
      "\(bad)")
  }

  @Test func aLineOfTheSeparatorIsKeptInASession() throws {
    let room = try ReplFolder()
    let file = try room.folder.file("a.csv", "sep=;\na;b\n1;x\n")
    _ = try room.session(".set b 'z'\n.save\n", file: "a.csv")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "sep=;\na;b\n1;z\n")
  }

  /// What is not read is named with the command that converts it.
  @Test(
    arguments: [
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00, 0, 4], "xz data: xzcat"),
      ([0x42, 0x5A, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, 1], "bzip2 data: bzcat"),
      ([0x50, 0x4B, 3, 4, 20, 0], "zip data: unzip -p"),
      (
        Array("a,b\nx,".utf8) + [0xE9, 0x0A],
        "2: invalid UTF-8; if it is Latin-1: iconv -f LATIN1 -t UTF-8"
      ),
    ] as [([UInt8], String)])
  func whatIsNotReadIsNamed(_ bytes: [UInt8], _ message: String) throws {
    let folder = try Folder()
    let file = try folder.file("a.csv", bytes)
    let outcome = try Tool.run("TRUE", file)
    #expect(
      outcome.status == 2 && outcome.errors.contains("\(message) \(file) | frc-query …"),
      "\(outcome)")
    #expect(
      try Tool.run("TRUE", "-i", "csv", input: bytes).errors.contains("\(message) | frc-query …"))
    let header = try run("TRUE", bytes: "BZh9,b\n1,2\n".utf8)
    #expect(header.lines == ["{\"BZh9\":1,\"b\":2}"])
  }

  /// The output has the line ends and the mark that are asked for.
  @Test func lineEndsAndMarksAreWrittenIfAskedFor() throws {
    let text = "\u{FEFF}a,b\r\n1,\"x\ny\"\r\n"
    func bytes(_ options: String...) throws -> String {
      String(
        decoding: try Tool.run(["TRUE", "-i", "csv", "-o", "csv"] + options, input: text).output,
        as: UTF8.self)
    }
    #expect(try Array(bytes().utf8) == Array("a,b\n1,\"x\ny\"\n".utf8))
    #expect(try Array(bytes("--crlf").utf8) == Array("a,b\r\n1,\"x\ny\"\r\n".utf8))
    #expect(try Array(bytes("--bom", "--crlf").utf8) == Array(text.utf8))
    #expect(
      try Array(bytes("--bom", "--sort", "a").utf8) == Array("\u{FEFF}a,b\n1,\"x\ny\"\n".utf8))
    #expect(
      try Array(bytes("--crlf", "--sort", "a", "--section", "a").utf8)
        == Array("section,a,b\r\n1,1,\"x\ny\"\r\n".utf8))
    #expect(try Array(bytes("--crlf", "--count-by", "a").utf8) == Array("a,count\r\n1,1\r\n".utf8))
    let refused = try Tool.run("TRUE", "--crlf", "-o", "json", input: text)
    #expect(refused.errors == "frc-query: --crlf is for -o csv and tsv\n" && refused.status == 2)
    #expect(try Tool.run("TRUE", "--bom", input: text).status == 2)
  }
}
