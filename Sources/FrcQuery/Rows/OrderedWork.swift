internal import EssentialFoundation

/// Work in parts, done by threads, with results in order: the only scheduler of the program.
///
/// One thread at a time makes the next part, which may read input. Threads process parts at the same time.
///
/// Threads and not tasks, because the work reads files and holds each thread for as long as it does.
/// Unchecked because the compiler cannot see that threads read and write `state` only while they hold the
/// lock, and that one thread, which calls `next` and `cancel`, has the rest to itself: `threads`, `here`, and
/// `state` if there are no threads. The lock and the condition are the system's, which live at a fixed address
/// until no thread is left.
final class OrderedWork<Part: Sendable, Output: Sendable>: @unchecked Sendable {
  private struct State {
    var started = 0
    var taken = 0

    /// Whether a thread is making a part
    var isMaking = false

    /// The number of parts, known once there is no further one
    var count: Int?
    var isCancelled = false
    var results: [Int: Output] = [:]
  }

  private let window: Int
  private let part: @Sendable (Int) -> Part?
  private let worker: @Sendable () -> (Part) -> Output
  private lazy var here = worker()
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state = State()
  private var threads: [pthread_t] = []

  /// `part` makes the part with a number. It is called with one number after another until it returns nil. `worker`
  /// makes the state of a thread. At most `window` results wait to be taken.
  init(
    threads: Int, window: Int, part: @escaping @Sendable (Int) -> Part?,
    worker: @escaping @Sendable () -> (Part) -> Output
  ) {
    self.window = window
    self.part = part
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

  /// Whether there is a thread at all; without one the caller of `next` does the work.
  var isRunning: Bool { !threads.isEmpty }

  /// The result of the next part, waited for; nil after the last.
  ///
  /// Calls `willWait` before a wait.
  func next(
    _ willWait: () throws(ToolError) -> Void = { () throws(ToolError) in }
  ) throws(ToolError) -> Output? {
    guard isRunning else { return try nextHere(willWait) }
    if let result = taken(waits: false) { return result }
    try willWait()
    return taken(waits: true)
  }

  private func nextHere(_ willWait: () throws(ToolError) -> Void) throws(ToolError) -> Output? {
    guard !state.isCancelled else { return nil }
    try willWait()
    guard let part = part(state.taken) else { return nil }
    state.taken += 1
    return here(part)
  }

  private func taken(waits: Bool) -> Output? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !state.isCancelled, state.taken != state.count {
      if let result = state.results.removeValue(forKey: state.taken) {
        state.taken += 1
        pthread_cond_broadcast(changed)
        return result
      }
      guard waits else { return nil }
      pthread_cond_wait(changed, mutex)
    }
    return nil
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
    // Not by its initializer, which the compiler finds in the module that was imported first, of any C library.
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    pthread_attr_init(attributes)
    defer {
      pthread_attr_destroy(attributes)
      attributes.deallocate()
    }
    // As much as the main thread has; the default differs from system to system.
    pthread_attr_setstacksize(attributes, 8 << 20)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let status = pthread_create(
      &thread, attributes,
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

/// The work of a thread, without the type of its results.
private protocol Work: AnyObject {
  func run()
}

extension OrderedWork: Work {
  fileprivate func run() {
    let work = worker()
    while let (number, part) = nextPart() {
      let result = work(part)
      pthread_mutex_lock(mutex)
      state.results[number] = result
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
  }

  /// A part that no thread has begun, once the results that wait are few enough.
  private func nextPart() -> (number: Int, part: Part)? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !state.isCancelled, state.count == nil {
      guard !state.isMaking, state.started < state.taken + window else {
        pthread_cond_wait(changed, mutex)
        continue
      }
      let number = state.started
      state.isMaking = true
      pthread_mutex_unlock(mutex)
      let made = part(number)
      pthread_mutex_lock(mutex)
      state.isMaking = false
      if made == nil { state.count = number } else { state.started += 1 }
      pthread_cond_broadcast(changed)
      return made.map { (number, $0) }
    }
    return nil
  }
}

extension OrderedWork where Part == Int {
  /// Work in `count` parts that are known by their numbers.
  convenience init(
    count: Int, threads: Int, window: Int, worker: @escaping @Sendable () -> (Int) -> Output
  ) {
    self.init(
      threads: threads, window: window, part: { $0 < count ? $0 : nil }, worker: worker)
  }
}
