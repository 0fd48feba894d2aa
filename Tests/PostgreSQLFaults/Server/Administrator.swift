#if PostgreSQL && os(Linux)
  internal import FilterSQL
  internal import FilterableResultsPostgres
  internal import FilterableResultsSQL
  internal import Foundation

  /// A connection for the statements of faults and checks, made again after it is lost. One thread uses it.
  final class Administrator {
    private let address: String
    private var connection: PostgresConnection?

    init(_ address: String) { self.address = address }

    private func connected() throws -> PostgresConnection {
      if let connection, connection.isUsable { return connection }
      let made = try PostgresConnection(address, timeout: .seconds(20))
      made.replyTimeout = .seconds(80)
      try made.execute("SET lock_timeout = '5s'")
      connection = made
      return made
    }

    /// Runs something, and again for a while if the connection is lost or a lock is not available.
    private func retrying<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
      let end = ContinuousClock.now + .seconds(80)
      while true {
        do {
          return try body(try connected())
        } catch {
          let isOpen = connection?.isUsable == true
          if !isOpen { connection = nil }
          let code = (error as? PostgresError)?.sqlState
          // A lock that is not available, a deadlock, or a row of the catalog that two change at once.
          let isBrief = !isOpen || ["55P03", "40P01", "XX000"].contains(code)
          guard isBrief, ContinuousClock.now < end else { throw error }
          Thread.sleep(forTimeInterval: 0.1)
        }
      }
    }

    func execute(_ text: String) throws { try retrying { try $0.execute(text) } }

    func rows(_ text: String) throws -> [[SQLCellValue]] { try retrying { try $0.rows(text) } }

    /// The first cell of the first row as a number; 0 if it is another value.
    func number(_ text: String) throws -> Int64 {
      if case .integer(let number)? = try rows(text).first?.first { number } else { 0 }
    }

    /// All rows of all lanes, in one snapshot.
    func entries() throws -> [Entry] {
      try rows("SELECT \(Entry.columns) FROM entry WHERE lane >= 0").map { cells in
        guard let entry = Entry(cells) else { throw FaultError("a row has another form") }
        return entry
      }
    }
  }
#endif
