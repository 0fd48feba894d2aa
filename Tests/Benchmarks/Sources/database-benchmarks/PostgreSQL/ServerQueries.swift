import FilterEngine
import FilterableResults
import FilterableResultsSQL

/// Two comparisons that an index of a server answers.
enum ServerIndex: ServerWorkload {
  static let name = "Q4"

  static func run(processor: Bench, clock: Bench, _ people: PeopleServer) throws {
    let city = PeopleFile.city(42)
    let request = SQLFetchRequest(
      people.person, try FilterPredicate("city == \(city) AND age > 60"))
    let sql =
      "SELECT \(PeopleServer.columns) FROM person WHERE city = $1 AND age > $2 ORDER BY id"
    let store = people.store
    let count = try waiting { try await store.fetch(request).items.count }
    clock.add(
      try clock.measure(
        name, "PostgreSQL: city == k AND age > 60, \(count) rows", beside: "libpq by hand",
        target: .ratio(1.2), items: count,
        ours: { try waiting { try await store.fetch(request).items } },
        peer: { try people.hand.people(sql, [.text(city), .integer(60)]) }, agree: ==))
  }
}

/// The beginning of an indexed text of a server.
enum ServerPrefix: ServerWorkload {
  static let name = "Q5"
  private static let runs = 100

  static func run(processor: Bench, clock: Bench, _ people: PeopleServer) throws {
    let predicate: FilterPredicate<Person> = try FilterPredicate("name BEGINSWITH 'person 0042'")
    let request = SQLFetchRequest(people.person, predicate)
    let sql = """
      SELECT \(PeopleServer.columns) FROM person WHERE name >= $1 AND name < $2 ORDER BY id
      """
    let store = people.store
    let count = try waiting { try await store.fetch(request).items.count }
    clock.add(
      try clock.measure(
        name, "PostgreSQL: name BEGINSWITH k, \(count) rows", beside: "libpq by hand",
        target: .ratio(1.2), items: runs,
        ours: {
          try waiting {
            var items: [Person] = []
            for _ in 0..<runs { items = try await store.fetch(request).items }
            return items
          }
        },
        peer: {
          var items: [Person] = []
          for _ in 0..<runs {
            items = try people.hand.people(sql, [.text("person 0042"), .text("person 0043")])
          }
          return items
        }, agree: ==))
  }
}

/// The first rows of a server in an order that an index has, and those after a row.
enum ServerPages: ServerWorkload {
  static let name = "Q7"
  private static let pageSize = 128

  /// Pages of one run.
  private static let pageCount = 100

  static func run(processor: Bench, clock: Bench, _ people: PeopleServer) throws {
    var request = SQLFetchRequest(people.person, sort: [.ascending(\.score)])
    request.limit = pageSize
    let select = "SELECT \(PeopleServer.columns) FROM person"
    let window = "ORDER BY score, id LIMIT \(pageSize)"
    let store = people.store
    clock.add(
      try clock.measure(
        name, "PostgreSQL: the first page", beside: "libpq by hand", target: .ratio(1.2),
        items: pageCount,
        ours: { [request] in
          try waiting {
            var items: [Person] = []
            for _ in 0..<pageCount { items = try await store.fetch(request).items }
            return items
          }
        },
        peer: {
          var items: [Person] = []
          for _ in 0..<pageCount { items = try people.hand.people("\(select) \(window)") }
          return items
        }, agree: ==))

    var random = SplitMix(seed: 7)
    let anchors = try (0..<pageCount).map { _ in
      try people.hand.people("\(select) WHERE id = $1", [.integer(random.below(people.count))])[0]
    }
    let step = "\(select) WHERE score >= $1 AND (score > $1 OR id > $2) \(window)"
    clock.add(
      try clock.measure(
        name, "PostgreSQL: the page after a row", beside: "libpq by hand", target: .ratio(1.2),
        items: pageCount,
        ours: { [request] in
          try waiting {
            var pages: [[Person]] = []
            for anchor in anchors {
              pages.append(try await store.fetch(request, after: anchor).items)
            }
            return pages
          }
        },
        peer: {
          try anchors.map { try people.hand.people(step, [.real($0.score), .integer($0.id)]) }
        }, agree: ==))
  }
}
