import TestSupport
import Testing
import ToolTestSupport

/// Columns of stated kinds that arrange rows: equal values are one value, however they are spelled.
struct ConvertedColumnTests {
  /// Spellings of the same three instants.
  private static let spellings = [
    ["2026-01-01T00:00:00Z", "2026-01-01", "2026-01-01T01:00:00+01:00"],
    ["2026-01-01T00:00:01Z", "2025-12-31T23:00:01-01:00"],
    ["2026-02-01T12:30:00Z", "2026-02-01T12:30:00.000Z"],
  ]

  private struct Row {
    let id: Int
    let instant: Int
    let spelling: String
  }

  /// The ids of the rows of each instant, in the order of their first rows.
  private static func sections(_ rows: [Row]) -> [(instant: Int, ids: [Int])] {
    rows.reduce(into: []) { found, row in
      if let index = found.firstIndex(where: { $0.instant == row.instant }) {
        found[index].ids.append(row.id)
      } else {
        found.append((row.instant, [row.id]))
      }
    }
  }

  @Test(arguments: RandomSearch.seeds(4))
  func equalDatesAreOneValue(_ seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let rows = (1...(2 + dice.below(12))).map { id in
      let instant = dice.below(Self.spellings.count)
      return Row(id: id, instant: instant, spelling: dice.pick(Self.spellings[instant]))
    }
    let folder = try Folder()
    let files = [
      try folder.file("a.csv", "id,d\n" + rows.map { "\($0.id),\($0.spelling)\n" }.joined()),
      try folder.file(
        "a.jsonl", rows.map { #"{"id":\#($0.id),"d":"\#($0.spelling)"}"# + "\n" }.joined()),
    ]
    let sections = Self.sections(rows)
    let firstTwo = Set(sections.flatMap { $0.ids.prefix(2) })
    for file in files {
      func run(_ options: String...) throws -> [String] {
        try Tool.run(["TRUE", file, "--types", "d=date", "-s", "id"] + options).lines
      }
      #expect(
        try run("--unique", "d", "-r") == sections.map { "\($0.ids[0])" }, "\(file), seed \(seed)")
      #expect(
        try run("--limit-by", "d:2", "-r")
          == rows.map(\.id).filter(firstTwo.contains).map { "\($0)" }, "\(file), seed \(seed)")
      #expect(
        try run("--section", "d", "-o", "jsonl")
          == sections.map { section in
            let items = section.ids.map { #"{"id":\#($0)}"# }.joined(separator: ",")
            return #"{"section":"\#(Self.spellings[section.instant][0])","items":[\#(items)]}"#
          }, "\(file), seed \(seed)")
      let session = try Tool.run(
        ["repl", file, "--types", "d=date"], input: ".section d\n.select id\n.mode csv\n.show\n")
      #expect(
        session.lines
          == ["section,id"]
          + sections.flatMap { section in
            section.ids.map { "\(Self.spellings[section.instant][0]),\($0)" }
          }, "\(file), seed \(seed): \(session)")
    }
  }

  /// Kinds are those of tests and orders. A value that is only passed on keeps its spelling, in each format and way in.
  @Test(arguments: [
    ("d=date", "2026-01-02", #""2026-01-02""#), ("d=date:%d.%m.%Y", "2.1.2026", #""2.1.2026""#),
    ("d=number:1.234,5", "1.234", #""1.234""#), ("d=number:1.234,5", "(7,0)", #""(7,0)""#),
    ("d=unix", "1795168800", "1795168800"), ("d=unixms", "17e5", "17e5"),
    ("d=text", "007", #""007""#), ("d=number", "1.50", "1.50"),
  ])
  func valuesAreWrittenAsTheyAreRead(_ types: String, _ cell: String, _ json: String) throws {
    let folder = try Folder()
    let file = try folder.file("a.csv", "id;d\n1;\(cell)\n2;\n")
    for (format, expected) in [
      ("jsonl", [#"{"id":1,"d":\#(json)}"#, #"{"id":2,"d":null}"#]),
      ("csv", ["id,d", "1," + (cell.contains(",") ? "\"\(cell)\"" : cell), "2,"]),
      ("text", ["1\t\(cell)", "2\t"]),
    ] {
      for columns in [[], ["-s", "id,d"], ["-s", "id,d", "--sort", "id"]] {
        let arguments = ["TRUE", file, "--types", types, "-o", format]
        let shot = try Tool.run(arguments + columns)
        #expect(shot.lines == expected, "\(columns): \(shot)")
      }
      let session = try Tool.run(
        ["repl", file, "--types", types], input: ".mode \(format)\n.show\n")
      #expect(session.lines == expected, "\(session)")
    }
    let table = try Tool.run("TRUE", file, "--types", types, "-o", "table", "-s", "x=d")
    let shown = ["d=unixms": "1700000.0", "d=number": "1.5"][types] ?? cell
    #expect(table.lines.contains { $0.split(separator: " ") == [Substring(shown)] }, "\(table)")
  }
}
