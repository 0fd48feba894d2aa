internal import Dispatch
internal import Foundation
internal import ServiceLifecycle
internal import Synchronization

/// Threads that do searches, a slice at a time.
///
/// Searches compute and never wait. On the threads of Swift's tasks they would keep the server from reading
/// requests, so they have threads of their own. The next slice is that of the search that has used the least
/// time: a quick search is over before slow ones go on. The searches of one client use at most half of the
/// threads, so a client whose slices take long leaves threads to the others. When the pool is full, or a client
/// has too many searches, a search is refused at once.
final class SearchPool: Service {
  private typealias Answer = Result<Search.Found, SearchFailure>

  private struct Entry {
    let number: Int
    let client: String
    var search: Search
    let continuation: CheckedContinuation<Answer, Never>
  }

  private struct State {
    /// Searches of which no thread does a slice now.
    var waiting: [Entry] = []

    /// The numbers of the searches that were cancelled and have no answer yet.
    var cancelled: Set<Int> = []

    /// Those that have no answer yet.
    var open: ClientCounts

    /// Those of which a thread does a slice now.
    var running: ClientCounts
    var nextNumber = 0
    var isStopped = false

    /// Takes the search out whose slice is next.
    mutating func takeNext() -> Entry? {
      let now = ContinuousClock.now
      let ready = waiting.indices.filter { running.hasRoom(for: waiting[$0].client) }
      // An overdue search is answered before anything else.
      let next =
        ready.first { waiting[$0].search.deadline <= now }
        ?? ready.min { waiting[$0].search.used < waiting[$1].search.used }
      guard let next, running.enter(waiting[next].client) else { return nil }
      return waiting.remove(at: next)
    }
  }

  private let state: Mutex<State>
  private let threads = max(ProcessInfo.processInfo.activeProcessorCount, 2)

  /// Signalled once for each entry that is put in, once for each slice that ends, and once for each thread when the
  /// pool stops.
  private let ready = DispatchSemaphore(value: 0)

  init(_ limits: SearchServer.SearchLimits) {
    state = Mutex(
      State(
        open: ClientCounts(most: limits.count, perClient: limits.countPerClient),
        running: ClientCounts(most: threads, perClient: threads / 2)))
  }

  /// Does searches until the service is shut down, after the server, or cancelled.
  func run() async throws {
    for _ in 0..<threads { Thread.detachNewThread { [self] in work() } }
    defer { stop() }
    try await gracefulShutdown()
  }

  /// Lets the threads end; searches that wait are answered as cancelled.
  private func stop() {
    let waiting = state.withLock { state in
      state.isStopped = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for entry in waiting { entry.continuation.resume(returning: .failure(.cancelled)) }
    for _ in 0..<threads { ready.signal() }
  }

  /// Does a search of a client.
  ///
  /// - Throws: `busy` if there are too many searches, `cancelled` if the task is cancelled, and the failure of the
  ///   search.
  func run(_ search: Search, of client: String) async throws(SearchFailure) -> Search.Found {
    guard let number = enter(client) else { throw .busy }
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        put(Entry(number: number, client: client, search: search, continuation: continuation))
      }
    } onCancel: {
      state.withLock { _ = $0.cancelled.insert(number) }
    }
    state.withLock { state in
      state.open.leave(client)
      state.cancelled.remove(number)
    }
    return try answer.get()
  }

  /// A number for a search, nil if there are too many.
  private func enter(_ client: String) -> Int? {
    state.withLock { state in
      guard !state.isStopped, state.open.enter(client) else { return nil }
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
    while var entry = next() { advance(&entry) }
  }

  /// Waits for a search; nil if the pool is stopped.
  private func next() -> Entry? {
    while true {
      ready.wait()
      let (entry, isStopped) = state.withLock { ($0.takeNext(), $0.isStopped) }
      if entry != nil || isStopped { return entry }
    }
  }

  /// Does a slice, and puts the search back unless it has an answer.
  private func advance(_ entry: inout Entry) {
    let answer = answer(&entry)
    let isStopped = state.withLock { state in
      state.running.leave(entry.client)
      if answer == nil, !state.isStopped { state.waiting.append(entry) }
      return state.isStopped
    }
    // Another search of the client may have waited for the thread.
    ready.signal()
    if let answer = answer ?? (isStopped ? .failure(.cancelled) : nil) {
      entry.continuation.resume(returning: answer)
    }
  }

  /// The answer of a search after a slice, nil if there are further ones.
  private func answer(_ entry: inout Entry) -> Answer? {
    if state.withLock({ $0.cancelled.contains(entry.number) }) { return .failure(.cancelled) }
    do throws(SearchFailure) {
      return try entry.search.advance().map { .success($0) }
    } catch {
      return .failure(error)
    }
  }
}
