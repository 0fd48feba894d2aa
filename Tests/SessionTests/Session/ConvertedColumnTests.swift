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
}
