import FilterEngine
import FilterJSON
import Foundation
import TestSupport
import Testing

@testable import frc_query

/// Filters over CSV in small blocks, whose beginnings have to be guessed, beside a naive reader.
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
      text: predicate, predicate: try FilterPredicate(text: predicate), bindings: [:], input: .csv,
      output: .jsonl, selection: Selection(nil), sortKeys: [], section: nil, limit: nil, offset: 0,
      isCount: false, isInverted: false, skipsErrors: true, limits: .standard)
  }

  @Test(arguments: RandomSearch.seeds(60))
  func blocksHaveTheRowsOfANaiveReader(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let hasMistakes = Bool.random(using: &random)
    let text = text(&random, hasMistakes: hasMistakes)
    let filters = [
      "TRUEPREDICATE", "a > 3", "b CONTAINS 'x' OR c == nil", "a.length == 1", "c == TRUE",
    ]
    let filter = filters.randomElement(using: &random) ?? ""
    let folder = try Folder()
    let file = try folder.file("rows.csv", text)
    let output = folder.path + "/output"
    let descriptor = open(output, O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    let query = try query(filter)
    let size = Int.random(in: 1...400, using: &random)
    let run = FilterRun(query, sink: ByteSink(descriptor: descriptor), blockSize: size)
    _ = try run.run(files: [file])

    var expected: [UInt8] = []
    var bad: [String] = []
    for row in NaiveDelimited.rows(text) {
      switch row {
      case .bad(let line, let reason): bad.append("frc-query: \(file):\(line): \(reason)")
      case .value(let value):
        guard (try? query.predicate.matches(value)) == true else { continue }
        expected += JSONWriter().bytes(value) + [0x0A]
      }
    }
    let found = [UInt8](try Data(contentsOf: URL(fileURLWithPath: output)))
    #expect(String(decoding: found, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
    #expect(run.skipped.count == bad.count)
    #expect((run.skipped.report ?? "").hasPrefix(bad.first ?? ""))
  }

  @Test func aRecordMayBeLongerThanManyBlocks() throws {
    let folder = try Folder()
    let long = String(repeating: "a,\"\"\n", count: 200_000)
    let file = try folder.file("x.csv", "a,b\n1,\"\(long)\"\n2,x\n")
    let found = try Tool.run("a == 2", file)
    #expect(found.text == "{\"a\":2,\"b\":\"x\"}\n")
    #expect(try Tool.run("length(b) == 800000", "-c", file).text == "1\n")
  }
}
