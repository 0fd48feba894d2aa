import FilterEngine
import Foundation
import Testing

/// The tables of the articles for those who come from another language of filters.
struct MigrationTableTests {
  /// Every filter in a second column is true for the row that the article shows.
  @Test(arguments: ["FromCEL", "FromPredicate", "FromRealm"])
  func theFiltersHold(_ name: String) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let article = try String(
      contentsOf: root.appending(path: "Sources/FilterEngine/FilterEngine.docc/\(name).md"),
      encoding: .utf8)
    let json = try #require(
      article.components(separatedBy: "```json\n").last?.components(separatedBy: "\n```").first)
    let row = try JSONDecoder().decode(FilterValue.self, from: Data(json.utf8))
    let filters = article.split(separator: "\n").filter { $0.hasPrefix("| `") }.compactMap { line in
      line.components(separatedBy: " | ").last?.trimmingCharacters(
        in: CharacterSet(charactersIn: "` |")
      )
      .replacing("\\|", with: "|")
    }
    #expect(filters.count > 20)
    for filter in filters {
      #expect(throws: Never.self, "\(filter)") {
        let holds = try FilterPredicate<FilterValue>(text: filter).matches(row)
        #expect(holds, "\(filter)")
      }
    }
  }
}
