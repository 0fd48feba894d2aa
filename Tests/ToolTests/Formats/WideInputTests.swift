import FilterEngine
import FilterJSON
import Foundation
import Testing
import ToolTestSupport

@testable import FrcQuery

/// Headers of very many columns, rows of very many cells, objects of very many keys. Linear time takes a second, quadratic
/// time twenty minutes.
struct WideInputTests {
  private static let count = 50_000

  private func reader(_ text: String, _ types: String? = nil) throws -> DelimitedReader {
    let types = try types.map { try ColumnTypes($0) } ?? ColumnTypes()
    return DelimitedReader(
      ByteSource(bytes: Array(text.utf8), name: "wide"), separator: UInt8(ascii: ","), types: types)
  }

  private static let commas = String(repeating: ",", count: count - 1)

  @Test func aHeaderOfManyColumnsIsRead() throws {
    let ones = String(repeating: "1,", count: Self.count - 1) + "1"
    let reader = try reader(Self.commas + "\n" + ones + "\n7\n")
    try reader.open()
    let schema = reader.schema
    #expect(schema.header.count == Self.count && schema.shape.keys.count == Self.count)
    for column in schema.header.indices {
      #expect(schema.column(named: "column\(column + 1)") == column)
    }
    #expect(schema.column(named: "column0") == nil)
    guard case .object(let row)? = try reader.next() else {
      Issue.record("no row")
      return
    }
    #expect(row["column\(Self.count)"] == 1)
    guard case .object(let short)? = try reader.next() else {
      Issue.record("no row")
      return
    }
    #expect(short["column1"] == 7 && short["column2"] == .null)
  }

  /// Each name twice, and a name for all columns: later columns of a name are numbered.
  @Test func manyColumnsMayHaveFewNames() throws {
    let twice = (0..<Self.count).map { "c\($0 / 2)" }.joined(separator: ",")
    let same = Array(repeating: "c", count: Self.count).joined(separator: ",")
    let cells = (0..<Self.count).map { "\($0)" }.joined(separator: ",")
    for (header, name, last) in [(twice, "c7_2", 15), (same, "c_\(Self.count)", Self.count - 1)] {
      let reader = try reader(header + "\n" + cells + "\n" + cells + "\n")
      try reader.open()
      let schema = reader.schema
      #expect(schema.column(named: name) == last && schema.shape.keys.count == Self.count)
      for _ in 0..<2 {
        let value = try #require(try reader.next())
        guard case .object(let row) = value else { continue }
        #expect(row[name] == .int(Int64(last)) && row.shape === schema.shape)
      }
    }
  }

  @Test func kindsOfManyColumnsAreStated() throws {
    let names = (0..<Self.count).map { "c\($0)" }
    let stated = names.prefix(20_000).map { $0 + "=text" }.joined(separator: ",")
    let reader = try reader(names.joined(separator: ",") + "\n1\n", stated)
    try reader.open()
    let schema = reader.schema
    #expect(schema.columns.count { $0.isStated } == 20_000)
    #expect(throws: ToolError.self) { try ColumnTypes(stated + ",c0=text") }
    #expect {
      try ColumnTypes(stated + ",d1234=text").kinds(of: names, in: "wide")
    } throws: { error in
      (error as? ToolError)?.text?.contains("did you mean 'c1234'?") ?? false
    }
  }

  /// A row of more cells than there are columns is counted, and its cells are not kept.
  @Test func cellsBeyondTheColumnsAreNotKept() throws {
    let reader = try reader("a,b\n" + Self.commas + "\n1,2\n")
    #expect(
      throws: ToolError.badData(
        file: "wide", line: 2, "\(Self.count) cells in a row of 2 columns")
    ) { try reader.next() }
    #expect(try reader.next() != nil)
  }

  @Test func aTableOfManyColumnsShowsThoseThatFit() throws {
    let columns = (0..<Self.count).map { _ in
      TableLayout.Column(role: .whole, name: 4, cells: 4)
    }
    let layout = TableLayout(columns, width: 80)
    #expect(layout.shown == Array(0..<13) && layout.widths == Array(repeating: 4, count: 13))
    let header = (0..<20_000).map { "c\($0)" }.joined(separator: ",")
    let outcome = try Tool.run(
      "c1 == 2", "-i", "csv", "-o", "table", input: header + "\n1,2,3\n")
    #expect(outcome.lines.count == 3 && outcome.text.hasPrefix("c0  c1  c2"))
  }

  /// A sample has as many cells as bytes at most, however many columns its short rows have.
  @Test func aSampleOfWideRowsIsShort() throws {
    let folder = try Folder()
    let commas = String(repeating: ",", count: 19_999)
    let path = try folder.file("wide.csv", commas + "\n" + String(repeating: "1\n", count: 1_000))
    var sample = RowSample()
    sample.add(try ByteSource(path: path), .csv)
    #expect(sample.rows.count == RowSample.size / 20_000 && !sample.isWhole)
  }

  /// An edited row of many columns is written with the cells that did not change.
  @Test func aRowOfManyColumnsIsEditedAndSaved() throws {
    let count = 20_000
    let room = try Folder()
    let names = (0..<count).map { "c\($0)" }
    let cells = Array(repeating: "1.50", count: count)
    let path = try room.file(
      "a.csv", names.joined(separator: ",") + "\n" + cells.joined(separator: ",") + "\n")
    let row = names.map { "\"\($0)\":\($0 == "c7" ? "2.50" : "1.50")" }.joined(separator: ",")
    let outcome = try Tool.run(
      ["repl", path], input: ".replace --add 1 {\(row),\"new\":1}\n.add {\(row)}\n.save\n",
      joined: true)
    #expect(outcome.text.hasSuffix("2 rows written to \(path)\n"), "\(outcome)")
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    var changed = cells
    changed[7] = "2.50"
    let written = changed.joined(separator: ",")
    #expect(lines[0] == names.joined(separator: ",") + ",new")
    #expect(lines[1] == written + ",1" && lines[2] == written + ",")
  }

  @Test func manyColumnsAreSelected() throws {
    let columns = try (0..<20_000).map { try KeyColumn("c\($0 % 10_000)") }
    let query = Query(
      text: "", predicate: try FilterPredicate(text: "TRUEPREDICATE"), bindings: [:],
      output: .jsonl, selection: Selection(columns), sortKeys: [], section: nil, limit: nil,
      offset: 0, isCount: false, isInverted: false, skipsErrors: false, limits: .standard)
    #expect(query.columns.paths.count == 10_000 && query.columns.selected?.count == 20_000)
    // Names are bytes.
    let spellings = try ["é", "e\u{301}", "é"].map { try KeyColumn($0) }
    var other = query
    other = Query(
      text: "", predicate: other.predicate, bindings: [:], output: .jsonl,
      selection: Selection(spellings), sortKeys: [], section: nil, limit: nil, offset: 0,
      isCount: false, isInverted: false, skipsErrors: false, limits: .standard)
    #expect(other.columns.paths.count == 2)
  }

  @Test func anObjectOfManyKeysIsRead() throws {
    let distinct = "{" + (0..<50_000).map { "\"k\($0)\":1" }.joined(separator: ",") + "}\n"
    let repeated = "{" + (0..<50_000).map { "\"k\":\($0)" }.joined(separator: ",") + "}\n"
    let input = distinct + repeated + distinct
    #expect(try Tool.run("k49999 == 1", "-c", input: input).text == "2\n")
    // The whole row.
    #expect(try Tool.run("k49999 + k0 == 2", "-c", input: input).text == "2\n")
    #expect(try Tool.run("k == 49999", "-o", "csv", input: input).lines == ["k", "49999"])
    let table = try Tool.run("TRUEPREDICATE", "-o", "table", "-s", "k", input: input)
    #expect(table.lines.count == 3)
  }
}
