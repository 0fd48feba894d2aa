import FilterableResults
import Testing

#if Macros
  import FilterMacros
#endif

// Everything here is isolated to the main actor, as in an app whose module says so: the types, their tables and
// their conformances.

struct Person: Filterable, Hashable {
  enum Mood: String, FilterValueConvertible { case good, bad }

  var name: String
  var age: Int
  var city: String?
  var mood = Mood.good
  var friends: [Person] = []

  static let filterFields = FilterFields<Person>(
    FilterField("name", \.name),
    FilterField("age", \.age),
    FilterField("city", \.city),
    FilterField("mood", \.mood),
    FilterField("friends", \.friends),
    FilterField("isAdult") { $0.age >= 18 })
}

final class Machine: Filterable {
  var name: String
  let owner: Person

  init(_ name: String, owner: Person) { (self.name, self.owner) = (name, owner) }

  static let filterFields = FilterFields<Machine>(
    FilterField("name", \.name),
    FilterField(onMainActor: "owner") { $0.owner })
}

#if Macros
  @Filterable struct Ticket {
    var title: String
    var isOpen: Bool
    var watchers: [String]
  }

  @Filterable final class Folder {
    var name: String
    var tickets: [Ticket] = []

    init(_ name: String) { self.name = name }
  }
#endif

@Suite struct DefaultIsolationTests {
  let people = [
    Person(name: "Ann", age: 36, city: "Oslo", friends: [Person(name: "Bob", age: 9)]),
    Person(name: "Bea", age: 17, mood: .bad),
  ]

  @Test(arguments: [
    "age > 18", "city == 'Oslo'", "ANY friends.age < 10", "friends.@count == 1", "mood == 'good'",
    "isAdult", "age * 2 == 72",
  ])
  func structsAreFiltered(_ text: String) throws {
    #expect(try people.filter(FilterPredicate(text: text)).map(\.name) == ["Ann"])
  }

  @Test func classesAreFiltered() throws {
    let machines = people.map { Machine($0.name + "'s", owner: $0) }
    let filter = try FilterPredicate<Machine>("owner.age < 18 AND name ENDSWITH \("s")")
    #expect(try machines.filter(filter).map(\.name) == ["Bea's"])
  }

  @Test func aControllerTellsChanges() throws {
    let results = try ResultsController<Person>(
      identifiedBy: ResultsKey("name"), sortedBy: [ResultsSortKey("age")])
    try results.setItems(people)
    var shown: [[String]] = []
    results.observe(sendingCurrent: true) { shown.append($0.new.items.map(\.name)) }
    try results.filters.add(ResultsFilter("adults", predicate: FilterPredicate("age >= 18")))
    try results.add(Person(name: "Carl", age: 20))
    #expect(shown == [["Bea", "Ann"], ["Ann"], ["Carl", "Ann"]])
  }

  @Test func propertiesAreKeys() throws {
    let results = ResultsController<Person>(
      identifiedBy: ResultsKey(\.name), sectionedBy: ResultsKey(\.mood),
      sortedBy: [
        .ascending(\.age)
      ])
    try results.setItems(people + [Person(name: "Cy", age: 5)])
    #expect(results.snapshot.sections.map(\.key) == ["good", "bad"])
    #expect(results.snapshot.items.map(\.name) == ["Cy", "Ann", "Bea"])
    let machines = ResultsController<Machine>(
      identifiedBy: ResultsKey(\.name), sortedBy: [.descending(\.owner.age)])
    try machines.setItems(people.map { Machine($0.name, owner: $0) }.reversed())
    #expect(machines.snapshot.items.map(\.name) == ["Ann", "Bea"])
    #expect(machines.item(forKey: "Bea")?.owner == people[1])
  }

  /// Key paths in place of keys, as in a module without an isolation of its own.
  @Test func keyPathsAreTakenEverywhere() async throws {
    let results = ResultsController<Person>(
      identifiedBy: \.name, sectionedBy: \.city, sortedBy: [.ascending(\.name)])
    try results.setItems(people)
    let facets: [ResultsFacet<Person>] = [.values(of: \.mood), .ranges(of: \.age, bounds: [18])]
    let aggregates: [ResultsAggregate<Person>] = [
      .sum(\.age), .average(\.age), .minimum(\.name), .maximum(\.age), .count(\.city),
      .distinct(\.mood),
    ]
    results.facets = facets
    results.aggregates = aggregates
    func check() {
      let snapshot = results.snapshot
      #expect(snapshot.sections.map(\.key) == ["Oslo", nil])
      #expect(snapshot.facets.map { $0.counts.map(\.count) } == [[1, 1], [1, 1]])
      #expect(snapshot.aggregates.map(\.value) == [53, 26.5, "Ann", 36, 1, 2])
    }
    check()
    (results.facets, results.aggregates) = ([], [])
    await results.count(facets, aggregates)
    check()
    let changes = Changeset(from: people, to: people.reversed(), identifiedBy: \.name)
    #expect(changes.movedItems.count == 1)
    let change = ResultsChange(
      from: results.snapshot, to: results.snapshot, identifiedBy: \.name)
    #expect(change.changeset.isEmpty)
    let machines = ResultsController<Machine>(identifiedBy: \.name, sortedBy: [.ascending(\.name)])
    try machines.setItems(people.map { Machine($0.name, owner: $0) })
    machines.aggregates = [.average(\.owner.age)]
    #expect(machines.snapshot.aggregates.map(\.value) == [26.5])
    #expect(machines.item(forKey: "Bea")?.owner == people[1])
  }

  struct Note: Filterable, Identifiable {
    var id: Int
    var folder: String
    static let filterFields = FilterFields<Note>(
      FilterField("id", \.id), FilterField("folder", \.folder))
  }

  @Test func identifiableItemsHaveSections() throws {
    let results = ResultsController<Note>(sectionedBy: \.folder, sortedBy: [.descending(\.id)])
    try results.setItems([Note(id: 1, folder: "a"), Note(id: 2, folder: "b")])
    #expect(results.snapshot.sections.map(\.key) == ["b", "a"])
    #expect(results.path(forKey: 1) == ResultsPath(section: 1, item: 0))
  }

  #if Macros
    @Test func macrosMakeTables() throws {
      let tickets = [
        Ticket(title: "a", isOpen: true, watchers: ["x"]),
        Ticket(title: "b", isOpen: false, watchers: []),
      ]
      let filter = #filter<Ticket>("isOpen == TRUE AND ANY watchers == \("x")")
      #expect(try tickets.filter(filter).map(\.title) == ["a"])
      let folder = Folder("f")
      folder.tickets = tickets
      #expect(try #filter<Folder>("ANY tickets.title == 'b'").matches(folder))
      // Its properties are keys, read by the closures of the table.
      #expect(ResultsKey<Folder>(\.name) == (try ResultsKey("name")))
      let results = ResultsController<Folder>(
        identifiedBy: ResultsKey(\.name), sortedBy: [.descending(\.tickets.count)])
      try results.setItems([Folder("empty"), folder])
      #expect(results.snapshot.items.map(\.name) == ["f", "empty"])
      #expect(results.item(forKey: "f") === folder)
    }
  #endif
}
