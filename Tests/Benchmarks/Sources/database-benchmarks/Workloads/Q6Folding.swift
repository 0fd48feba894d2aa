import FilterEngine
import FilterableResultsSQL

/// A test of texts that SQL does not have, so that SQLite asks the engine.
enum Q6Folding: DatabaseWorkload {
  static let name = "Q6"

  static func run(_ bench: Bench, _ people: PeopleFile) throws {
    let predicate: FilterPredicate<Person> = try FilterPredicate("name CONTAINS[cd] 'ZYX'")
    let request = SQLFetchRequest(people.person, predicate)
    bench.add(
      try bench.measure(
        name, "name CONTAINS[cd] k without an index", beside: "all rows fetched and filtered",
        target: .ratio(0.65), items: people.count,
        ours: { try people.store.fetch(request).items },
        peer: { try people.store.fetch(SQLFetchRequest(people.person)).items.filter(predicate) },
        agree: ==))
  }
}
