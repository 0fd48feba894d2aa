import FilterSyntax
import Testing
import ToolTestSupport

@testable import FrcQuery

/// What the name of an input, and the bytes at its ends, say of it.
struct InputNameTests {
  @Test(
    arguments: [
      ("a.json", .json), ("a.JSON", .json), ("a.jsonl", .jsonl), ("a.ndjson", .jsonl),
      ("a.csv", .csv),
      ("a.tsv", .tsv), ("a.Tab", .tsv), (".csv", .csv), ("d.json/a.csv", .csv), ("a.b.tsv", .tsv),
      ("/x.y/a.json", .json), ("a", nil), ("", nil), ("json", nil), ("a.", nil), ("a.txt", nil),
      ("a.csv.gz", .csv), ("a.JSON.ZST", .json), (".gz", nil), ("a.gz", nil), ("d.csv/a", nil),
      ("a.csv/", nil), ("a.csvx", nil), ("a json", nil),
    ] as [(String, RowFormat?)])
  func anEndingIsAFormat(_ path: String, _ expected: RowFormat?) {
    #expect(RowFormat(path: path) == expected)
  }

  @Test func spaceOfJSONIsFourCharacters() {
    let found = (UInt8(0)...255).filter(\.isJSONSpace)
    #expect(found == [0x09, 0x0A, 0x0D, 0x20])
    #expect((UInt8(0)...255).filter(\.isDigit) == Array("0123456789".utf8))
  }

  @Test(arguments: [
    ("", "", ""), (" \n", "", ""), ("a", "a", "a"), (" a ", "a", "a "),
    ("\t\r\n a b\n\n", "a b", "a b\n\n"),
    ("a \u{FEFF}", "a \u{FEFF}", "a \u{FEFF}"),
  ])
  func spaceIsTakenOffTheEnds(_ text: String, _ trimmed: String, _ rest: String) {
    for before in ["", "x", "  "] {
      let slice = Array((before + text).utf8)[before.utf8.count...]
      #expect(Array(slice.trimmed) == Array(trimmed.utf8))
      #expect(Array(slice.trimmedJSON) == Array(rest.utf8))
      #expect(slice.isBlank == trimmed.isEmpty)
    }
    let marked = Array(("\u{FEFF}" + text).utf8)[...]
    #expect(Array(marked.trimmedJSON) == Array(rest.utf8))
    #expect(!marked.isBlank)
  }

  @Test(
    arguments: [
      ("a\nb\n", 1, 3), ("\n", 0, 0), ("ab", nil, nil), ("", nil, nil), ("ab\n", 2, 2),
      ("\n\n\n", 0, 2),
    ] as [(String, Int?, Int?)])
  func lineFeedsAreFound(_ text: String, _ first: Int?, _ last: Int?) {
    for before in 0..<3 {
      let slice = Array((String(repeating: "\n", count: before) + text + "\n").utf8)
      let part = slice[before..<before + text.utf8.count]
      #expect(part.firstIndexOfNewline == first.map { $0 + before })
      #expect(part.lastIndexOfNewline == last.map { $0 + before })
    }
  }

  /// The name of a table belongs to a database unless there is a file of the whole name.
  @Test func aDatabaseIsKnownByItsNameOrItsBeginning() throws {
    let folder = try Folder()
    let header = Array("SQLite format 3\0".utf8)
    let files: [(String, [UInt8], Bool)] = [
      ("a", header, true), ("b", header + [1, 2], true), ("c", Array(header.dropLast()), false),
      ("d", [], false),
      ("e", Array("SQLite format 4\0".utf8), false), ("a.db", [], true), ("a.DB3", [], true),
      ("a.sqlite", [], true), ("a.sqlite3", [], true), ("a.dbx", [], false),
      ("a.jsonl", header, true),
      ("db", [], false),
    ]
    for (name, bytes, isDatabase) in files {
      let path = try folder.file(name, bytes)
      #expect(DatabaseName(path, table: "t")?.path == (isDatabase ? path : nil), "\(name)")
      #expect(DatabaseName(path, table: "t")?.table == (isDatabase ? "t" : nil), "\(name)")
    }
    #expect(DatabaseName(folder.path, table: nil) == nil)
    #expect(DatabaseName(folder.path + "/missing", table: nil) == nil)
    #expect(DatabaseName(folder.path + "/missing.db", table: nil)?.table == .some(nil))
    #expect(DatabaseName("x.db/a", table: nil) == nil && DatabaseName("-", table: "t") == nil)
    let named = DatabaseName("a?table=b?table=c", table: "t")
    #expect(named?.path == "a" && named?.table == "b?table=c")
    let odd = try folder.file("a.db?table=x", [])
    #expect(DatabaseName(odd, table: nil) == nil)
  }
}
