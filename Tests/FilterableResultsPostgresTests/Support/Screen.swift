#if PostgreSQL
  import FilterEngine
  import FilterableResults
  import FilterableResultsSQL
  import TestSupport

  /// A controller that follows notes.
  @MainActor final class Screen {
    let live: LiveFetch<Note>
    private let results = ResultsController<Note>(identifiedBy: \.id, sortedBy: [.ascending(\.id)])
    private var task: Task<Void, Never>?
    private(set) var errors: [any Error] = []

    /// The errors one after another.
    let (failures, failing) = AsyncStream.makeStream(of: (any Error).self)

    /// The number of changes that were delivered.
    private(set) var changes = 0

    /// The shown titles whenever they differed.
    private(set) var mixtures: [[String]] = []

    init(_ live: LiveFetch<Note>) {
      self.live = live
      results.observe(for: self) { [unowned self] _ in
        changes += 1
        if Set(titles).count > 1 { mixtures.append(titles) }
      }
    }

    func follow() {
      task = Task {
        await results.follow(live) { error in
          errors.append(error)
          failing.yield(error)
        }
      }
    }

    func stop() async {
      task?.cancel()
      await task?.value
    }

    /// Waits until titles are shown.
    func shows(_ titles: [String]) async throws {
      try await results.changes.value { $0.new.items.map(\.title) == titles }
    }

    var titles: [String] { results.snapshot.items.map(\.title) }
  }
#endif
