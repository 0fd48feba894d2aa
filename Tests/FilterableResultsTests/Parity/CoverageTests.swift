import Foundation
import Testing

/// Every feature of the ancestors has a line in the table of `Parity.md`, and a test with an assertion that bears its id.
@Suite struct CoverageTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let library = root.appendingPathComponent("Sources/FilterableResults")

  /// The sources of all tests of a target.
  private func sources(of target: String) throws -> [String] {
    let folder = Self.root.appendingPathComponent("Tests/\(target)")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
  }

  /// The calls that can fail a test.
  private static let assertions = [
    "#expect", "#require", "Issue.record", "expect(", "refuses(", "check(", "verify(",
  ]

  /// The lines of each test that has an assertion, from its attribute to the end of its function.
  private func tests(in source: String) -> [ArraySlice<Substring>] {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.compactMap { start in
      let margin = lines[start].prefix { $0 == " " }
      guard lines[start].dropFirst(margin.count).hasPrefix("@Test"),
        let end = lines[start...].firstIndex(where: { $0 == margin + "}" || $0 == "}" })
      else { return nil }
      let test = lines[start...end]
      return test.contains { line in Self.assertions.contains { line.contains($0) } } ? test : nil
    }
  }

  /// The ids of features that comments in tests name.
  private func named(in target: String) throws -> Set<String> {
    var ids: Set<String> = []
    for line in try sources(of: target).flatMap({ tests(in: $0) }).joined() {
      guard let comment = line.range(of: "//", options: .backwards) else { continue }
      let words = line[comment.upperBound...].split { ":,.".contains($0) }
        .map { $0.trimmingCharacters(in: .whitespaces) }
      for word in words {
        let ends = word.components(separatedBy: " to ")
        guard let first = id(ends[0]), let last = id(ends[ends.count - 1]),
          first.family == last.family, first.number <= last.number
        else { break }
        ids.formUnion((first.number...last.number).map { "\(first.family)-\($0)" })
      }
    }
    return ids
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

  @Test func everyFeatureHasATest() throws {
    let ids = try named(in: "FilterableResultsTests")
    #expect(Self.ids.filter { !ids.contains($0) } == [])
    #expect(ids.filter { !Self.ids.contains($0) } == [])
  }

  @Test func resultsFromADatabaseAreTestedOnOne() throws {
    let ids = try named(in: "FilterableResultsSQLTests")
    let wanted = [
      "BS-1", "BS-2", "BS-3", "BS-17", "TL-1", "TL-10", "TL-11", "TL-13", "TL-14", "ZS-1", "ZS-2",
      "ZS-4", "ZS-9", "ZS-10",
    ]
    #expect(wanted.filter { !ids.contains($0) } == [])
  }

  @Test func everyFeatureHasOneLineOfTheTable() throws {
    let table = Self.library.appendingPathComponent("FilterableResults.docc/Parity.md")
    let rows = try String(contentsOf: table, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| ") }
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
      .filter { id($0[0]) != nil }
    #expect(rows.map { $0[0] } == Self.ids)
    #expect(rows.filter { $0.count != 3 || $0[1].isEmpty || $0[2].isEmpty }.isEmpty)
  }

  /// The landing page of each product has all of its public types.
  @Test(arguments: [
    ("FilterableResults", 40), ("FilterableResultsUI", 5), ("FilterableResultsTesting", 3),
  ])
  func everyTypeIsInATopic(_ product: String, _ count: Int) throws {
    let library = Self.root.appendingPathComponent("Sources/\(product)")
    let page = try String(
      contentsOf: library.appendingPathComponent("\(product).docc/\(product).md"), encoding: .utf8)
    let files = try FileManager.default.subpathsOfDirectory(atPath: library.path)
      .filter { $0.hasSuffix(".swift") }
    let declaration = /^public (?:final )?(?:actor|struct|class|enum|protocol) (\w+)/
    var types: [String] = []
    for file in files {
      let text = try String(contentsOf: library.appendingPathComponent(file), encoding: .utf8)
      types += text.split(separator: "\n").compactMap { line in
        line.prefixMatch(of: declaration).map { String($0.output.1) }
      }
    }
    #expect(types.count >= count)
    #expect(types.filter { !page.contains("``\($0)``") } == [])
  }
}
