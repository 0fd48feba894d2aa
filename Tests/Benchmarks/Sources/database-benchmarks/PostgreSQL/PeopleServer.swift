import FilterEngine
import FilterSQL
import FilterableResultsPostgres
import FilterableResultsSQL
import Foundation

/// A server with three tables of people: `person` with all rows, and `quiet` and `followed` with the first tenth of them.
final class PeopleServer {
  let count: Int
  let person: SQLTable<Person>

  /// The table whose changes are reported.
  let followed: SQLTable<Person>

  /// Our store.
  let store: PostgresStore

  /// A connection for what is written by hand.
  let hand: HandConnection

  private let server: PostgreSQLServer

  /// Starts the server; nil where the machine has no PostgreSQL. `syncs` is whether commits wait for the disk.
  init?(count: Int, syncs: Bool = false) throws {
    self.count = count
    setenv("FRC_FSYNC", syncs ? "on" : "off", 1)
    guard let server = try PostgreSQLServer.startOrSkip() else { return nil }
    self.server = server
    hand = try HandConnection(server.address)
    try Self.fill(hand, count)
    person = try Self.table("person")
    followed = try Self.table("followed")
    let (address, declaration) = (server.address, followed.declaration)
    store = try waiting {
      let store = try await PostgresStore(address)
      try await store.install([declaration])
      return store
    }
  }

  /// Another connection for what is written by hand.
  func connect() throws -> HandConnection { try HandConnection(server.address) }

  /// Columns in the order of the struct.
  static let columns = "\"id\", \"name\", \"age\", \"city\", \"score\", \"joined\""

  private static func table(_ name: String) throws -> SQLTable<Person> {
    try SQLTable<Person>(
      name, key: ["id"],
      columns: [
        .integer("id"), .text("name", indexed: true), .integer("age"), .text("city"),
        .real("score", finite: true), .date("joined", as: .timestamp),
      ]
    ) { row in
      Person(
        id: row.next(), name: row.next(), age: row.next(), city: row.next(), score: row.next(),
        joined: row.next())
    }
  }

  private static func fill(_ hand: HandConnection, _ count: Int) throws {
    for table in ["person", "quiet", "followed"] {
      try hand.execute(
        """
        CREATE TABLE \(table) (id bigint PRIMARY KEY, name text COLLATE "C" NOT NULL,
          age bigint NOT NULL, city text COLLATE "C" NOT NULL,
          score double precision NOT NULL, joined timestamptz NOT NULL)
        """)
    }
    // Names of 26 bytes, such as "person 0042317 abcdefghijk", whose numbers are not in the order of the rows.
    try hand.execute(
      """
      INSERT INTO person SELECT i,
        'person ' || lpad((i * 7919 % 10000000)::text, 7, '0') || ' ' || left(md5(i::text), 11),
        (hashint8(i) & 1048575) % 100, 'city ' || (hashint8(i + 1) & 1048575) % 70,
        (hashint8(i + 2) & 1048575) / 64.0,
        timestamptz '2017-07-14 02:40:00Z' + (hashint8(i + 3) & 1048575) * interval '190 s'
      FROM generate_series(0::bigint, \(count - 1)) i;
      INSERT INTO quiet SELECT * FROM person WHERE id < \(count / 10);
      INSERT INTO followed SELECT * FROM person WHERE id < \(count / 10);
      CREATE INDEX ON person (name);
      CREATE INDEX ON person (name text_pattern_ops);
      CREATE INDEX ON person (city, age);
      CREATE INDEX ON person (score, id);
      """)
    try hand.execute("VACUUM ANALYZE")
  }
}

/// A workload on a server of people.
protocol ServerWorkload {
  /// The name that `--only` takes.
  static var name: String { get }

  /// Runs it and adds its rows. `processor` measures the time that this process computes, `clock` the time that passes.
  static func run(processor: Bench, clock: Bench, _ people: PeopleServer) throws
}

/// Waits for something asynchronous, for measurements whose sides are synchronous.
func waiting<Result: Sendable>(
  _ body: @escaping @Sendable () async throws -> Result
) throws -> Result {
  let box = ResultBox<Result>()
  let isDone = DispatchSemaphore(value: 0)
  Task.detached {
    do { box.result = .success(try await body()) } catch { box.result = .failure(error) }
    isDone.signal()
  }
  isDone.wait()
  guard let result = box.result else { throw CancellationError() }
  return try result.get()
}

/// Unchecked: written before the signal of a semaphore, and read after it.
private final class ResultBox<Value>: @unchecked Sendable {
  var result: Result<Value, any Error>?
}
