import FilterEngine
import FilterJSON
import Foundation
import TestSupport
import Testing
import ToolTestSupport

@testable import FrcQuery

/// Random files of all shapes with random edits: what is saved is the head of the file, the rows with
/// what is between rows in it, and its tail.
struct ReplShapeTests {
  /// A file, cut into what `.save` keeps.
  private struct Shape {
    var format = RowFormat.jsonl
    var head = ""
    var rows: [[String]] = []
    var separator = ""
    var tail = ""

    /// The rows whose last cell is `x` in quotes that it does not need: they come back with that text.
    var quoted: Set<String> = []

    /// The bytes of a row: its cells, or the JSON of its members as they are spelled.
    func text(_ row: [String]) -> String {
      switch format {
      case .csv: row.joined(separator: ",")
      case .tsv: row.joined(separator: "\t")
      default:
        "{" + zip(ReplShapeTests.names, row).map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
      }
    }

    var text: String { head + rows.map(text).joined(separator: separator) + tail }
  }

  private static let names = ["id", "n", "t"]

  /// Spellings of a value in cells and in JSON, the first of each the one that new cells have.
  private static let cells = [
    ["1.50", "2", "-0.5", "1e3", "18446744073709551615"], ["x", "a b", "\"q\"\"q\"", "\"a,\tb\""],
  ]
  private static let values = [
    ["1.50", "2", "-0.5", "1e3", "18446744073709551615"],
    ["\"x\"", "\"a b\"", "\"q\\\"q\"", "\"a,\\tb\""],
  ]

  private func shape(_ dice: inout SeededGenerator) -> Shape {
    var shape = Shape()
    shape.format = dice.pick([.json, .jsonl, .csv, .tsv])
    let lineEnd = dice.pick(["\n", "\r\n"])
    let mark = dice.pick(["", "\u{FEFF}"])
    let isDelimited = shape.format.separator != nil
    for id in 1...2 + dice.below(5) {
      let (number, text) = (dice.below(5), dice.below(4))
      let spelled = isDelimited ? Self.cells : Self.values
      // Quotes that a cell does not need stay.
      let isQuoted = isDelimited && text == 0 && dice.chance(50)
      if isQuoted { shape.quoted.insert("\(id)") }
      shape.rows.append(["\(id)", spelled[0][number], isQuoted ? "\"x\"" : spelled[1][text]])
    }
    switch shape.format {
    case .json:
      let blank = dice.pick(["", lineEnd, "\(lineEnd)  ", " "])
      shape.head = mark + dice.pick(["", " ", lineEnd]) + "[" + blank
      shape.separator = dice.pick([",", " ,", " , "]) + blank
      shape.tail = dice.pick(["", lineEnd, " "]) + "]" + dice.pick(["", lineEnd])
    case .jsonl:
      shape.head = mark + dice.pick(["", lineEnd])
      shape.separator = lineEnd
      shape.tail = dice.pick(["", lineEnd, "\(lineEnd)\(lineEnd)"])
    default:
      let separator = shape.format == .csv ? "," : "\t"
      let header = dice.chance(50) ? Self.names : ["\"id\"", "n", "\"t\""]
      shape.head = mark + header.joined(separator: separator) + lineEnd
      shape.separator = lineEnd
      shape.tail = dice.pick(["", lineEnd])
    }
    return shape
  }

  /// Edits the shape, and gives the lines that do the same in a session.
  private func edit(
    _ shape: inout Shape, newIDs: Int, _ dice: inout SeededGenerator
  ) -> [String] {
    let isDelimited = shape.format.separator != nil
    var lines: [String] = []
    for step in 0..<1 + dice.below(4) {
      let place = dice.below(shape.rows.count)
      let id = shape.rows[place][0]
      let (number, text) = (dice.below(5), dice.below(4))
      let values = [Self.values[0][number], Self.values[1][text]]
      var cells = isDelimited ? [Self.cells[0][number], Self.cells[1][text]] : values
      func json(_ id: String) -> String {
        "{\"id\":\(id),\"n\":\(values[0]),\"t\":\(values[1])}"
      }
      switch dice.below(3) {
      case 0 where shape.rows.count > 1:
        lines.append(".remove \(id)")
        shape.rows.remove(at: place)
      case 1:
        lines.append(".replace " + json(id))
        if text == 0, shape.quoted.contains(id) { cells[1] = "\"x\"" }
        shape.rows[place] = [id] + cells
      default:
        lines.append(".add " + json("\(newIDs + step)"))
        shape.rows.append(["\(newIDs + step)"] + cells)
      }
    }
    return lines
  }

  @Test(arguments: RandomSearch.seeds(60))
  func aSavedFileHasTheShapeOfTheOldOne(_ seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let before = shape(&dice)
    var after = before
    let folder = try Folder()
    let path = try folder.file("rows.\(before.format.name)", before.text)
    let heard = try HeardSession()
    let session = heard.session
    try session.open(path)
    var said: [String] = []
    // The second save is of a file that the session has written.
    for round in 1...2 {
      let lines = edit(&after, newIDs: round * 100, &dice) + [".save"]
      said += lines
      for line in lines { try session.run(line) }
      let saved = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
      #expect(
        saved.utf8.elementsEqual(after.text.utf8),
        "\(before.text.debugDescription) \(said) \(saved.debugDescription)")
    }
    // It is read as the rows that the session has.
    let read = try FileRows(path: path)
    let store = RowStore()
    let values = store.add(read.rows).map { store.value(of: $0) }
    let open = try #require(session.data as? StoredRows)
    #expect(values == open.rows.map { open.store.value(of: $0) }, "\(said)")
  }

  /// The first rows of CSV and TSV are looked at before they are read.
  @Test(arguments: [RowFormat.json, .jsonl, .csv, .tsv])
  func aLongFileKeepsItsShapeToo(_ format: RowFormat) throws {
    var shape = Shape(format: format, separator: "\r\n", tail: "\r\n")
    if format == .json { (shape.head, shape.separator, shape.tail) = ("[\n", ",\n ", "]\n") }
    let isDelimited = format.separator != nil
    if isDelimited { shape.head = "id\(format == .csv ? "," : "\t")n\r\n" }
    let blank = { (id: Int) in id % 3 == 0 ? "\"x\"" : "\(id).50" }
    shape.rows = (1...1_300).map { ["\($0)", blank($0)] }
    let folder = try Folder()
    let path = try folder.file("rows.\(format.name)", shape.text)
    let heard = try HeardSession()
    let session = heard.session
    try session.open(path)
    for id in [1_250, 1_010, 1_003, 1_000, 996, 2] {
      try session.run(".remove \(id)")
      try session.run(".replace {\"id\":\(id + 1),\"n\":7.5}")
    }
    try session.run(".save")
    for id in [1_250, 1_010, 1_003, 1_000, 996, 2] {
      shape.rows.removeAll { $0[0] == "\(id)" }
      if let place = shape.rows.firstIndex(where: { $0[0] == "\(id + 1)" }) {
        shape.rows[place][1] = "7.5"
      }
    }
    let saved = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    #expect(saved.utf8.elementsEqual(shape.text.utf8))
  }
}
