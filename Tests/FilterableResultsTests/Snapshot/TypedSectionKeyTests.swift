import FilterableResults
import Foundation
import Testing

/// Section keys of a type of the caller.
@Suite struct TypedSectionKeyTests {
  private enum Mood: String, CaseIterable, FilterValueConvertible {
    case good, fair, bad

    var rank: Int { self == .bad ? 0 : self == .good ? 1 : 2 }
  }

  private struct Person: Filterable {
    var id: Int
    var mood: Mood?
    var tags: [String] = []
    var born: Date?
    var friend: Friend?

    static let filterFields = FilterFields<Person>(
      FilterField("id", \.id), FilterField("mood", \.mood), FilterField("tags", \.tags),
      FilterField("born", \.born), FilterField("friend", \.friend))
  }

  private struct Friend: Filterable {
    var id: Int

    static let filterFields = FilterFields<Friend>(FilterField("id", \.id))
  }

  private let people = [
    Person(id: 1, mood: .fair), Person(id: 2), Person(id: 3, mood: .good),
    Person(id: 4, mood: .fair),
  ]

  @Test func keysAreReadAndFoundAsTheirType() throws {
    let results = ResultsController<Person>(identifiedBy: \.id, sectionedBy: \.mood)
    try results.setItems(people)
    #expect(
      results.snapshot.sections.map { $0.key.converted(to: Mood.self) } == [.fair, nil, .good])
    #expect(
      results.snapshot.sections.map { $0.key.converted(to: String.self) } == ["fair", nil, "good"])
    #expect(results.snapshot.sections.map { $0.key.converted(to: Int.self) } == [nil, nil, nil])
    #expect(results.snapshot.section(forKey: Mood.good) == 2)
    #expect(results.snapshot.section(forKey: Mood.bad) == nil)
    #expect(results.snapshot.section(forKey: FilterValue.null) == 1)
    results.sections.setCollapsed(true, forKey: Mood.fair)
    #expect(results.snapshot.sectionCounts == [0, 1, 1])
    #expect(
      results.sections.isCollapsed(forKey: Mood.fair)
        && !results.sections.isCollapsed(forKey: Mood.good))
  }

  /// Identity, order and title of a section are three things.
  @Test func orderAndTitleAreRulesOfTheirType() throws {
    let results = ResultsController<Person>(identifiedBy: \.id, sectionedBy: \.mood)
    try results.setItems(people)
    let keys = { results.snapshot.sections.map { $0.key.converted(to: Mood.self) } }
    try results.configure { $0.sections.order = .listed(Mood.allCases) }
    #expect(keys() == [.good, .fair, .bad, nil])
    try results.configure {
      $0.sections.order = .by { (left: Mood, right: Mood) in left.rank > right.rank }
      $0.sections.empty = .drop
      $0.sections.setTitle { (mood: Mood) in mood == .fair ? "So so" : "\(mood)!" }
    }
    #expect(keys() == [.fair, .good, nil])
    #expect(results.snapshot.sections.map(\.title) == ["So so", "good!", nil])
    try results.add(Person(id: 5, mood: .bad))
    #expect(keys() == [.fair, .good, .bad, nil])
  }

  /// Orders and titles of another kind of keys, which would sort and name nothing.
  @Test func whatDoesNotFitTheKeysIsRefused() throws {
    let results = ResultsController<Person>(identifiedBy: \.id, sectionedBy: \.mood)
    try results.setItems(people)
    var changes = 0
    results.observe { _ in changes += 1 }
    func refused(_ change: (inout ResultsConfiguration<Person>) -> Void) -> String? {
      let error = #expect(throws: ResultsError.self) { try results.configure(change) }
      var configuration = results.configuration
      change(&configuration)
      let other = #expect(throws: ResultsError.self) { try ResultsController(configuration) }
      #expect(other == error)
      return error?.description
    }
    #expect(
      refused { $0.sections.setTitle { (number: Int) in "Number \(number)" } }
        == "the title is for numbers, and the section keys are strings")
    #expect(
      refused { $0.sections.order = .listed([3, 1]) }
        == "the order is for numbers, and the section keys are strings")
    #expect(
      refused { $0.sections.order = .by { (left: Date, right: Date) in left < right } }
        == "the order is for dates, and the section keys are strings")
    #expect(
      refused {
        $0.sections.key = ResultsKey(\.id)
        $0.sections.order = .listed(["3", "1"])
      } == "the order is for strings, and the section keys are numbers")
    #expect(
      refused {
        $0.sections.key = ResultsKey(\.tags)
        $0.sections.order = .ascending
      } == "the section keys are lists, which have no order")
    #expect(
      refused {
        $0.sections.key = ResultsKey(\.born)
        $0.sections.setTitle { (day: Int) in "\(day)" }
      } == "the title is for numbers, and the section keys are dates")
    // A key by code has the kind of its values.
    #expect(
      refused {
        $0.sections.key = ResultsKey { $0.born }
        $0.sections.setTitle { (day: Int) in "\(day)" }
      } == "the title is for numbers, and the section keys are dates")
    #expect(
      refused {
        $0.sections.key = ResultsKey { person in person.id < 3 ? nil : "\(person.id)" }
        $0.sections.order = .listed([3, 1])
      } == "the order is for numbers, and the section keys are strings")
    #expect(changes == 0)
    // Keys of no known kind take any order, and titles of a closure of values any keys.
    try results.configure {
      $0.sections.key = ResultsKey { $0.id.filterValue }
      $0.sections.order = .listed(["3", "1"])
      $0.sections.setTitle { (day: Date) in "\(day)" }
      $0.sections.title = { "\($0)" }
    }
    let error = #expect(throws: SyntaxError.self) { try ResultsSortKey<Person>("tags") }
    #expect(error?.message == "lists have no order" && error?.code == "unordered-key")
    #expect(throws: SyntaxError.self) { try ResultsSortKey<Person>("friend") }
    #expect(throws: SyntaxError.self) {
      try ResultsSortKey<Person>.list("tags:desc", policy: .unrestricted)
    }
    _ = try [
      ResultsSortKey<Person>("mood"), ResultsSortKey("born"), ResultsSortKey("tags.@count"),
      ResultsSortKey("friend.id"),
    ]
  }
}
