import FilterEngine
import FilterJSON
import Foundation
import TestSupport
import Testing
import ToolTestSupport

@testable import FrcQuery

/// Filters over CSV in small blocks, whose beginnings have to be guessed, and in what a pipe gives of it,
/// beside a naive reader.
struct HostileDelimitedTests {
  private static let pieces = [
    "1", "-2", "3.25", "1e3", "007", "12345678901234567890", "0.1", "true", "FALSE", "x", "é", "\r",
    "a b", " ", "\"", "\"\"", "\"a,b\"", "\"q\"\"q\"", "\"line\nend\"", "\"\r\n\"", "x\"y", "", "",
  ]

  /// A text of a few hundred records; with mistakes in some of them if `hasMistakes`.
  private func text(_ random: inout SeededGenerator, hasMistakes: Bool) -> String {
    let columnCount = Int.random(in: 1...5, using: &random)
    let kinds = (0..<columnCount).map { _ in Int.random(in: 0...3, using: &random) }
    func cell(_ kind: Int) -> String {
      switch kind {
      case 0: return "\(Int.random(in: -50...50, using: &random))"
      case 1: return ["true", "false", ""].randomElement(using: &random) ?? ""
      case 2:
        let count = Int.random(in: 0...4, using: &random)
        let words = (0..<count).map { _ in
          ["x", ",", "\n", "\"\"", "é", "long word "].randomElement(using: &random) ?? ""
        }
        return "\"" + words.joined() + "\""
      default:
        let pieces = hasMistakes ? Self.pieces : Self.pieces.filter { $0 != "\"" }
        return pieces.randomElement(using: &random) ?? ""
      }
    }
    var text = ["a", "b", "a b", "", "c"].prefix(columnCount).joined(separator: ",") + "\n"
    for _ in 0..<Int.random(in: 0...300, using: &random) {
      var count = columnCount
      if Int.random(in: 0..<20, using: &random) == 0 {
        count = Int.random(in: 0...columnCount + (hasMistakes ? 1 : 0), using: &random)
      }
      text += (0..<count).map { cell($0 < kinds.count ? kinds[$0] : 0) }.joined(separator: ",")
      text += Bool.random(using: &random) ? "\n" : "\r\n"
    }
    return Bool.random(using: &random) ? text : String(text.dropLast())
  }

  private func query(_ predicate: String) throws -> Query {
    Query(
      text: predicate, predicate: try FilterPredicate(text: predicate), bindings: [:],
      form: InputForm(format: .csv),
      output: .jsonl, selection: Selection(nil), sortKeys: [], section: nil, limit: nil, offset: 0,
      isCount: false, isInverted: false, skipsErrors: true, limits: .standard)
  }

  /// Filters, and what they are over rows that have the texts of their cells as `t`, the numbers as `n`.
  private static let filters = [
    ("TRUEPREDICATE", "TRUEPREDICATE"), ("a > 3", "n.a > 3"),
    ("b CONTAINS 'x' OR c == nil", "t.b CONTAINS 'x' OR t.c == nil"),
    ("a.length == 1", "t.a.length == 1"), ("c == TRUE", "n.c == TRUE"),
    ("c.length == 1 OR b.x == nil", "t.c.length == 1 OR t.b.x == nil"),
    ("`a b`.x != nil OR c == nil", "t.`a b`.x != nil OR t.c == nil"),
    ("SELF.b == 'x' OR SELF == nil", "b == 'x' OR SELF == nil"),
  ]

  /// Holds the rows that match in `file`, whose text is known, against those of a naive reader.
  private func expectRows(
    of text: String, in file: String, _ random: inout SeededGenerator
  ) throws {
    let (filter, rule) = Self.filters.randomElement(using: &random) ?? ("", "")
    var query = try query(filter)
    let predicate = try FilterPredicate<FilterValue>(text: rule)
    query.sampleSize = Int.random(in: 1...400, using: &random)
    query.blockSize = Int.random(in: 1...400, using: &random)
    let folder = try Folder()
    let output = folder.path + "/output"
    let descriptor = open(output, O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    let run = FilterRun(query, in: .writing(to: descriptor))
    _ = try run.run(files: [file])

    var expected: [UInt8] = []
    var bad: [String] = []
    for (row, cells) in NaiveDelimited.rows(text, sampleSize: query.sampleSize) {
      switch row {
      case .bad(let line, let reason): bad.append("frc-query: \(file):\(line): \(reason)")
      case .value(let value):
        guard (try? predicate.matches(Self.row(value, cells))) == true else { continue }
        expected += JSONWriter().bytes(value) + [0x0A]
      }
    }
    // Numbers are spelled as in their cells, and as JSON writes them in what is expected.
    var found: [UInt8] = []
    for line in [UInt8](try Data(contentsOf: URL(fileURLWithPath: output))).split(separator: 0x0A) {
      found += JSONWriter().bytes(try JSONReader().read(line)) + [0x0A]
    }
    #expect(String(decoding: found, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
    #expect(run.skipped.count == bad.count)
    let first = run.skipped.first?.text ?? ""
    #expect(first.hasPrefix(bad.first ?? ""))
  }

  /// A row with the texts of its cells and the numbers as members.
  private static func row(_ value: FilterValue, _ cells: [(key: String, text: String?)])
    -> FilterValue
  {
    guard case .object(let object) = value else { return value }
    let texts = cells.map { (key: $0.key, value: $0.text.map { FilterValue.string($0) } ?? .null) }
    let numbers = cells.map { cell in
      (key: cell.key, value: cell.text.map(NaiveDelimited.numeric) ?? .null)
    }
    let readings = [
      (key: "t", value: FilterValue.object(FilterObject(texts))),
      (key: "n", value: .object(FilterObject(numbers))),
    ]
    return .object(FilterObject(Array(object.members) + readings))
  }

  @Test(arguments: RandomSearch.seeds(60))
  func blocksHaveTheRowsOfANaiveReader(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let text = text(&random, hasMistakes: Bool.random(using: &random))
    let folder = try Folder()
    try expectRows(of: text, in: folder.file("rows.csv", text), &random)
  }

  @Test(arguments: RandomSearch.seeds(60))
  func aPipeHasTheRowsOfANaiveReader(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let text = text(&random, hasMistakes: Bool.random(using: &random))
    let pieces = pieces(Array(text.utf8), &random)
    var ends: [Int32] = [0, 0]
    let status = pipe(&ends)
    try #require(status == 0)
    let (reading, writing) = (ends[0], ends[1])
    defer { close(reading) }
    Thread.detachNewThread {
      for piece in pieces { _ = piece.withUnsafeBytes { write(writing, $0.baseAddress, $0.count) } }
      close(writing)
    }
    try expectRows(of: text, in: "/dev/fd/\(reading)", &random)
  }

  /// A text in pieces of up to 400 bytes.
  private func pieces(
    _ text: [UInt8], _ random: inout SeededGenerator
  ) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var rest = text[...]
    while !rest.isEmpty {
      pieces.append(rest.prefix(Int.random(in: 1...400, using: &random)))
      rest = rest.dropFirst(pieces[pieces.count - 1].count)
    }
    return pieces
  }

  @Test(arguments: RandomSearch.seeds(60))
  func endsOfRecordsAreThoseOfTheReader(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let hasMistakes = Bool.random(using: &random)
    var text = Array(text(&random, hasMistakes: hasMistakes).utf8)
    for _ in 0..<(hasMistakes ? 5 : 0) {
      text[Int.random(in: text.indices, using: &random)] =
        "\"\r\n,x".utf8.randomElement(using: &random) ?? 0xFF
    }
    if hasMistakes { text[text.count / 2] = 0xFF }
    var reader = NaiveDelimited(text)
    var expected: [Int] = []
    while let record = reader.record() {
      // A line feed in quotes ends nothing, even where the text ends with it.
      if case .failure(let bad) = record.cells, bad.text == "a quote is not closed" { break }
      if reader.place <= text.count, text[reader.place - 1] == 0x0A {
        expected.append(reader.place)
      }
    }

    var known: [UInt8] = []
    var (taken, scanner) = (0, DelimitedScanner(separator: UInt8(ascii: ",")))
    for piece in pieces(text, &random) {
      known += piece
      let end = known.withUnsafeBufferPointer {
        scanner.go(on: $0, isAtEnd: false)
        return scanner.goToLastEnd()
      }
      let last = expected.last { (taken + 1...taken + known.count).contains($0) }
      #expect(end.map { taken + $0 } == last)
      guard let end else { continue }
      known.removeSubrange(..<end)
      taken += end
      scanner = DelimitedScanner(separator: UInt8(ascii: ","))
    }
  }

  @Test func aRecordMayBeLongerThanManyBlocks() throws {
    let folder = try Folder()
    let long = String(repeating: "a,\"\"\n", count: 200_000)
    let file = try folder.file("x.csv", "a,b\n1,\"\(long)\"\n2,x\n")
    let found = try Tool.run("a == 2", file)
    #expect(found.text == "{\"a\":2,\"b\":\"x\"}\n")
    #expect(try Tool.run("length(b) == 800000", "-c", file).text == "1\n")
  }

  /// Wherever a byte is that is no UTF-8, the record that it is in is bad, and only that.
  @Test(arguments: [100, 3_000], [false, true])
  func aBadByteSpoilsItsRecord(_ blockSize: Int, isPiped: Bool) throws {
    // What comes through a pipe is not cut into blocks.
    guard !isPiped || blockSize == 100 else { return }
    let line = String(repeating: "x", count: 89) + "\n"
    let records = (0..<4).map { "\($0),\"\(String(repeating: line, count: 100))\",z\n" }
    let places = [3, 4_095, 8_999].flatMap { place in
      (0..<4).map { (record: $0, place: place) }
    }
    for (record, place) in places {
      var bytes = records.map { Array($0.utf8) }
      bytes[record][place] = 0xFF
      let folder = try Folder()
      let text = Array("a,b,c\n".utf8) + bytes.joined()
      var file = try folder.file("x.csv", text)
      var ends: [Int32] = [0, 0]
      if isPiped {
        try #require(pipe(&ends) == 0)
        _ = text.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
        close(ends[1])
        file = "/dev/fd/\(ends[0])"
      }
      defer { if isPiped { close(ends[0]) } }
      let descriptor = open(folder.path + "/output", O_WRONLY | O_CREAT, 0o600)
      defer { close(descriptor) }
      var query = try query("c == 'z' AND length(b) == 9000")
      (query.blockSize, query.sampleSize) = (blockSize, 1)
      let run = FilterRun(query, in: .writing(to: descriptor))
      _ = try run.run(files: [file])
      let found = try String(contentsOfFile: folder.path + "/output", encoding: .utf8)
      let rows = found.split(separator: "\n").map { $0.first(where: \.isNumber) }
      let name: Comment = "record \(record), byte \(place), blocks of \(blockSize)"
      #expect(rows == (0..<4).filter { $0 != record }.map { Character("\($0)") }, name)
      let line = 2 + record * 101
      #expect(run.skipped.count == 1, name)
      #expect(
        run.skipped.first?.text?.hasPrefix("frc-query: \(file):\(line): invalid UTF-8") == true,
        name)
    }
  }
}
