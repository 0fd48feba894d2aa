import FilterEngine
import FilterableResultsSQL

/// The beginning of an indexed text.
enum Q5Prefix: DatabaseWorkload {
  static let name = "Q5"

  static func run(_ bench: Bench, _ people: PeopleFile) throws {
    let predicate: FilterPredicate<Person> = try FilterPredicate("name BEGINSWITH 'person 0042'")
    let request = SQLFetchRequest(people.person, predicate)
    let count = try people.store.fetch(request).items.count
    bench.add(
      try bench.measure(
        name, "name BEGINSWITH k, \(count) rows", beside: "all rows fetched and filtered",
        target: .ratio(0.01), items: 1,
        ours: { try people.store.fetch(request).items },
        peer: { try people.store.fetch(SQLFetchRequest(people.person)).items.filter(predicate) },
        agree: ==))
  }
}
