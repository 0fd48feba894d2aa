#if PostgreSQL
  internal import Synchronization

  /// The tables that a listener follows, as the catalog had them when they were read last.
  struct FollowedTables {
    /// The channels on which the connection listens for changes.
    var channels: Set<String> = []

    private var byName: [String: ReportingTable?] = [:]
    private var columns: [Int64: [String]] = [:]

    /// The columns that a table reports.
    func columns(of table: Int64) -> [String] { columns[table] ?? [] }

    /// Replaces tables. Returns the names of those that have changed since they were read before.
    @discardableResult
    mutating func set(_ names: [String], _ tables: [ReportingTable?]) -> Set<String> {
      var changed: Set<String> = []
      for (name, table) in zip(names, tables) {
        if let earlier = byName.updateValue(table, forKey: name),
          earlier?.fingerprint != table?.fingerprint
        {
          changed.insert(name)
        }
        if let table { columns[table.oid] = table.columns }
      }
      return changed
    }
  }

  /// Calls a function when it was decremented a number of times.
  final class Countdown: Sendable {
    private let count: Atomic<Int>
    private let body: @Sendable () -> Void

    init(_ count: Int, _ body: @escaping @Sendable () -> Void) {
      self.count = Atomic(count)
      self.body = body
    }

    func decrement() {
      if count.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 { body() }
    }
  }

  extension ReportingTable {
    /// The error of a source whose table does not report its changes: it is not in the state that is needed.
    static func silence(of name: String, _ obstacle: Obstacle?) -> PostgresError {
      let reason = obstacle.map { $0.rawValue } ?? "does not report its changes"
      let install = obstacle == nil ? "call install(_:) of the store, or " : ""
      return PostgresError(
        "table '\(name)' \(reason): \(install)have the request read all rows at intervals by "
          + "refreshes(every:)", sqlState: "55000")
    }
  }

  extension PostgresError {
    /// Whether another attempt to connect can succeed soon. It hardly can after a wrong password or the name of a database
    /// that does not exist.
    var canHeal: Bool {
      guard let sqlState else { return true }
      return !sqlState.hasPrefix("28") && !["3D000", "0A000", "22021", "42501"].contains(sqlState)
    }
  }
#endif
