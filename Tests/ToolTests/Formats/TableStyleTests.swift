import FilterEngine
import Foundation
import Testing
import ToolTestSupport

@testable import FrcQuery

/// What a table is made of, line by line.
struct TableStyleTests {
  private func row(_ members: [(String, FilterValue)]) -> OutputRow {
    OutputRow(
      value: .object(FilterObject(members.map { (key: $0.0, value: $0.1) })), json: [])
  }

  /// A table of sections, written to a file.
  private func table(
    _ sections: [OutputSection], columns: [String]? = nil, width: Int? = nil,
    isColored: Bool = false,
    identity: String? = nil
  ) throws -> String {
    let folder = try Folder()
    let path = folder.path + "/table"
    let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    let sink = ByteSink(descriptor: descriptor)
    let writer = TableWriter(
      sink,
      RowLayout(
        columns: columns, width: width, isColored: isColored, identity: identity, remedy: "look"))
    for section in sections {
      if section.name == nil {
        for row in section.rows { try writer.write(row) }
      } else {
        try writer.write(section)
      }
    }
    try writer.end()
    try sink.flush()
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  private var rows: [OutputRow] {
    [
      row([("id", .int(1)), ("t", .string("a")), ("n", .double(2.5)), ("m", .int(10))]),
      row([("id", .int(12)), ("t", .null), ("n", .int(10)), ("m", .string("x"))]),
    ]
  }

  /// Names are bold, rules and notes faint, headings bold; cells have no style.
  @Test func onlyWhatStandsAroundTheRowsHasAStyle() throws {
    let plain = try table([OutputSection(name: nil, rows: rows)])
    #expect(
      plain == """
        id  t    n  m
        ──  ─  ───  ──
         1  a  2.5  10
        12      10  x

        """)
    let (bold, faint, end) = ("\u{1B}[1m", "\u{1B}[2m", "\u{1B}[0m")
    let lines = plain.split(separator: "\n")
    let colored = try table([OutputSection(name: nil, rows: rows)], isColored: true)
    #expect(
      colored == "\(bold)\(lines[0])\(end)\n\(faint)\(lines[1])\(end)\n\(lines[2])\n\(lines[3])\n")
    let sections = [
      OutputSection(name: .string("long heading"), rows: [rows[0]]),
      OutputSection(name: .null, rows: [rows[1]]),
    ]
    let narrow = try table(sections, columns: ["id", "t", "n"], width: 9, isColored: true)
    let note = "1 column…"
    #expect(
      narrow == """
        \(bold)id  t\(end)
        \(faint)──  ─\(end)

        \(bold)long… (1)\(end)
         1  a

        \(bold)(non… (1)\(end)
        12
        \(faint)\(note)\(end)

        """)
  }

  @Test func columnsThatAreLeftOutAreCounted() throws {
    let section = OutputSection(name: nil, rows: rows)
    #expect(try table([section], width: 8).hasSuffix("\n2 colum…\n"))
    #expect(try table([section], width: 100).split(separator: "\n").count == 4)
    let wide = row((1...9).map { ("column\($0)", .string(String(repeating: "x", count: 40))) })
    let text = try table([OutputSection(name: nil, rows: [wide])], width: 70)
    #expect(text.hasSuffix("\n4 columns not shown, look: column6, column7, column8, column9\n"))
    let one = row((1...6).map { ("column\($0)", .string(String(repeating: "x", count: 40))) })
    #expect(
      try table([OutputSection(name: nil, rows: [one])], width: 70)
        .hasSuffix("\n1 column not shown, look: column6\n"))
  }

  /// The identity stays whole, whatever it is called; nested values give way first.
  @Test func aColumnGivesWayByWhatItHolds() throws {
    let long = String(repeating: "y", count: 20)
    let members: [(String, FilterValue)] = [
      ("key", .string(long)), ("t", .string(long)), ("l", .list([.string(long)])),
    ]
    let section = OutputSection(name: nil, rows: [row(members)])
    #expect(
      try table([section], width: 58, identity: "key").split(separator: "\n").last
        == "\(long)  \(long)  [\"\(long.prefix(11))…")
    #expect(
      try table([section], width: 48, identity: "key").split(separator: "\n").last
        == "\(long)  \(long.prefix(11))…  [\"\(long.prefix(9))…")
    let objects: [FilterValue] = [
      .object(FilterObject([(key: "a", value: .string(long))])), .set(FilterSet([.string(long)])),
    ]
    for value in objects {
      let nested = OutputSection(name: nil, rows: [row([("t", .string(long)), ("v", value)])])
      let last = try table([nested], width: 36).split(separator: "\n").last
      #expect(last?.hasPrefix(long + "  ") == true && last?.last == "…")
    }
  }

  /// Identifiers are shortened in the middle, as they differ at their ends; other texts at their end.
  @Test func identifiersAreShortenedInTheMiddle() throws {
    let hashes = ["0b8e6c1d7f3a4952a1", "0b8e6c1d7f3a4952a2"]
    let rows = hashes.map { hash in
      row([("id", .string("x\(hash)")), ("h", .string(hash)), ("t", .string(hash + " a"))])
    }
    let section = OutputSection(name: nil, rows: rows)
    #expect(
      try table([section], width: 47).split(separator: "\n").suffix(2) == [
        "x0b8e6c1d7f3a4952a1  0b8e6c…952a1  0b8e6c1d7f3…",
        "x0b8e6c1d7f3a4952a2  0b8e6c…952a2  0b8e6c1d7f3…",
      ])
    #expect(
      try table([section], columns: ["id"], width: 8).split(separator: "\n").last == "x0b8…2a2")
    #expect(try !table([section]).contains("…"))
  }

  /// An empty text is not nil, also as the name of a section.
  @Test func anEmptyTextIsInQuotes() throws {
    let rows = [row([("t", .string(""))]), row([("t", .null)]), row([("t", .string("x"))])]
    #expect(try table([OutputSection(name: nil, rows: rows)]) == "t\n──\n\"\"\n\nx\n")
    let sections = [OutputSection(name: .string(""), rows: [rows[2]])]
    #expect(try table(sections) == "t\n─\n\n\"\" (1)\nx\n")
  }

  @Test func withoutColumnsOrRowsThereIsNoTable() throws {
    #expect(try table([]) == "" && table([], columns: ["a"]) == "")
    #expect(try table([OutputSection(name: nil, rows: rows)], columns: []) == "")
    #expect(
      try table([OutputSection(name: .int(1), rows: [])], columns: ["a"]) == "a\n─\n\n1 (0)\n")
  }
}
