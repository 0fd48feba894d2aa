import FilterEngine
import FilterSQL
import FilterableResults
import FilterableResultsGRDB
import FilterableResultsSQL
import GRDB

/// A row is changed in a commit, and a list with a filter, an order and sections shows it.
enum Q2Commits: DatabaseWorkload {
  static let name = "Q2"

  /// Commits between two looks at the clock of the machine.
  private static let commitCount = 200

  static func run(_ bench: Bench, _ people: PeopleFile) throws {
    let small = try LiveSession(people, people.visitor)
    let fetched = try LiveSession(people, people.visitor)
    let after = try small.update(commitCount, bench)
    var refetches: [Double] = []
    for _ in 0..<bench.options.rounds {
      try small.commit()
      refetches.append(try bench.nanoseconds { try fetched.refetch() })
    }
    try small.show()
    let refetch = Bench.median(refetches)
    bench.add(
      Measurement(
        workload: name, name: "a commit of one row shown among \(people.count / 10)",
        peerName: "all rows fetched and compared", ours: after, peer: refetch,
        ratio: after / refetch, target: .ratio(0.005), agrees: small.shows(sameAs: fetched)))

    let large = try LiveSession(people, people.person)
    let afterLarge = try large.update(commitCount, bench)
    bench.add(
      Measurement(
        workload: name, name: "a commit of one row shown among \(people.count)",
        peerName: "among \(people.count / 10)", ours: afterLarge, peer: after,
        ratio: afterLarge / after, target: .ratio(2), agrees: try large.showsAll()))
  }
}

/// A controller that shows the people of a table who match, and commits that change them.
private final class LiveSession {
  private let people: PeopleFile
  private let table: SQLTable<Person>
  private let request: SQLFetchRequest<Person>
  private let live: LiveFetch<Person>
  private let controller = ResultsController<Person>(
    identifiedBy: \.id, sectionedBy: \.city)
  private var random = SplitMix(seed: 2)
  private var changed = 0

  init(_ people: PeopleFile, _ table: SQLTable<Person>) throws {
    self.people = people
    self.table = table
    request = SQLFetchRequest(
      table, try FilterPredicate("age > 9 AND name BEGINSWITH 'person'"),
      sort: [.descending(\.age)])
    live = try LiveFetch(request, in: people.store)
    try controller.update(from: live)
    controller.observe(for: self) { [unowned self] change in
      changed += change.changeset.updatedItems.count
    }
  }

  /// Changes the age of a row, which is inserted, deleted, moved or left where it is.
  func commit() throws {
    let name = table.declaration.name
    let id = random.below(name == "person" ? people.count : people.count / 10)
    try people.store.writer.write { database in
      try database.execute(
        sql: "UPDATE \(name) SET age = (age + 1 + id % 50) % 100 WHERE id = ?", arguments: [id])
    }
  }

  func show() throws { try controller.update(from: live) }

  /// The time from a commit to what is shown, the median of many commits.
  func update(_ count: Int, _ bench: Bench) throws -> Double {
    var times: [Double] = []
    for _ in 0..<count {
      try commit()
      times.append(try bench.nanoseconds { try show() })
    }
    return Bench.median(times)
  }

  /// Fetches all rows and compares them with what is shown.
  func refetch() throws { try controller.setItems(people.store.fetch(request).items) }

  /// Whether both show the same rows in the same sections.
  func shows(sameAs other: LiveSession) -> Bool { rows == other.rows }

  /// Whether the rows are those that a fetch has.
  func showsAll() throws -> Bool {
    let fresh = try people.store.fetch(request).items
    return Set(rows.flatMap(\.self)) == Set(fresh)
  }

  private var rows: [[Person]] {
    controller.snapshot.sections.map { $0.rows.compactMap(\.item) }
  }
}
