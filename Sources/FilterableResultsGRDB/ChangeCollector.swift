#if SQLite
  internal import CSQLite
  internal import CSQLiteHooks
  internal import FilterEngine
  internal import FilterSQLite
  internal import FilterableResultsSQL
  internal import GRDB
  internal import Synchronization

  // Unsafe: SQLite hands the hook pointers, which are good during the call. The connection retains the collector.

  /// How the key of a row is read when the row changes.
  enum KeyReading: Sendable {
    /// The number of the row
    case rowID
    /// The column of an index
    case column(Int)
    /// Not at all: all rows are read again
    case unknown
  }

  /// The keys of the rows that a connection changes, handed on at each commit.
  final class ChangeCollector: TransactionObserver, Sendable {
    /// What a transaction has changed in a table.
    fileprivate enum Touched {
      case keys(Set<FilterValue>)
      case everything

      var isEverything: Bool { if case .everything = self { true } else { false } }
    }

    /// Who wants to know of the changes of a table.
    fileprivate struct Follower {
      weak var changes: SQLChanges?
      let table: String
      let others: Set<String>
    }

    fileprivate struct State {
      var isOpen = true
      var keys: [String: KeyReading] = [:] { didSet { settle() } }
      var followers: [Follower] = []

      /// What the open transaction has changed.
      var touched: [String: Touched] {
        mutating get {
          settle()
          return settled
        }
        set { (settled, recent) = (newValue, RecentTable()) }
      }

      /// What it has changed before the rows of `recent`.
      fileprivate var settled: [String: Touched] = [:]
      fileprivate var recent = RecentTable()
      var schemaVersion: Int64
      var dataVersion: Int64
    }

    private let state: Mutex<State>
    private let usesHook: Bool

    /// The most keys of a table that are kept.
    fileprivate static var limit: Int { 65_536 }

    /// A collector of a connection that runs no statement.
    init(_ database: Database, usesHook: Bool) throws {
      self.usesHook = usesHook && frc_hooks_available()
      state = Mutex(
        State(
          schemaVersion: try Self.version("schema_version", database),
          dataVersion: try Self.version("data_version", database)))
      guard try !Self.hasStore(database) else { throw SQLiteStoreError.hasStore }
      database.add(transactionObserver: self, extent: .databaseLifetime)
      let pointer = Unmanaged.passUnretained(self).toOpaque()
      if self.usesHook {
        frc_set_preupdate_hook(database.sqliteConnection, Self.hook, pointer)
      }
      try mark(database, pointer)
    }

    /// Hands nothing on any more.
    func close() {
      state.withLock { state in
        state.isOpen = false
        state.keys = [:]
        state.followers = []
        state.touched = [:]
      }
    }

    // MARK: - Followers

    /// Hands changes of a table and of those related to it on to `changes`.
    func follow(
      _ table: SQLiteSchema.Table, _ others: [SQLiteSchema.Table], into changes: SQLChanges
    ) {
      state.withLock { state in
        state.followers.removeAll { $0.changes == nil || $0.changes === changes }
        for other in [table] + others { state.keys[other.name] = other.key }
        state.followers.append(
          Follower(changes: changes, table: table.name, others: Set(others.map(\.name))))
      }
    }

    /// Hands everything on if another connection has written.
    func checkForOtherWriters(_ database: Database) throws {
      let data = try Self.version("data_version", database)
      let schema = try Self.version("schema_version", database)
      let (followers, hasNewSchema) = state.withLock { state -> ([SQLChanges], Bool) in
        guard state.dataVersion != data || state.schemaVersion != schema else { return ([], false) }
        let hasNewSchema = state.schemaVersion != schema
        (state.dataVersion, state.schemaVersion) = (data, schema)
        if hasNewSchema { state.keys = [:] }
        return (state.followers.compactMap(\.changes), hasNewSchema)
      }
      for changes in followers {
        if hasNewSchema { changes.addSchema() } else { changes.addEverything() }
      }
    }

    // MARK: - Transactions

    // With the hook GRDB does not have to look at each change.
    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { !usesHook }

    func databaseDidChange(with event: DatabaseEvent) {
      state.withLock { $0.touched[event.tableName] = .everything }
    }

    func databaseDidChange() {
      state.withLock { state in
        for follower in state.followers { state.touched[follower.table] = .everything }
      }
    }

    func databaseDidCommit(_ database: Database) {
      guard state.withLock({ !$0.followers.isEmpty }) else { return }
      let schema = try? Self.version("schema_version", database)
      let (touched, followers, hasNewSchema) = state.withLock { state in
        defer { state.touched = [:] }
        state.followers.removeAll { $0.changes == nil }
        let hasNewSchema = schema != state.schemaVersion
        if hasNewSchema || state.followers.isEmpty {
          state.keys = [:]
          state.schemaVersion = schema ?? -1
        }
        return (state.touched, state.followers, hasNewSchema)
      }
      for follower in followers {
        guard let changes = follower.changes else { continue }
        if hasNewSchema {
          changes.addSchema()
        } else if follower.others.contains(where: { touched[$0] != nil }) {
          changes.addEverything()
        } else {
          switch touched[follower.table] {
          case .keys(let keys): changes.add(keys)
          case .everything: changes.addEverything()
          case nil: break
          }
        }
      }
    }

    func databaseDidRollback(_ database: Database) { state.withLock { $0.touched = [:] } }

    // MARK: - Rows

    private static let hook: frc_preupdate_callback = {
      context, connection, operation, schema, table, oldID, newID in
      guard let context, let schema, let table, sqlite3_stricmp(schema, "main") == 0 else { return }
      let change = RowChange(
        connection: connection, operation: operation, oldID: oldID, newID: newID)
      Unmanaged<ChangeCollector>.fromOpaque(context)._withUnsafeGuaranteedRef { collector in
        collector.state.withLock { $0.add(change, to: table) }
      }
    }

    /// A row that is about to change.
    fileprivate struct RowChange {
      let connection: OpaquePointer?
      let operation: Int32
      let oldID: Int64
      let newID: Int64
    }
  }

  extension ChangeCollector.State {
    fileprivate mutating func add(
      _ change: ChangeCollector.RowChange, to table: UnsafePointer<CChar>
    ) {
      if !recent.hasName(table) {
        settle()
        let name = String(cString: table)
        recent = RecentTable(name, reading(of: name))
      }
      guard let reading = recent.reading, !recent.isEverything else { return }
      if case .rowID = reading {
        if change.operation != SQLITE_INSERT { recent.add(change.oldID) }
        if change.operation == SQLITE_INSERT
          || change.operation == SQLITE_UPDATE && change.newID != change.oldID
        {
          recent.add(change.newID)
        }
        if recent.ids.count > ChangeCollector.limit { settleIDs() }
      } else {
        let keys = change.keys(reading)
        // A row of a table that is read as a whole is known to change, and nothing else.
        if keys.isEmpty { settled[recent.name] = .everything }
        for key in keys { add(key, to: recent.name) }
        recent.isEverything = settled[recent.name]?.isEverything ?? false
      }
    }

    /// Adds the rows of the recent table to what has changed.
    private mutating func settle() {
      settleIDs()
      recent = RecentTable()
    }

    private mutating func settleIDs() {
      guard !recent.ids.isEmpty else { return }
      let ids = recent.takeIDs()
      if ids.count > ChangeCollector.limit {
        settled[recent.name] = .everything
      } else {
        for id in ids { add(.int(id), to: recent.name) }
      }
      recent.isEverything = settled[recent.name]?.isEverything ?? false
    }

    private mutating func add(_ key: FilterValue, to table: String) {
      // Taken out, so that the set is not copied.
      switch settled.removeValue(forKey: table) {
      case .everything: settled[table] = .everything
      case .keys(var keys):
        keys.insert(key)
        settled[table] = keys.count > ChangeCollector.limit ? .everything : .keys(keys)
      case nil: settled[table] = .keys([key])
      }
    }

    /// How keys of a table are read; nil for a table that nobody follows.
    private func reading(of table: String) -> KeyReading? {
      if let reading = keys[table] { return reading }
      // After another schema keys are unknown until the next look at it.
      let isFollowed = followers.contains { $0.table == table || $0.others.contains(table) }
      return isFollowed ? .unknown : nil
    }
  }

  extension ChangeCollector.RowChange {
    /// The keys of the row before and after the change; none where one is unknown.
    fileprivate func keys(_ reading: KeyReading) -> [FilterValue] {
      var keys: [FilterValue] = []
      switch reading {
      case .unknown, .rowID: break
      case .column(let column):
        if operation != SQLITE_INSERT {
          guard let key = key(column, frc_preupdate_old) else { return [] }
          keys.append(key)
        }
        if operation != SQLITE_DELETE {
          guard let key = key(column, frc_preupdate_new) else { return [] }
          keys.append(key)
        }
      }
      return keys
    }

    private func key(
      _ column: Int,
      _ read: (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Int32
    ) -> FilterValue? {
      var value: OpaquePointer?
      guard read(connection, Int32(column), &value) == SQLITE_OK else { return nil }
      return value.flatMap(FilterValue.init(key:))
    }
  }

  extension FilterValue {
    /// The key in a cell; nil for what is none.
    fileprivate init?(key value: OpaquePointer) {
      switch sqlite3_value_type(value) {
      case SQLITE_INTEGER: self = .int(sqlite3_value_int64(value))
      case SQLITE_TEXT:
        guard let key = String(sqliteValue: value) else { return nil }
        self = .string(key)
      default: return nil
      }
    }
  }

  // MARK: - The connection

  extension ChangeCollector {
    /// Whether a store is open that collects the changes of a connection.
    private static func hasStore(_ database: Database) throws -> Bool {
      let isMarked = try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM pragma_function_list WHERE name = 'frc_mark')")
      guard isMarked == true else { return false }
      return try Bool.fetchOne(database, sql: "SELECT frc_mark()") ?? false
    }

    /// Marks the connection. To define a function again expires the statements that are prepared: without it a
    /// `DELETE FROM t` that was prepared before goes on to empty the table without a word to the hook.
    private func mark(_ database: Database, _ pointer: UnsafeMutableRawPointer) throws {
      for _ in 0..<2 {
        let code = sqlite3_create_function_v2(
          database.sqliteConnection, "frc_mark", 0, SQLITE_UTF8 | SQLITE_DIRECTONLY, pointer,
          { context, _, _ in
            guard let pointer = sqlite3_user_data(context) else { return }
            let collector = Unmanaged<ChangeCollector>.fromOpaque(pointer).takeUnretainedValue()
            sqlite3_result_int(context, collector.isOpen ? 1 : 0)
          }, nil, nil, nil)
        guard code == SQLITE_OK else {
          throw DatabaseError(
            resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
        }
      }
    }

    private var isOpen: Bool { state.withLock { $0.isOpen } }

    /// A number of a connection that grows with what others change.
    private static func version(_ name: String, _ database: Database) throws -> Int64 {
      try Int64.fetchOne(database, sql: "PRAGMA \(name)") ?? 0
    }
  }
#endif
