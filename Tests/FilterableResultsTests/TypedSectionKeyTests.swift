import FilterableResults
import Foundation
import Testing

/// Section keys of a type of the caller (wish 11).
@Suite struct TypedSectionKeyTests {
  private enum Mood: String, CaseIterable, FilterValueConvertible {
    case good, fair, bad

    var rank: Int { self == .bad ? 0 : self == .good ? 1 : 2 }
  }

  private struct Person: Filterable {
    var id: Int
    var mood: Mood?

    static let filterFields = FilterFields<Person>(
      FilterField("id", \.id), FilterField("mood", \.mood))
  }

  private let people = [
    Person(id: 1, mood: .fair), Person(id: 2), Person(id: 3, mood: .good),
    Person(id: 4, mood: .fair),
  ]

  @Test func keysAreReadAndFoundAsTheirType() throws {
    let results = ResultsController<Person>(identifiedBy: \.id, sectionedBy: \.mood)
    try results.setItems(people)
    #expect(results.snapshot.sections.map { $0.key(as: Mood.self) } == [.fair, nil, .good])
    #expect(results.snapshot.sections.map { $0.key(as: String.self) } == ["fair", nil, "good"])
    #expect(results.snapshot.sections.map { $0.key(as: Int.self) } == [nil, nil, nil])
    #expect(results.snapshot.section(forKey: Mood.good) == 2)
    #expect(results.snapshot.section(forKey: Mood.bad) == nil)
    #expect(results.snapshot.section(forKey: nil) == 1)
    results.setCollapsed(true, section: Mood.fair)
    #expect(results.snapshot.sectionCounts == [0, 1, 1])
    #expect(results.isCollapsed(section: Mood.fair) && !results.isCollapsed(section: Mood.good))
  }

  /// Identity, order and title of a section are three things.
  @Test func orderAndTitleAreRulesOfTheirType() throws {
    let results = ResultsController<Person>(identifiedBy: \.id, sectionedBy: \.mood)
    try results.setItems(people)
    let keys = { results.snapshot.sections.map { $0.key(as: Mood.self) } }
    try results.configure { $0.sections.order = .inOrder(of: Mood.allCases) }
    #expect(keys() == [.good, .fair, .bad, nil])
    try results.configure {
      $0.sections.order = .ordered { (left: Mood, right: Mood) in left.rank > right.rank }
      $0.sections.empty = .drop
      $0.sections.setTitle { (mood: Mood) in mood == .fair ? "So so" : "\(mood)!" }
    }
    #expect(keys() == [.fair, .good, nil])
    #expect(results.snapshot.sections.map(\.title) == ["So so", "good!", nil])
    try results.add(Person(id: 5, mood: .bad))
    #expect(keys() == [.fair, .good, .bad, nil])
    // Titles of keys of another type are the texts of the keys.
    try results.configure { $0.sections.setTitle { (number: Int) in "Number \(number)" } }
    #expect(results.snapshot.sections.map(\.title) == ["fair", "good", "bad", nil])
  }
}
