#if PostgreSQL && os(Linux)
  internal import FilterableResults
  internal import FilterableResultsSQL
  internal import Synchronization

  /// An actor whose controller follows a source.
  actor Follower {
    nonisolated let name: String

    /// The name of the store.
    nonisolated let storeName: String
    nonisolated let kind: FollowerKind
    nonisolated let live: LiveSource<Entry>
    nonisolated let shown = Shown()
    private let key: KeyForm
    private let screen: Screen
    private let journal: Journal
    private nonisolated let task = Mutex<Task<Void, Never>?>(nil)
    private nonisolated let isEnded = Mutex(false)

    private init(
      _ name: String, _ kind: FollowerKind, _ storeName: String, _ key: KeyForm,
      _ store: any SQLStore, _ lanes: Lanes, _ journal: Journal
    ) throws {
      (self.name, self.kind, self.journal) = (name, kind, journal)
      (self.storeName, self.key) = (storeName, key)
      live = try kind.source(try Entry.table(keyedBy: key), store)
      screen = try Screen(name, kind, key, live, lanes, journal, shown)
    }

    /// Starts to follow a new source of a store.
    static func start(
      _ name: String, _ kind: FollowerKind, _ storeName: String, _ key: KeyForm,
      _ store: any SQLStore, _ lanes: Lanes, _ journal: Journal
    ) throws -> Follower {
      let follower = try Follower(name, kind, storeName, key, store, lanes, journal)
      follower.task.withLock { $0 = Task { await follower.follow() } }
      return follower
    }

    private func follow() async {
      let (results, journal, shown, name) = (screen.results, journal, shown, name)
      await results.follow(live) { error in
        journal.count("errors of followers")
        journal.note("\(name): \(error)")
        shown.change { $0.errors.append("\(error)") }
      }
      isEnded.withLock { $0 = true }
    }

    /// The versions that the controller shows; nil before its first rows.
    func versions() -> Versions? { shown.contents.versions }

    /// Ends it; false if it goes on.
    nonisolated func stop(within limit: Duration) -> Bool {
      task.withLock { $0?.cancel() }
      return Waiting.wait(limit) { isEnded.withLock { $0 } }
    }
  }
#endif
