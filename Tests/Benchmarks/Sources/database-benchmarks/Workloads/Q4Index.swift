import FilterEngine
import FilterableResultsSQL
import GRDB

/// Two comparisons that an index answers.
enum Q4Index: DatabaseWorkload {
  static let name = "Q4"

  static func run(_ bench: Bench, _ people: PeopleFile) throws {
    let city = PeopleFile.city(42)
    let request = SQLFetchRequest(
      people.person, try FilterPredicate("city == \(city) AND age > 60"))
    let sql = "SELECT \(PeopleFile.columns) FROM person WHERE city = ? AND age > ? ORDER BY id"
    let count = try people.store.fetch(request).items.count
    bench.add(
      try bench.measure(
        name, "city == k AND age > 60, \(count) rows", beside: "a loop by hand over SQLite",
        target: .ratio(1.1), items: count,
        ours: { try people.store.fetch(request).items },
        peer: {
          try people.pool.read { try HandLoop.people($0, sql, [.text(city), .integer(60)]) }
        },
        agree: ==))
  }
}
