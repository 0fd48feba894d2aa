import FilterableResultsSQL
import GRDB

/// All rows of a table as structs.
enum Q1Structs: DatabaseWorkload {
  static let name = "Q1"

  static func run(_ bench: Bench, _ people: PeopleFile) throws {
    let request = SQLFetchRequest(people.person)
    let sql = "SELECT \(PeopleFile.columns) FROM person ORDER BY id"
    bench.add(
      try bench.measure(
        name, "rows to structs", beside: "a loop by hand over SQLite", target: .ratio(1.35),
        items: people.count,
        ours: { try people.store.fetch(request).items },
        peer: { try people.pool.read { try HandLoop.people($0, sql) } }, agree: ==))
    bench.add(
      try bench.measure(
        name, "rows to structs", beside: "GRDB's row[0]", target: .ratio(1), items: people.count,
        ours: { try people.store.fetch(request).items },
        peer: {
          try people.pool.read { database in
            var found: [Person] = []
            let rows = try Row.fetchCursor(database, sql: sql)
            while let row = try rows.next() {
              found.append(
                Person(
                  id: row[0], name: row[1], age: row[2], city: row[3], score: row[4],
                  joined: row[5]))
            }
            return found
          }
        }, agree: ==))
  }
}
