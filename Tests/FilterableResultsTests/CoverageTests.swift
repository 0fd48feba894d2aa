import Foundation
import Testing

/// Every scenario has a test that bears its number, and every feature of the ancestors a place in the
/// table and a test.
@Suite struct CoverageTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  /// The source of all tests of this folder.
  private func sources() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
      .filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: Self.folder.appendingPathComponent($0), encoding: .utf8) }
  }

  /// What the comments name that stand behind tests: numbers, and ids of features.
  private func named() throws -> (numbers: Set<Int>, ids: Set<String>) {
    var numbers: Set<Int> = []
    var ids: Set<String> = []
    for line in try sources().flatMap({ $0.split(separator: "\n") }) {
      guard let comment = line.range(of: "//", options: .backwards) else { continue }
      let words = line[comment.upperBound...].split { ":,.".contains($0) }
        .map { $0.trimmingCharacters(in: .whitespaces).replacing("Scenarios ", with: "") }
      for word in words {
        let ends = word.components(separatedBy: " to ")
        if let first = Int(ends[0]), let last = Int(ends[ends.count - 1]), first <= last {
          numbers.formUnion(first...last)
        } else if let first = id(ends[0]), let last = id(ends[ends.count - 1]),
          first.family == last.family, first.number <= last.number
        {
          ids.formUnion((first.number...last.number).map { "\(first.family)-\($0)" })
        } else {
          break
        }
      }
    }
    return (numbers, ids)
  }

  private func id(_ text: String) -> (family: String, number: Int)? {
    let parts = text.components(separatedBy: "-")
    guard parts.count == 2, Self.families.contains(where: { $0.name == parts[0] }),
      let number = Int(parts[1])
    else { return nil }
    return (parts[0], number)
  }

  private static let families = [
    (name: "UA", count: 45), (name: "BS", count: 20), (name: "TL", count: 33),
    (name: "ZS", count: 15),
  ]

  private static let ids = families.flatMap { family in
    (1...family.count).map { "\(family.name)-\($0)" }
  }

  @Test func everyScenarioHasATest() throws {
    let numbers = try named().numbers
    #expect((1...176).filter { !numbers.contains($0) } == [])
  }

  @Test func everyFeatureHasATest() throws {
    let ids = try named().ids
    #expect(Self.ids.filter { !ids.contains($0) } == [])
    #expect(ids.filter { !Self.ids.contains($0) } == [])
  }

  @Test func everyFeatureStandsInTheTableOnce() throws {
    let table = Self.folder.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/FilterableResults/FilterableResults.docc/Parity.md")
    let rows = try String(contentsOf: table, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| ") }
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
      .filter { id($0[0]) != nil }
    #expect(rows.map { $0[0] } == Self.ids)
    #expect(rows.filter { $0.count != 3 || $0[1].isEmpty || $0[2].isEmpty }.isEmpty)
  }
}
