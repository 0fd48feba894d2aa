import FilterableResults
import FilterableResultsUI
import Foundation
import Testing

#if canImport(SwiftUIStandIn)
  import SwiftUIStandIn
#endif

@testable import GuideExamples

/// The examples of the guides, run.
struct GuideTests {
  private let people = [
    Person(name: "Ada", age: 36, city: "London"), Person(name: "Alan", age: 16, city: "London"),
    Person(name: "Zoë", age: 29, city: "Zürich"),
  ]

  private func names(_ results: ResultsController<Person>) -> [[String]] {
    results.snapshot.map { $0.items.map(\.name) }
  }

  @Test func aListIsShownThroughItsFilter() throws {
    let results = try filteredPeople(people)
    #expect(names(results) == [["Ada", "Zoë"]])
    results.filters.remove(name: "Adults")
    #expect(names(results) == [["Ada", "Alan", "Zoë"]])
  }

  /// The README and the guides in a module of the main actor, as Xcode makes them.
  @Test func theExamplesCompileInAModuleOfTheMainActor() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "samples/GuideExamples")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    #expect(files.count > 15)
    var options = ["-default-isolation", "MainActor"]
    for feature in ["NonisolatedNonsendingByDefault", "InferIsolatedConformances"] {
      options += ["-enable-upcoming-feature", feature]
    }
    #if canImport(SwiftUIStandIn)
      options += ["-D", "LIST_VIEW_STAND_IN"]
    #endif
    let errors = try SwiftCompiler.errors(of: files, options)
    #expect(errors == [], "\(errors.joined(separator: "\n"))")
  }

  @Test func aSearchBoxFollowsWhatIsTyped() throws {
    let results = ResultsController<Person>(identifiedBy: \.name)
    try results.setItems(people)
    let box = SearchBox(results)
    box.type("city == 'L", cursor: 11)
    #expect(box.mistake?.code == "unterminated-string")
    #expect(box.tokens.map(\.kind) == [.key, .operator, .string])
    #expect(box.completions.items.map(\.text) == ["'London'"])
    #expect(names(results) == [["Ada", "Alan", "Zoë"]])
    box.insert(box.completions.items[0])
    #expect(box.text == "city == 'London'" && box.mistake == nil)
    #expect(names(results) == [["Ada", "Alan"]])
    box.type("city == $x", cursor: 10)
    #expect(box.mistake?.kind == .evaluation)
    box.type("", cursor: 0)
    #expect(names(results) == [["Ada", "Alan", "Zoë"]])
    #expect(box.completions.items.first?.text == "name")
  }

  @MainActor @Test func aSearchWaitsForAPause() async throws {
    let results = ResultsController<Person>(identifiedBy: \.name)
    try results.setItems(people)
    var deliveries = 0
    results.observe { _ in deliveries += 1 }
    let search = DelayedSearch(results)
    let first = search.search(for: "A", after: .seconds(3_600))
    let second = search.search(for: "zürich", after: .zero)
    await first.value
    await second.value
    #expect(names(results) == [["Zoë"]] && deliveries == 1 && search.mistake == nil)
  }

  @Test func whatATestHidesHasARow() throws {
    let source = MemorySource(people)
    let results = try fetchedPeople(from: source) { $0.name == "Zoë" }
    #expect(names(results) == [["Ada"], []])
    guard case .group(let group) = results.snapshot.last?.last else {
      Issue.record("no group row")
      return
    }
    #expect(group.items.map(\.name) == ["Zoë"])
    source.commit { $0[1].age = 18 }
    #expect(names(results) == [["Ada", "Alan"], []])
  }

  @Test func twoListsAreCompared() {
    let list = ComparedPeople()
    list.people = people
    list.people = Array(people.dropFirst())
    #expect(list.changes.last?.deletedItems == [ResultsPath(section: 0, item: 0)])
    list.people = []
    #expect(list.results.snapshot[0].first?.item == nil && list.results.snapshot.rowCount == 1)
  }

  @Test func teamsAreSections() throws {
    let teams = MemorySource([
      Team(id: 1, name: "Blue", members: [people[0]]), Team(id: 2, name: "Red", members: []),
      Team(id: 3, name: "Amber", members: [people[2], people[1]]),
    ])
    let results = try sections(of: teams)
    #expect(results.snapshot.map(\.title) == ["Amber", "Blue"])
    #expect(names(results) == [["Zoë", "Alan"], ["Ada"]])
    teams.commit { $0[1].members = $0[0].members }
    #expect(results.snapshot.map(\.title) == ["Amber", "Blue", "Red"])
  }

  @Test func aDelegateIsCalledForEachEvent() throws {
    let list = SortedPeople()
    try list.results.setItems(people)
    list.results.remove(key: "Alan")
    #expect(list.calls == ["reload", "begin", "delete \(ResultsPath(section: 0, item: 1))", "end"])
  }

  @Test func editsAreUndone() throws {
    let list = try UndoablePeople(people)
    list.results.filters.add(ResultsFilter("grown") { $0.age >= 18 })
    list.results.remove(key: "Alan")
    try list.results.performBatch { () throws(ResultsError) in
      list.results.remove(key: "Ada")
      list.results.replace(Person(name: "Zoë", age: 30, city: nil))
    }
    #expect(names(list.results) == [["Zoë"]] && list.canUndo && !list.canRedo)
    try list.undo()
    #expect(names(list.results) == [["Ada", "Zoë"]] && list.results.item(forKey: "Zoë")?.age == 29)
    try list.undo()
    #expect(list.results.items?.map(\.name) == people.map(\.name) && !list.canUndo && list.canRedo)
    try list.redo()
    try list.results.add(Person(name: "Bo", age: 19, city: nil))
    #expect(names(list.results) == [["Ada", "Bo", "Zoë"]] && !list.canRedo)
  }

  @Test func changesAreShownAgain() throws {
    let list = try RecordedPeople(people)
    list.results.remove(key: "Alan")
    try list.results.add(Person(name: "Bo", age: 19, city: nil))
    let whole = try #require(list.change(from: 0, to: 2))
    #expect(whole.changeset.deletedItems.count == 1 && whole.changeset.insertedItems.count == 1)
    #expect(list.change(from: 2, to: 0)?.new.items.map(\.name) == people.map(\.name))
    #expect(list.change(from: 1, to: 1) == nil)
  }

  @Test func citiesAgesAndCandidatesAreCounted() throws {
    let results = try countedPeople(people)
    let counts = { results.snapshot.facets.map { $0.counts.map(\.count) } }
    #expect(counts() == [[2, 1], [1, 2, 0], [1, 2]])
    #expect(results.snapshot.facets[0].counts.map(\.value) == ["London", "Zürich"])
    #expect(results.snapshot.facets[1].counts.map(\.value) == [.null, 18, 65])
    #expect(results.snapshot.aggregates.map(\.value) == [27, 36])
    #expect(results.snapshot.map { $0.aggregates.map(\.value) } == [[26, 36], [29, 29]])
    // The table of the article.
    try results.filters.add(
      ResultsFilter("Adults", group: "age", predicate: FilterPredicate("age >= 18")))
    #expect(counts() == [[1, 1], [1, 2, 0], [1, 2]])
    #expect(results.snapshot.facets[2].counts.map(\.isInForce) == [false, true])
    try results.choose(["London"], in: 0)
    #expect(counts() == [[1, 1], [1, 1, 0], [1, 1]])
    #expect(results.snapshot.facets[0].counts.map(\.isInForce) == [true, false])
  }

  @Test func countsOfCitiesFollowChanges() throws {
    let cities = CityCounts(try countedPeople(people))
    #expect(cities.lines == [])
    try cities.results.choose(["Zürich"], in: 0)
    #expect(cities.lines == ["- London: 2", "✓ Zürich: 1"])
    cities.results.remove(key: "Zoë")
    #expect(cities.lines == ["- London: 2", "✓ Zürich: 0"])
  }

  @Test func monthsAndPricesAreCounted() throws {
    let day = { (number: Double) in Date(timeIntervalSince1970: 1_767_225_600 + number * 86_400) }
    let results = try countedOrders([
      Order(price: 0.1, due: day(-1)), Order(price: 10, due: day(0)),
      Order(price: 99, due: day(30)),
      Order(price: 200, due: day(59)), Order(price: .nan, due: nil), Order(price: 0.2, due: nil),
    ])
    let facets = results.snapshot.facets
    // December, January and March of 2026.
    #expect(facets[0].counts.map(\.count) == [1, 2, 1] && facets[0].missing == 2)
    #expect(facets[0].counts.map(\.value) == [.date(day(-31)), .date(day(0)), .date(day(59))])
    #expect(facets[0].counts.map(\.upperBound) == [.date(day(0)), .date(day(31)), .date(day(90))])
    #expect(facets[1].counts.map(\.count) == [0, 2, 2, 1] && facets[1].notANumber == 1)
    #expect(facets[1].counts[2].upperBound == 100)
    #expect(facets[1].counts[3].upperBound == FilterValue?.none)
    // What the article says of sums.
    try results.setItems([Order(price: 0.1, due: nil), Order(price: 0.2, due: nil)])
    #expect(results.snapshot.aggregates == [AggregateValue(.double(0.1 + 0.2))])
    try results.remove(at: ResultsPath(section: 0, item: 1))
    try results.remove(at: ResultsPath(section: 0, item: 0))
    #expect(results.snapshot.aggregates == [AggregateValue(0)])
    let naive = [0.1, 0.2, -0.2, -0.1].reduce(0, +)
    #expect(naive == 2.7755575615628914e-17)
  }

  @MainActor @Test func aModelIsCountedInTheBackground() async throws {
    let model = try await countedModel(people)
    #expect(model.snapshot.rowCount == 3 && model.aggregates.count == 1)
    #expect(model.facets.map { $0.counts.map(\.count) } == [[2, 1]])
    model.controller.remove(key: "Zoë")
    #expect(model.facets.map { $0.counts.map(\.count) } == [[2]])
  }

  @MainActor @Test func aModelSearches() throws {
    let model = try peopleModel(people)
    model.searchText = "zoe"
    #expect(model.snapshot.map { $0.items.map(\.name) } == [["Zoë"]])
    model.searchText = ""
    #expect(model.snapshot.rowCount == 3)
  }

  #if canImport(SwiftUIStandIn)
    @MainActor @Test func citiesAreSwitchedOnAndOff() throws {
      let model = ResultsModel(try countedPeople(people))
      let list = CityFilter(people: model)
      #expect(list.lines == ["- London: 2", "- Zürich: 1"])
      list.isChosen(model.facets[0].counts[1]).wrappedValue = true
      #expect(list.lines == ["- London: 2", "✓ Zürich: 1"])
      #expect(model.snapshot.map { $0.items.map(\.name) } == [["Zoë"]])
      list.isChosen(model.facets[0].counts[0]).wrappedValue = true
      #expect(model.snapshot.rowCount == 3 && model.filters.count == 1)
      list.isChosen(model.facets[0].counts[1]).wrappedValue = false
      #expect(list.lines == ["✓ London: 2", "- Zürich: 1"])
      list.isChosen(model.facets[0].counts[0]).wrappedValue = false
      #expect(model.snapshot.rowCount == 3 && model.filters.isEmpty)
    }

    @MainActor @Test func aListOfSwiftUIShowsAndSearches() throws {
      let model = try peopleModel(people + [Person(name: "Kim", age: 3, city: nil)])
      let list = PeopleList(people: model)
      #expect(
        list.lines == ["? ", "# London", "Ada", "Alan", "# Elsewhere", "Kim", "# Zürich", "Zoë"])
      let field = try #require(list.body as? any SearchField)
      field.text.wrappedValue = "a"
      #expect(model.searchText == "a")
      #expect(list.lines == ["? a", "# London", "Ada", "Alan"])
      field.text.wrappedValue = ""
      model.controller.remove(key: "Kim")
      #expect(list.lines == ["? ", "# London", "Ada", "Alan", "# Zürich", "Zoë"])
    }
  #endif
}
