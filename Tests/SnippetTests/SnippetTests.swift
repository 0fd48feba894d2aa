import FilterableResults
import Foundation
import Testing

@testable import GuideExamples

private let everyone = [
  Person(name: "Ada Lovelace", age: 36, city: "London"),
  Person(name: "Alan Turing", age: 16, city: "London"),
  Person(name: "Élodie", age: 52, city: nil),
]

@Test func theFirstSnippetFiltersPeople() throws {
  #expect(try adults(everyone, from: "lon").map(\.name) == ["Ada Lovelace"])
}

@Test func theSecondSnippetCallsItsOwnFunction() throws {
  #expect(try people(named: "AT", everyone).map(\.name) == ["Alan Turing"])
  let example = try #require(FilterLibrary.initials.functions.first?.documentation.example)
  let predicate = try FilterPredicate<FilterValue>(
    text: example, options: FilterOptions(libraries: [.standard, .initials]))
  #expect(try predicate.matches(.null))
}

@Test func theThirdSnippetTellsWhatChanged() throws {
  let people = [
    Person(name: "Ada", age: 36, city: "London"), Person(name: "Alan", age: 16, city: "London"),
    Person(name: "Zoë", age: 29, city: "Zürich"),
  ]
  let changes = try changes(of: people, joinedBy: Person(name: "Bo", age: 40, city: "London"))
  #expect(changes.count == 2)
  #expect(changes.first?.deletedItems == [ResultsPath(section: 0, item: 1)])
  #expect(changes.last?.insertedItems == [ResultsPath(section: 0, item: 1)])
}

@Test func theSwiftBlocksOfTheReadmeAndOfItsArticleAreSnippets() throws {
  let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  func blocks(of file: String) throws -> [String] {
    let page = try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
    return page.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
  }
  let folder = root.appendingPathComponent("samples/GuideExamples")
  let snippets = try FileManager.default.contentsOfDirectory(
    at: folder, includingPropertiesForKeys: nil
  ).map { unguarded(try String(contentsOf: $0, encoding: .utf8)) }
  let article = try blocks(of: "Sources/FilterEngine/FilterEngine.docc/OwnFunctions.md")
  let guides = [
    "FromNSFetchedResultsController", "FromUAFilterableResultsController",
    "FromBSFetchedResultsController", "FromTLIndexPathController",
    "FromZSWHierarchicalResultsController", "Undo", "Facets", "SearchBox",
  ]
  let examples =
    try blocks(of: "Sources/FilterableResultsUI/FilterableResultsUI.docc/SwiftUI.md")
    + guides.flatMap { try blocks(of: "Sources/FilterableResults/FilterableResults.docc/\($0).md") }
  #expect(examples.count == 16)
  let blocks = try blocks(of: "README.md") + article.prefix(1) + examples
  for block in blocks { #expect(snippets.contains(block)) }
}

/// A snippet of a framework without what lets a stand-in take its place.
private func unguarded(_ snippet: String) -> String {
  guard snippet.hasPrefix("#if") else { return snippet }
  let lines = snippet.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line in
    let text = line.drop { $0 == " " }
    if text.hasPrefix("#") || text.contains("StandIn") { return String?.none }
    return String(text.hasPrefix("import") ? text : line.dropFirst(2))
  }
  return lines.joined(separator: "\n")
}
