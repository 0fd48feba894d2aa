internal import Dispatch
internal import Foundation
internal import Synchronization

/// Threads that do searches, a slice at a time.
///
/// Searches compute and never wait. On the threads of Swift's tasks they would keep the server from reading
/// requests, so they have threads of their own. The next slice is that of the search that has used the least
/// time: a quick search is over before slow ones go on. When the pool is full, a search is refused at once.
final class SearchPool: Sendable {
  private typealias Answer = Result<Search.Found, SearchFailure>

  private struct Entry {
    let number: Int
    var search: Search
    var used = Duration.zero
    let continuation: CheckedContinuation<Answer, Never>
  }

  private struct State {
    /// Searches of which no thread does a slice now.
    var waiting: [Entry] = []

    /// The numbers of the searches that were cancelled and have no answer yet.
    var cancelled: Set<Int> = []

    /// How many have no answer yet.
    var count = 0
    var nextNumber = 0
    var isStopped = false
  }

  private let state = Mutex(State())
  private let capacity: Int
  private let threads: Int

  /// Signalled once for each entry that waits, and once for each thread when the pool stops.
  private let ready = DispatchSemaphore(value: 0)

  /// A pool of `threads` threads that takes at most `capacity` searches at a time.
  init(threads: Int, capacity: Int) {
    self.threads = threads
    self.capacity = capacity
    for _ in 0..<threads { Thread.detachNewThread { [self] in work() } }
  }

  /// Lets the threads end; searches that wait are answered as cancelled.
  func stop() {
    let waiting = state.withLock { state in
      state.isStopped = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for entry in waiting { entry.continuation.resume(returning: .failure(.cancelled)) }
    for _ in 0..<threads { ready.signal() }
  }

  /// Does a search.
  ///
  /// - Throws: `busy` where the pool is full, `cancelled` where the task is cancelled, and what the search throws.
  func run(_ search: Search) async throws(SearchFailure) -> Search.Found {
    guard let number = enter() else { throw .busy }
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        put(Entry(number: number, search: search, continuation: continuation))
      }
    } onCancel: {
      state.withLock { _ = $0.cancelled.insert(number) }
    }
    state.withLock { state in
      state.count -= 1
      state.cancelled.remove(number)
    }
    return try answer.get()
  }

  /// A number for a search, nil where the pool is full.
  private func enter() -> Int? {
    state.withLock { state in
      guard state.count < capacity, !state.isStopped else { return nil }
      state.count += 1
      state.nextNumber += 1
      return state.nextNumber
    }
  }

  private func put(_ entry: Entry) {
    let isStopped = state.withLock { state in
      if !state.isStopped { state.waiting.append(entry) }
      return state.isStopped
    }
    if isStopped { return entry.continuation.resume(returning: .failure(.cancelled)) }
    ready.signal()
  }

  // MARK: - The threads

  private func work() {
    while let entry = next() { advance(entry) }
  }

  /// Waits for a search; nil where the pool is stopped.
  private func next() -> Entry? {
    ready.wait()
    return state.withLock { state in
      let now = ContinuousClock.now
      // What is overdue is answered before anything else.
      let index =
        state.waiting.firstIndex { $0.search.deadline <= now }
        ?? state.waiting.indices.min { state.waiting[$0].used < state.waiting[$1].used }
      return index.map { state.waiting.remove(at: $0) }
    }
  }

  private func advance(_ entry: consuming Entry) {
    if state.withLock({ $0.cancelled.contains(entry.number) }) {
      return entry.continuation.resume(returning: .failure(.cancelled))
    }
    let begin = ContinuousClock.now
    do throws(SearchFailure) {
      if let found = try entry.search.advance() {
        return entry.continuation.resume(returning: .success(found))
      }
    } catch {
      return entry.continuation.resume(returning: .failure(error))
    }
    entry.used += begin.duration(to: .now)
    put(entry)
  }
}
