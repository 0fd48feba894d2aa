#if SQLite
  internal import CSQLite
  internal import CSQLiteHooks
  internal import FilterEngine
  internal import FilterableResults
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
    enum Touched {
      case keys(Set<FilterValue>)
      case everything

      var isEverything: Bool { if case .everything = self { true } else { false } }
    }

    /// Who wants to know of the changes of a table.
    struct Follower {
      weak var changes: SQLChanges?
      let table: String
      let others: Set<String>

      /// How rows of other tables lead to rows of the table; any row may depend on those of tables without one.
      let links: [String: FollowedLink]
    }

    struct State {
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
      var settled: [String: Touched] = [:]
      var recent = RecentTable()

      /// The columns of tables that hold keys of followed rows, and what the open transaction has changed there.
      var links: [String: Set<Int>] = [:] { didSet { settle() } }
      var touchedLinks: [LinkColumn: Touched] = [:]
      var schemaVersion: Int64
      var dataVersion: Int64

      /// The tables whose changes are in the log of the database, and the last entry that was handed on.
      var logged: Set<String> = []
      var logEnd: Int64?

      /// The tables whose changes SQLite does not report, so that any commit may have changed them.
      var unreported: Set<String> = []

      /// The observer that makes the transaction that is open.
      var author: ResultsObservation?

      mutating func forgetSchema() { (keys, links, logged, logEnd) = ([:], [:], [], nil) }

      /// Forgets what the open transaction has changed.
      mutating func forgetTransaction() { (touched, touchedLinks) = ([:], [:]) }
    }

    let state: Mutex<State>
    let usesHook: Bool

    /// The most keys of a table that are kept.
    static var limit: Int { 65_536 }

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
        state.forgetSchema()
        state.followers = []
        state.forgetTransaction()
      }
    }

    // MARK: - Followers

    /// Hands changes of a table and of those related to it on to `changes`.
    ///
    /// `links` says how rows of those lead to rows of the table. `logged` has the names of those whose changes are in
    /// the log, and `logEnd` the number of its last entry.
    func follow(
      _ table: SQLiteSchema.Table, _ others: [SQLiteSchema.Table],
      by links: [String: FollowedLink], logged: Set<String>, logEnd: Int64?,
      into changes: SQLChanges, _ database: Database
    ) throws {
      let data = try Self.version("data_version", database)
      let schema = try Self.version("schema_version", database)
      state.withLock { state in
        state.followers.removeAll { $0.changes == nil || $0.changes === changes }
        if state.followers.isEmpty {
          // A reader that begins reads all rows, so earlier commits do not concern it.
          state.forgetSchema()
          (state.schemaVersion, state.dataVersion) = (schema, data)
        }
        for other in [table] + others {
          state.keys[other.name] = other.key
          state.logged.remove(other.name)
          if !usesHook, !other.hasRowID { state.unreported.insert(other.name) }
        }
        state.logged.formUnion(logged)
        state.logEnd = state.logEnd ?? logEnd
        state.followers.append(
          Follower(
            changes: changes, table: table.name, others: Set(others.map(\.name)), links: links))
        guard usesHook else { return }
        for (other, link) in links {
          if case .theirs(let column) = link { state.links[other, default: []].insert(column) }
        }
      }
    }

    /// Wakes readers that could not show changes.
    func remind() {
      let followers = state.withLock { $0.followers.compactMap(\.changes) }
      for changes in followers { changes.remind() }
    }

    /// Notes who makes the next transactions, nil for anyone.
    func setAuthor(_ author: ResultsObservation?) { state.withLock { $0.author = author } }

    // MARK: - Transactions

    // With the hook GRDB does not have to look at each change.
    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { !usesHook }

    func databaseDidChange(with event: DatabaseEvent) {
      guard event.databaseName == "main" else { return }
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
      let entries = usesHook ? nil : try? loggedEntries(database)
      let ownEnd = usesHook ? try? endOfOwnEntries(database) : nil
      let (changes, hasNewSchema, author) = state.withLock { state in
        defer { state.forgetTransaction() }
        state.followers.removeAll { $0.changes == nil }
        let hasNewSchema = schema != state.schemaVersion
        if hasNewSchema || state.followers.isEmpty {
          state.forgetSchema()
          state.schemaVersion = schema ?? -1
        } else if let ownEnd {
          state.logEnd = ownEnd
        }
        let touched = state.touched(entries, isKnown: true)
        return (state.changes(touched, areLinksKnown: usesHook), hasNewSchema, state.author)
      }
      hand(changes, hasNewSchema: hasNewSchema, by: author)
    }

    /// Hands on what has changed to those who follow it.
    func hand(
      _ changes: [(SQLChanges?, FollowedChange)], hasNewSchema: Bool,
      by author: ResultsObservation? = nil
    ) {
      for (changes, change) in changes {
        guard let changes else { continue }
        guard !hasNewSchema else {
          changes.addSchema()
          continue
        }
        switch change {
        case .rows(let keys, let links):
          if !keys.isEmpty { changes.add(keys, by: author) }
          for (field, values) in links { changes.add(values, ofLink: field, by: author) }
        case .unknown: changes.addUnknown(by: author)
        case .everything: changes.addEverything(by: author)
        }
      }
    }

    func databaseDidRollback(_ database: Database) {
      state.withLock { $0.forgetTransaction() }
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
    static func version(_ name: String, _ database: Database) throws -> Int64 {
      try Int64.fetchOne(database, sql: "PRAGMA \(name)") ?? 0
    }
  }
#endif
