#if PostgreSQL && os(Linux)
  internal import FilterableResultsPostgres
  internal import Synchronization

  /// The states of a store, with the times at which they began.
  final class StateLog: Sendable {
    let name: String
    let store: PostgresStore
    private let entries = Mutex<[(time: ContinuousClock.Instant, state: PostgresState)]>([])
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(_ name: String, _ store: PostgresStore, _ journal: Journal) {
      (self.name, self.store) = (name, store)
      let states = store.states
      let task = Task.detached { [weak self] in
        for await state in states {
          journal.note("\(name) is \(state)")
          journal.count("states")
          guard let self else { return }
          entries.withLock { $0.append((.now, state)) }
        }
      }
      self.task.withLock { $0 = task }
    }

    deinit { task.withLock { $0?.cancel() } }

    var isLive: Bool {
      if case .live = store.state { true } else { false }
    }

    /// Whether a state other than live began after a time, or lasts.
    func wasInterrupted(since time: ContinuousClock.Instant) -> Bool {
      !isLive
        || entries.withLock { entries in
          entries.contains { entry in
            if case .live = entry.state { false } else { entry.time >= time }
          }
        }
    }

    /// The number of times that it became live.
    var recoveries: Int {
      entries.withLock { entries in
        entries.count { entry in if case .live = entry.state { true } else { false } }
      }
    }
  }
#endif
