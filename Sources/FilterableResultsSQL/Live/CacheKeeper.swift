internal import FilterEngine
internal import FilterableResults
internal import Synchronization

/// Stores the snapshots of a following controller, for items that may not be codable.
protocol ResultsKeeping<Item>: Sendable {
  associatedtype Item

  /// The snapshot that was stored for a request.
  func kept(for request: [String: String]) -> ResultsSnapshot<Item>?

  /// Stores a snapshot for a request soon, unless a newer one replaces it before.
  func keep(_ snapshot: ResultsSnapshot<Item>, for request: [String: String])

  /// Writes the snapshot that is not written yet, if any, and ends.
  func finish() async

  /// The error of the last write; nil if it succeeded, or if the error was taken before.
  func takeError() -> (any Error)?
}

/// Writes the newest snapshot to a cache, at most once in an interval, outside the isolation domain of the controller.
final class CacheKeeper<Item: Filterable & Codable & Sendable>: ResultsKeeping {
  private struct Entry: Sendable {
    let snapshot: ResultsSnapshot<Item>
    let request: [String: String]
  }

  private struct State {
    var next: Entry?
    var task: Task<Void, Never>?
    var error: (any Error)?
  }

  private let state = Mutex(State())
  private let cache: ResultsCache<Item>
  private let name: String
  private let interval: Duration

  init(_ cache: ResultsCache<Item>, as name: String, interval: Duration = .seconds(1)) {
    self.cache = cache
    self.name = name
    self.interval = interval
  }

  func kept(for request: [String: String]) -> ResultsSnapshot<Item>? {
    cache.snapshot(name, for: request)
  }

  func keep(_ snapshot: ResultsSnapshot<Item>, for request: [String: String]) {
    state.withLock { state in
      state.next = Entry(snapshot: snapshot, request: request)
      if state.task == nil { state.task = Task { await self.write() } }
    }
  }

  func finish() async {
    let task = state.withLock { $0.task }
    task?.cancel()
    await task?.value
  }

  func takeError() -> (any Error)? {
    state.withLock { state in
      defer { state.error = nil }
      return state.error
    }
  }

  @concurrent
  private func write() async {
    while let entry = next() {
      let result = Result { try cache.store(entry.snapshot, as: name, for: entry.request) }
      state.withLock { state in
        if case .failure(let error) = result { state.error = error } else { state.error = nil }
      }
      // `finish()` cancels the sleep.
      try? await Task.sleep(for: interval)
    }
  }

  /// The snapshot to write; nil ends the task.
  private func next() -> Entry? {
    state.withLock { state in
      defer { state.next = nil }
      if state.next == nil { state.task = nil }
      return state.next
    }
  }
}
