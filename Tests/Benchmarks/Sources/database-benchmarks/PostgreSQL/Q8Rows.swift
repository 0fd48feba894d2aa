import FilterableResultsSQL

/// All rows of a table of a server as structs.
enum Q8Rows: ServerWorkload {
  static let name = "Q8"

  static func run(processor: Bench, clock: Bench, _ people: PeopleServer) throws {
    let request = SQLFetchRequest(people.person)
    let sql = "SELECT \(PeopleServer.columns) FROM person ORDER BY id"
    let store = people.store
    processor.add(
      try processor.measure(
        name, "rows to structs", beside: "libpq by hand, row by row", target: .ratio(1.15),
        items: people.count,
        ours: { try waiting { try await store.fetch(request).items } },
        peer: { try people.hand.peopleOneByOne(sql) }, agree: ==))
    processor.add(
      try processor.measure(
        name, "rows to structs", beside: "COPY binary by hand", target: nil, items: people.count,
        ours: { try waiting { try await store.fetch(request).items } },
        peer: { try people.hand.peopleByCopy(sql) }, agree: ==))
    clock.add(
      try clock.measure(
        name, "rows to structs", beside: "libpq by hand, row by row", target: nil,
        items: people.count,
        ours: { try waiting { try await store.fetch(request).items } },
        peer: { try people.hand.peopleOneByOne(sql) }, agree: ==))
  }
}
