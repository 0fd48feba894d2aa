#if SQLite
  internal import CSQLite
  internal import CSQLiteHooks
  internal import FilterEngine
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
    }

    /// Who wants to know of the changes of a table.
    fileprivate struct Follower {
      weak var changes: SQLChanges?
      let table: String
      let others: Set<String>

      /// How rows of other tables lead to rows of the table; any row may depend on those of tables without one.
      let links: [String: FollowedLink]
    }

    fileprivate struct State {
      var isOpen = true
      var keys: [String: KeyReading] = [:]
      var followers: [Follower] = []
      var touched: [String: Touched] = [:]

      /// The columns of tables that hold keys of followed rows.
      var links: [String: Set<Int>] = [:]
      var touchedLinks: [LinkColumn: Touched] = [:]
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
        state.links = [:]
        state.forget()
      }
    }

    // MARK: - Followers

    /// Hands changes of a table and of those related to it on to `changes`.
    func follow(
      _ table: SQLiteSchema.Table, _ others: [SQLiteSchema.Table],
      by links: [String: FollowedLink], into changes: SQLChanges
    ) {
      state.withLock { state in
        state.followers.removeAll { $0.changes == nil || $0.changes === changes }
        for other in [table] + others { state.keys[other.name] = other.key }
        state.followers.append(
          Follower(
            changes: changes, table: table.name, others: Set(others.map(\.name)), links: links))
        guard usesHook else { return }
        for (other, link) in links {
          if case .theirs(let column) = link { state.links[other, default: []].insert(column) }
        }
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
        if hasNewSchema { (state.keys, state.links) = ([:], [:]) }
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
      let (followers, hasNewSchema) = state.withLock { state in
        defer { state.forget() }
        state.followers.removeAll { $0.changes == nil }
        let hasNewSchema = schema != state.schemaVersion
        if hasNewSchema || state.followers.isEmpty {
          (state.keys, state.links) = ([:], [:])
          state.schemaVersion = schema ?? -1
        }
        return (state.followers.map { ($0.changes, state.change(for: $0)) }, hasNewSchema)
      }
      for (changes, change) in followers {
        guard let changes else { continue }
        guard !hasNewSchema else {
          changes.addSchema()
          continue
        }
        switch change {
        case .rows(let keys, let links):
          if !keys.isEmpty { changes.add(keys) }
          for (field, values) in links { changes.add(values, ofLink: field) }
        case .everything: changes.addEverything()
        }
      }
    }

    func databaseDidRollback(_ database: Database) { state.withLock { $0.forget() } }

    // MARK: - Rows

    private static let hook: frc_preupdate_callback = {
      context, connection, operation, schema, table, oldID, newID in
      guard let context, let schema, let table, sqlite3_stricmp(schema, "main") == 0 else { return }
      let collector = Unmanaged<ChangeCollector>.fromOpaque(context).takeUnretainedValue()
      let change = RowChange(
        connection: connection, operation: operation, oldID: oldID, newID: newID)
      collector.state.withLock { $0.add(change, to: String(cString: table)) }
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
    fileprivate mutating func add(_ change: ChangeCollector.RowChange, to table: String) {
      guard let reading = reading(of: table) else { return }
      let keys = change.keys(reading)
      // A row of a table that is read as a whole is known to change, and nothing else.
      if keys.isEmpty { touched[table] = .everything }
      for key in keys { Self.add(key, to: table, in: &touched) }
      for column in links[table] ?? [] {
        let link = LinkColumn(table: table, column: column)
        guard let values = change.values(ofLink: column) else {
          touchedLinks[link] = .everything
          continue
        }
        for value in values { Self.add(value, to: link, in: &touchedLinks) }
      }
    }

    private static func add<Place: Hashable>(
      _ key: FilterValue, to place: Place, in touched: inout [Place: ChangeCollector.Touched]
    ) {
      // Taken out, so that the set is not copied.
      switch touched.removeValue(forKey: place) {
      case .everything: touched[place] = .everything
      case .keys(var keys):
        keys.insert(key)
        touched[place] = keys.count > ChangeCollector.limit ? .everything : .keys(keys)
      case nil: touched[place] = .keys([key])
      }
    }

    /// Forgets what a transaction has changed.
    fileprivate mutating func forget() { (touched, touchedLinks) = ([:], [:]) }

    /// What a transaction has changed for a follower.
    fileprivate func change(for follower: ChangeCollector.Follower) -> FollowedChange {
      var keys: Set<FilterValue> = []
      var links: [String: Set<FilterValue>] = [:]
      for table in follower.others where touched[table] != nil {
        switch (follower.links[table], touched[table]) {
        case (.own(let field)?, .keys(let values)?): links[field, default: []].formUnion(values)
        case (.theirs(let column)?, _) where self.links[table]?.contains(column) == true:
          switch touchedLinks[LinkColumn(table: table, column: column)] {
          case .keys(let values): keys.formUnion(values)
          case .everything: return .everything
          case nil: break
          }
        default: return .everything
        }
      }
      switch touched[follower.table] {
      case .keys(let own): return .rows(keys: keys.union(own), links: links)
      case .everything: return .everything
      case nil: return .rows(keys: keys, links: links)
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
      case .unknown: break
      case .rowID:
        if operation != SQLITE_INSERT { keys.append(.int(oldID)) }
        if operation == SQLITE_INSERT || operation == SQLITE_UPDATE && newID != oldID {
          keys.append(.int(newID))
        }
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

    /// The values of a column before and after the change that are not NULL; nil where one cannot be read.
    fileprivate func values(ofLink column: Int) -> [FilterValue]? {
      var values: [FilterValue] = []
      for (read, isThere) in [
        (frc_preupdate_old, operation != SQLITE_INSERT),
        (frc_preupdate_new, operation != SQLITE_DELETE),
      ] where isThere {
        var value: OpaquePointer?
        guard read(connection, Int32(column), &value) == SQLITE_OK, let value else { return nil }
        if sqlite3_value_type(value) == SQLITE_NULL { continue }
        guard let key = FilterValue(key: value) else { return nil }
        values.append(key)
      }
      return values
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
        let text = sqlite3_value_text(value)
        let count = Int(sqlite3_value_bytes(value))
        guard
          let key = String(
            validating: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
        else { return nil }
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
