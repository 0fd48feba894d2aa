#if SQLite
  import Foundation
  import Testing

  /// The scenarios of results from a database have a test each on SQLite, and so have the features of the ancestors that
  /// are about databases. A comment behind the name of a test has their numbers.
  @Suite struct LiveCoverageTests {
    private static let ids =
      (157...168).map(String.init) + [
        "BS-1", "BS-2", "BS-3", "BS-17", "TL-1", "TL-10", "TL-11", "TL-13", "TL-14",
      ]

    @Test func eachHasATest() throws {
      let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      var named: Set<String> = []
      for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        for line in text.split(separator: "\n") where line.contains(" func ") {
          guard let comment = line.range(of: "{  // ") else { continue }
          named.formUnion(
            line[comment.upperBound...].split(separator: ",")
              .map { $0.trimmingCharacters(in: .whitespaces) })
        }
      }
      #expect(Self.ids.filter { !named.contains($0) } == [])
    }
  }
#endif
