#if PostgreSQL && os(Linux)
  internal import FilterableResultsPostgres
  internal import FilterableResultsSQL
  internal import Foundation
  internal import TestSupport

  /// Commits random transactions on a thread of its own.
  final class Writer {
    private let address: String
    private let lanes: Lanes
    private let gate: Gate
    private let journal: Journal
    private var random: SeededGenerator
    private var connection: PostgresConnection?

    private init(
      _ address: String, _ lanes: Lanes, _ gate: Gate, _ journal: Journal, _ options: Options,
      number: Int
    ) {
      (self.address, self.lanes, self.gate, self.journal) = (address, lanes, gate, journal)
      random = SeededGenerator(seed: options.seed &+ UInt64(number))
    }

    /// Starts a writer, which ends with the gate.
    static func start(
      _ address: String, _ lanes: Lanes, _ gate: Gate, _ journal: Journal, _ options: Options,
      number: Int
    ) {
      gate.enter()
      Thread.detachNewThread {
        let writer = Writer(address, lanes, gate, journal, options, number: number)
        while gate.pass() {
          writer.step()
          Thread.sleep(forTimeInterval: Double(writer.random.below(options.pace * 10 + 1)) / 10_000)
        }
        gate.leave()
      }
    }

    private func step() {
      do {
        let connection = try connection ?? connect()
        do {
          try transact(connection)
        } catch {
          guard connection.isUsable else { throw error }
          // Such as a deadlock, or a table that is away.
          journal.count("refused transactions")
          try connection.execute("ROLLBACK")
        }
      } catch {
        connection = nil
        Thread.sleep(forTimeInterval: 0.02)
      }
    }

    private func connect() throws -> PostgresConnection {
      let made = try PostgresConnection(address, timeout: .seconds(5))
      made.replyTimeout = .seconds(10)
      try made.execute("SET lock_timeout = '8s'")
      connection = made
      return made
    }

    private func transact(_ connection: PostgresConnection) throws {
      try connection.execute("BEGIN")
      if random.chance(1, of: 60) {
        try truncate(connection)
      } else if random.chance(1, of: 120) {
        try updateEverything(connection)
      } else {
        try change(connection)
      }
    }

    /// Ends a transaction whose lanes have new rows.
    private func end(
      _ connection: PostgresConnection, _ changes: [LaneChange], commits: Bool
    ) throws {
      guard commits else {
        try connection.execute("ROLLBACK")
        journal.count("rollbacks")
        return
      }
      for change in changes { lanes.propose(change.lane, change.version, change.rows) }
      try connection.execute("COMMIT")
      for change in changes { lanes.confirm(change.lane, change.version) }
      journal.count("commits")
    }

    // MARK: - Transactions

    /// Locks the clock of a lane.
    private func begin(_ connection: PostgresConnection, _ lane: Int) throws -> LaneChange {
      let clock = Entry(clockOf: lane, version: 0)
      let rows = try connection.rows(
        "UPDATE entry SET version = version + 1 WHERE id = $1 RETURNING version",
        [.integer(clock.id)])
      guard case .integer(let version)? = rows.first?.first else {
        throw FaultError("lane \(lane) has no clock")
      }
      do {
        return LaneChange(
          lane: lane, version: version, rows: try lanes.rows(lane, version - 1))
      } catch {
        journal.fail("a", "the table has version \(version - 1) of lane \(lane): \(error)")
        throw error
      }
    }

    private func change(_ connection: PostgresConnection) throws {
      let first = random.below(Entry.lanes)
      var changes = [try begin(connection, first)]
      if first + 1 < Entry.lanes, random.chance(30) {
        changes.append(try begin(connection, first + 1))
        let amount = Int64(random.below(100))
        try changes[0].add(amount, connection, &random)
        try changes[1].add(-amount, connection, &random)
      }
      for index in changes.indices {
        for _ in 0..<random.below(4) {
          guard random.chance(20) else {
            try changes[index].change(connection, &random)
            continue
          }
          let before = changes[index]
          try connection.execute("SAVEPOINT a")
          try changes[index].change(connection, &random)
          if random.chance(50) {
            try connection.execute("ROLLBACK TO SAVEPOINT a")
            changes[index] = before
          } else {
            try connection.execute("RELEASE SAVEPOINT a")
          }
        }
      }
      try end(connection, changes, commits: !random.chance(15))
    }

    /// Updates so many rows that their keys are too many for notifications.
    private func updateEverything(_ connection: PostgresConnection) throws {
      var changes = try (0..<Entry.lanes).map { try begin(connection, $0) }
      try connection.run("UPDATE entry SET touched = touched + 1 WHERE id % 1000000 <> 0")
      for index in changes.indices {
        for id in changes[index].rows.keys { changes[index].rows[id]?.touched += 1 }
      }
      try end(connection, changes, commits: true)
      journal.count("bulk updates")
    }

    /// Removes all rows, also those of no lane, and inserts the clocks and some of the others again.
    private func truncate(_ connection: PostgresConnection) throws {
      try connection.execute("LOCK TABLE entry IN ACCESS EXCLUSIVE MODE")
      var changes = try (0..<Entry.lanes).map { try begin(connection, $0) }
      try connection.execute("CREATE TEMPORARY TABLE kept AS SELECT * FROM entry WHERE lane < 0")
      try connection.execute(
        "TRUNCATE entry; INSERT INTO entry SELECT * FROM kept; DROP TABLE kept")
      for index in changes.indices {
        let (rows, lane) = (changes[index].rows, changes[index].lane)
        changes[index].rows = [:]
        try changes[index].insert(
          Entry(clockOf: lane, version: changes[index].version), connection)
        let sum = rows.values.reduce(0) { $0 + $1.amount }
        guard sum != 0 || random.chance(50) else { continue }
        try changes[index].insert(changes[index].entry(sum, &random), connection)
      }
      try end(connection, changes, commits: !random.chance(20))
      journal.count("truncations")
    }
  }

  struct FaultError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }
#endif
