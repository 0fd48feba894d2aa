import FilterEngine
import FilterableResults
import FilterableResultsSQL
import GRDB

/// The first rows in an order that an index has, and those after a row.
enum Q7Pages: DatabaseWorkload {
  static let name = "Q7"
  private static let pageSize = 128

  /// Pages of one run.
  private static let pageCount = 100

  static func run(_ bench: Bench, _ people: PeopleFile) throws {
    var request = SQLFetchRequest(people.person, sort: [.ascending(\.score)])
    request.limit = pageSize
    let select = "SELECT \(PeopleFile.columns) FROM person"
    let window = "ORDER BY score, id LIMIT \(pageSize)"
    bench.add(
      try bench.measure(
        name, "the first page", beside: "a loop by hand over SQLite", target: .ratio(1.2),
        items: pageCount,
        ours: { [request] in
          try (0..<pageCount).map { _ in try people.store.fetch(request).items }
        },
        peer: {
          try (0..<pageCount).map { _ in
            try people.pool.read { try HandLoop.people($0, "\(select) \(window)") }
          }
        }, agree: ==))

    var random = SplitMix(seed: 7)
    let anchors = try (0..<pageCount).map { _ in
      let id = random.below(people.count)
      return try people.pool.read { try HandLoop.people($0, "\(select) WHERE id = \(id)")[0] }
    }
    let step = "\(select) WHERE score >= ?1 AND (score > ?1 OR id > ?2) \(window)"
    bench.add(
      try bench.measure(
        name, "the page after a row", beside: "a loop by hand over SQLite", target: .ratio(1.2),
        items: pageCount,
        ours: { [request] in
          try anchors.map { try people.store.fetch(request, after: $0).items }
        },
        peer: {
          try anchors.map { anchor in
            let values: [HandLoop.Value] = [.real(anchor.score), .integer(anchor.id)]
            return try people.pool.read { try HandLoop.people($0, step, values) }
          }
        }, agree: ==))
  }
}
