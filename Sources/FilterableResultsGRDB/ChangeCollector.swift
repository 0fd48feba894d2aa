#if SQLite
  internal import CSQLite
  internal import CSQLiteHooks
  internal import FilterEngine
  internal import FilterableResults
  internal import FilterableResultsSQL
  internal import GRDB
  internal import Synchronization

  // Unsafe: SQLite passes pointers to the hook, which are valid during the call. The connection retains the collector.

  /// The way in which the hook reads the key of a changed row.
  enum KeyReading: Sendable {
    /// The row id
    case rowID
    /// The column at an index
    case column(Int)
    /// The key cannot be read, so that all rows are read
    case unknown
  }

  /// Collects the keys of the rows that a connection changes, and reports them at each commit.
  final class ChangeCollector: TransactionObserver, Sendable {
    /// The changes of a transaction in a table.
    enum Touched {
      case keys(Set<FilterValue>)
      case everything

      var isEverything: Bool { if case .everything = self { true } else { false } }
    }

    /// A receiver of the changes of a table.
    struct Follower {
      weak var changes: SQLChanges?
      let table: String
      let others: Set<String>

      /// The links from other tables; a change of a table without one may change any row.
      let links: [String: FollowedLink<Int>]
    }

    struct State {
      var isOpen = true
      var keys: [String: KeyReading] = [:] { didSet { settle() } }
      var followers: [Follower] = []

      /// The changes of the open transaction.
      var touched: [String: Touched] {
        mutating get {
          settle()
          return settled
        }
        set { (settled, recent) = (newValue, RecentTable()) }
      }

      /// The changes that are not in `recent`.
      var settled: [String: Touched] = [:]
      var recent = RecentTable()

      /// The columns of tables that hold keys of followed rows, and the changes of the open transaction there.
      var links: [String: Set<Int>] = [:] { didSet { settle() } }
      var touchedLinks: [LinkColumn: Touched] = [:]
      var schemaVersion: Int64
      var dataVersion: Int64

      /// The tables whose changes are in the log of the database, and the last entry that was reported.
      var logged: Set<String> = []
      var logEnd: Int64?

      /// The tables whose changes SQLite does not report, so that any commit may change them.
      var unreported: Set<String> = []

      /// The observation that makes the open transaction.
      var author: ResultsObservation?
      var slot = HookSlot()

      mutating func forgetSchema() { (keys, links, logged, logEnd) = ([:], [:], [], nil) }

      /// Forgets the changes of the open transaction.
      mutating func forgetTransaction() { (touched, touchedLinks) = ([:], [:]) }
    }

    let state: Mutex<State>
    let usesHook: Bool

    /// The hook that the connection calls, which lives as long as the collector.
    private let hook = Mutex<PreupdateHook?>(nil)

    /// The largest number of keys of a table that are kept.
    static var limit: Int { 65_536 }

    /// Creates a collector of a connection that runs no statement.
    init(_ database: Database, usesHook: Bool) throws {
      self.usesHook = usesHook && frc_hooks_available()
      state = Mutex(
        State(
          schemaVersion: try Self.version("schema_version", database),
          dataVersion: try Self.version("data_version", database)))
      let isMarked = try Self.isMarked(database)
      if isMarked, try Self.hasStore(database) { throw SQLiteStoreError.hasStore }
      let pointer = Unmanaged.passUnretained(self).toOpaque()
      if self.usesHook {
        let created = PreupdateHook(Self.callback, pointer)
        hook.withLock { $0 = created }
        // A connection that is marked has the hook of an earlier store.
        if frc_hook_install(database.sqliteConnection, created.pointer), !isMarked {
          frc_hook_install(database.sqliteConnection, nil)
          throw SQLiteStoreError.hookInUse
        }
      }
      database.add(transactionObserver: self, extent: .databaseLifetime)
      try mark(database, pointer)
      state.withLock { $0.slot.total = sqlite3_total_changes(database.sqliteConnection) }
    }

    /// Ends all reports.
    func close() {
      state.withLock { state in
        state.isOpen = false
        state.forgetSchema()
        state.followers = []
        state.forgetTransaction()
      }
    }

    // MARK: - Followers

    /// Reports changes of a table and its related tables to `changes`.
    ///
    /// `links` are the links from the related tables. `logged` are the names of the tables whose changes are in the log, and
    /// `logEnd` is the number of its last entry.
    func follow(
      _ table: SQLiteSchema.Table, _ others: [SQLiteSchema.Table],
      by links: [String: FollowedLink<Int>], logged: Set<String>, logEnd: Int64?,
      into changes: SQLChanges, _ database: Database
    ) throws {
      let data = try Self.version("data_version", database)
      let schema = try Self.version("schema_version", database)
      state.withLock { state in
        state.followers.removeAll { $0.changes == nil || $0.changes === changes }
        if state.followers.isEmpty {
          // The first read of a source reads all rows, so that earlier commits do not matter.
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

    /// Wakes sources that could not read changes.
    func remind() {
      let followers = state.withLock { $0.followers.compactMap(\.changes) }
      for changes in followers { changes.remind() }
    }

    /// Sets the observation that makes the next transactions.
    func setAuthor(_ author: ResultsObservation?) { state.withLock { $0.author = author } }

    // MARK: - Transactions

    // With the hook GRDB does not need to observe each change.
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
      let total = sqlite3_total_changes(database.sqliteConnection)
      let isKnown = usesHook && state.withLock { $0.slot.sawChanges(total) }
      guard state.withLock({ !$0.followers.isEmpty && !$0.slot.isTested }) else { return }
      let schema = try? Self.version("schema_version", database)
      let entries = isKnown ? nil : try? loggedEntries(database)
      let ownEnd = isKnown ? try? endOfOwnEntries(database) : nil
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
        // Without the hook, GRDB notes the changed tables.
        let touched = state.touched(entries, isKnown: isKnown || !usesHook)
        return (state.changes(touched, areLinksKnown: isKnown), hasNewSchema, state.author)
      }
      report(changes, hasNewSchema: hasNewSchema, by: author)
    }

    /// Reports changes to the followers.
    func report(
      _ changes: [(SQLChanges?, FollowedChange)], hasNewSchema: Bool,
      by author: ResultsObservation? = nil
    ) {
      for (changes, change) in changes {
        guard let changes else { continue }
        guard !hasNewSchema else {
          changes.addSchema()
          continue
        }
        changes.add(change, by: author)
      }
    }

    func databaseDidRollback(_ database: Database) {
      let total = sqlite3_total_changes(database.sqliteConnection)
      state.withLock { state in
        _ = state.slot.sawChanges(total)
        state.forgetTransaction()
      }
    }
  }
#endif
