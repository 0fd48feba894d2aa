import FilterEngine
import FilterableResults
import FilterableResultsGRDB
import FilterableResultsSQL
import GRDB

/// A commit outside of a window, after which the window knows the number of all rows.
enum S6Totals: DatabaseWorkload {
  static let name = "S6"

  static func run(_ bench: Bench, _ people: PeopleFile) throws {
    try run(bench, people, "all rows", "TRUEPREDICATE", "")
    try run(bench, people, "the rows of an index range", "score > 5000", "WHERE score > 5000")
    try run(bench, people, "all rows, and of those before row 631", "TRUEPREDICATE", "", moves: 10)
  }

  private static func run(
    _ bench: Bench, _ people: PeopleFile, _ title: String, _ filter: String, _ condition: String,
    moves: Int = 0
  ) throws {
    let window = try Window(people, filter)
    for _ in 0..<moves { try window.move() }
    let count = "SELECT count(*) FROM person \(condition)"
    let before = """
      SELECT count(*) FROM person WHERE score <= ?1 AND (score < ?1 OR score = ?1 AND id < ?2)
      """
    let first = window.first
    bench.add(
      try bench.measure(
        name, "the number of \(title), after a commit", beside: "SELECT count(*) by hand",
        target: .ratio(1.2), items: 1, prepare: window.commit,
        ours: {
          try window.show()
          return [window.live.total, window.live.offset]
        },
        peer: {
          try people.pool.read { database in
            [
              try Int.fetchOne(database, sql: count),
              moves == 0
                ? 0
                : try Int.fetchOne(database, sql: before, arguments: [first?.score, first?.id]),
            ]
          }
        }, agree: ==))
    try window.restore()
  }
}

/// A window of 64 people by score, as many as a screen shows, and commits of people who are not in it.
private final class Window {
  let live: LiveWindow<Person>
  private let people: PeopleFile
  private let controller = ResultsController<Person>(identifiedBy: \.id)
  private var added = 0

  init(_ people: PeopleFile, _ filter: String) throws {
    self.people = people
    live = try LiveWindow(
      SQLFetchRequest(
        people.person, try FilterPredicate(text: filter), sort: [.ascending(\.score)]
      ).countsRows(), rows: 64, in: people.store)
    try show()
  }

  var first: Person? { controller.snapshot.items.first }

  func show() throws { try controller.update(from: live) }

  func move() throws {
    live.showNext(63)
    try show()
  }

  /// Adds a person with a high score.
  func commit() {
    added += 1
    _ = try? people.store.writer.write { [added, count = people.count] database in
      try database.execute(
        sql: "INSERT INTO person SELECT ?, name, age, city, 20000, joined FROM person WHERE id = 1",
        arguments: [count + added])
    }
  }

  /// Removes the people that were added.
  func restore() throws {
    _ = try people.store.writer.write { [count = people.count] database in
      try database.execute(sql: "DELETE FROM person WHERE id > ?", arguments: [count])
    }
  }
}
