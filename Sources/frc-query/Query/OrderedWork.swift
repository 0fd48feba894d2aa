#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Work in numbered parts, done by threads, whose results come in order.
///
/// Threads and not tasks, because the work reads files and holds each thread for as long as it does.
/// Unchecked because the compiler cannot see that `state` is touched only between `lock` and
/// `unlock`; the lock and the condition are the system's, which live at a fixed address until no
/// thread is left.
final class OrderedWork<Output: Sendable>: @unchecked Sendable {
  private struct State {
    var started = 0
    var taken = 0
    var isCancelled = false
    var results: [Int: Output] = [:]
  }

  private let count: Int
  private let window: Int
  private let worker: @Sendable () -> (Int) -> Output
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state = State()
  private var threads: [pthread_t] = []

  /// `worker` makes what one thread works with; no result waits for more than `window` others.
  init(
    count: Int, threads: Int, window: Int, worker: @escaping @Sendable () -> (Int) -> Output
  ) {
    self.count = count
    self.window = window
    self.worker = worker
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
    for _ in 0..<threads { start() }
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Whether there is a thread at all; without one nothing ever comes.
  var isRunning: Bool { !threads.isEmpty }

  /// The result of the next part, waited for; nil after the last.
  func next() -> Output? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard state.taken < count, !state.isCancelled, isRunning else { return nil }
    while true {
      if let result = state.results.removeValue(forKey: state.taken) {
        state.taken += 1
        pthread_cond_broadcast(changed)
        return result
      }
      pthread_cond_wait(changed, mutex)
    }
  }

  /// Ends the work and waits until no thread is at it.
  func cancel() {
    pthread_mutex_lock(mutex)
    state.isCancelled = true
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(mutex)
    for thread in threads { pthread_join(thread, nil) }
    threads = []
  }

  private func start() {
    // The thread holds the work until it ends.
    let context = Unmanaged.passRetained(self)
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    // As much as the main thread has; the default differs from system to system.
    pthread_attr_setstacksize(&attributes, 8 << 20)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let status = pthread_create(
      &thread, &attributes,
      { context in
        #if canImport(Darwin)
          let address: UnsafeMutableRawPointer? = context
        #else
          let address = context
        #endif
        if let address {
          (Unmanaged<AnyObject>.fromOpaque(address).takeRetainedValue() as? any Work)?.run()
        }
        return nil
      }, context.toOpaque())
    #if canImport(Darwin)
      if status == 0, let thread { return threads.append(thread) }
    #else
      if status == 0 { return threads.append(thread) }
    #endif
    context.release()
  }
}

/// What a thread runs, without the type of its results.
private protocol Work: AnyObject {
  func run()
}

extension OrderedWork: Work {
  fileprivate func run() {
    let work = worker()
    while let part = nextPart() {
      let result = work(part)
      pthread_mutex_lock(mutex)
      state.results[part] = result
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
  }

  /// A part that nobody has begun, once the results that wait are few enough.
  private func nextPart() -> Int? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !state.isCancelled, state.started < count {
      if state.started < state.taken + window {
        state.started += 1
        return state.started - 1
      }
      pthread_cond_wait(changed, mutex)
    }
    return nil
  }
}
