internal import FilterEngine
internal import FilterableResults
internal import Synchronization

/// Writes what a controller shows to a cache, off the caller: the newest state, at most once in an interval.
final class CacheKeeper<Item: Filterable & Codable & Sendable>: Sendable {
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

  /// A writer to the results that a cache keeps under a name.
  init(_ cache: ResultsCache<Item>, as name: String, interval: Duration = .seconds(1)) {
    self.cache = cache
    self.name = name
    self.interval = interval
  }

  /// What the cache has kept for a request; nil for nothing.
  func kept(for request: [String: String]) -> ResultsSnapshot<Item>? {
    cache.snapshot(name, for: request)
  }

  /// Keeps a state in place of those that are not written yet.
  func keep(_ snapshot: ResultsSnapshot<Item>, for request: [String: String]) {
    state.withLock { state in
      state.next = Entry(snapshot: snapshot, request: request)
      if state.task == nil { state.task = Task { await self.write() } }
    }
  }

  /// Writes what is not written yet, and ends.
  func finish() async {
    let task = state.withLock { $0.task }
    task?.cancel()
    await task?.value
  }

  /// Why the last state could not be written; nil where it was, and where this was asked before.
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
      // Cancelled by the end, which does not wait.
      try? await Task.sleep(for: interval)
    }
  }

  /// The state to write; nil ends the task.
  private func next() -> Entry? {
    state.withLock { state in
      defer { state.next = nil }
      if state.next == nil { state.task = nil }
      return state.next
    }
  }
}
