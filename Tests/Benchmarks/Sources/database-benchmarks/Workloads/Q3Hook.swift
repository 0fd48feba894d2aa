import FilterEngine
import FilterableResultsGRDB
import FilterableResultsSQL
import GRDB

/// Many rows are updated in one statement, on a connection whose changes are collected.
enum Q3Hook: DatabaseWorkload {
  static let name = "Q3"

  static func run(_ bench: Bench, _ people: PeopleFile) throws {
    let count = people.count / 5
    let live = try LiveFetch(SQLFetchRequest(people.person), in: people.store)
    let sql = "UPDATE person SET joined = joined + 1 WHERE id < \(count)"
    bench.add(
      try bench.measure(
        name, "rows updated while a list follows them", beside: "without a store",
        target: .ratio(1.15), items: count,
        ours: { try update(people.store.writer, sql) }, peer: { try update(people.pool, sql) },
        agree: ==))
    consume(live)
  }

  private static func update(_ writer: any DatabaseWriter, _ sql: String) throws -> Int {
    try writer.write { database in
      try database.execute(sql: sql)
      return database.changesCount
    }
  }
}
