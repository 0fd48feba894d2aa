public import FilterEngine
public import FilterableResults
internal import Synchronization

/// The changes that a store has reported and a live source has not read yet.
///
/// Changes of several commits are merged, so that a slow source reads each changed row once.
public final class SQLChanges: Sendable {
  /// The changes between two reads.
  struct Pending {
    /// The keys of inserted, deleted and updated rows.
    var keys: Set<FilterValue> = []

    /// For columns, by their fields: values whose rows must be read because related rows have changed.
    var links: [String: Set<FilterValue>] = [:]

    /// Whether rows with unknown keys may have changed.
    var isUnknown = false

    /// Whether any row may differ, regardless of its version.
    var isEverything = false

    /// Whether the schema must be checked before the next read.
    var hasNewSchema = false

    /// The observation that made all of these changes, if it was a single one.
    var author: ResultsObservation?

    /// The number of earlier reads.
    var number = 0

    var isNothing: Bool {
      keys.isEmpty && links.isEmpty && !isUnknown && !isEverything && !hasNewSchema
    }

    mutating func add(_ other: Pending) {
      author = isNothing || author === other.author ? other.author : nil
      keys.formUnion(other.keys)
      links.merge(other.links) { $0.union($1) }
      isUnknown = isUnknown || other.isUnknown
      isEverything = isEverything || other.isEverything
      hasNewSchema = hasNewSchema || other.hasNewSchema
    }
  }

  private struct State {
    var pending = Pending()

    /// The number of the newest delivery that was shown.
    var shown = -1

    /// The numbers of the changes that were taken and neither shown nor put back.
    var unshown: Set<Int> = []

    /// The `contentNumber` of the controller after it showed the newest delivery.
    var contents: UInt64?
    var pauses = 0
    var signal: MailSignal?

    /// The number of the delivery that a controller is showing.
    var showing: Int?

    /// The calls that wait until changes are shown.
    var waiters = ShownWaiters()
    var areReadAtIntervals = false

    /// The number of the newest changes that are not shown; nil if all are.
    var newestUnshown: Int? {
      [unshown.max(), showing, pending.isNothing ? nil : pending.number].compactMap(\.self).max()
    }
  }

  private let state = Mutex(State())

  /// Whether changes of related rows may be reported by the columns that link to them.
  package let takesLinks: Bool

  init(takesLinks: Bool = false) { self.takesLinks = takesLinks }

  // MARK: - The store

  /// Adds the keys of rows that were inserted, deleted or updated, as filters read them.
  ///
  /// If `author` made all pending changes, it is not notified of them.
  public func add(_ keys: Set<FilterValue>, by author: ResultsObservation? = nil) {
    add(Pending(keys: keys, author: author))
  }

  /// Adds the changes of commits that a store has found for a follower, as one change.
  package func add(_ change: FollowedChange, by author: ResultsObservation? = nil) {
    switch change {
    case .rows(let keys, let links):
      guard !keys.isEmpty || !links.isEmpty else { return }
      add(Pending(keys: keys, links: links, author: author))
    case .unknown: addUnknown(by: author)
    case .everything: addEverything(by: author)
    }
  }

  /// Adds a change of rows whose keys are unknown: the source compares row versions if it has them, or reads all rows.
  public func addUnknown(by author: ResultsObservation? = nil) {
    add(Pending(isUnknown: true, author: author))
  }

  /// Adds a change of any rows: the source reads all of them.
  public func addEverything(by author: ResultsObservation? = nil) {
    add(Pending(isEverything: true, author: author))
  }

  /// Adds a change of the schema: the source checks its tables and reads all rows.
  public func addSchema() { add(Pending(isEverything: true, hasNewSchema: true)) }

  private func add(_ change: Pending) {
    let signal = state.withLock { state in
      state.pending.add(change)
      return state.pauses == 0 ? state.signal : nil
    }
    signal?.raise()
  }

  /// Wakes the source if it has pending changes that it could not read, for example because the database was locked.
  public func remind() {
    let signal = state.withLock { state in
      state.pending.isNothing || state.pauses > 0 ? nil : state.signal
    }
    signal?.raise()
  }

  /// Whether the source reads all rows at intervals, so that a store does not need to know about changes.
  package internal(set) var areReadAtIntervals: Bool {
    get { state.withLock { $0.areReadAtIntervals } }
    set { state.withLock { $0.areReadAtIntervals = newValue } }
  }

  /// Whether a controller follows the source and shows its changes now.
  package var isFollowed: Bool { state.withLock { $0.signal != nil && $0.pauses == 0 } }

  // MARK: - The source

  /// Has the next read fetch all rows, without waking the source: after an error it reads at the next change.
  func needEverything() { state.withLock { $0.pending.add(Pending(isEverything: true)) } }

  /// Removes and returns the pending changes; none during a pause.
  func take() -> Pending {
    state.withLock { state in
      guard state.pauses == 0 else { return Pending(number: state.pending.number) }
      defer { state.pending = Pending(number: state.pending.number + 1) }
      if !state.pending.isNothing { state.unshown.insert(state.pending.number) }
      return state.pending
    }
  }

  /// Restores changes that were taken and could not be shown because of an error. The next change wakes the source, and so
  /// does ``remind()``.
  func putBack(_ pending: Pending, after error: any Error) {
    let waiters = state.withLock { state in
      state.unshown.remove(pending.number)
      if state.showing == pending.number { state.showing = nil }
      state.pending.add(pending)
      return state.waiters.take(upTo: pending.number)
    }
    for answer in waiters { answer(.failure(error)) }
  }

  /// The changes that were not taken.
  var later: Pending { state.withLock { $0.pending } }

  /// Whether there are changes that were not taken, of which the observation did not make all.
  func hasPending(notBy author: ResultsObservation) -> Bool {
    state.withLock { !$0.pending.isNothing && $0.pending.author !== author }
  }

  /// Whether there are changes that were not taken.
  var hasPending: Bool { state.withLock { !$0.pending.isNothing } }

  /// Holds changes back until `resume()` is called as often.
  func pause() { state.withLock { $0.pauses += 1 } }

  /// Ends a pause and wakes the source, to read the changes that were held back and to check whether the rows of the
  /// controller were edited.
  func resume() {
    let signal = state.withLock { state in
      state.pauses = max(0, state.pauses - 1)
      let isWoken = state.contents != nil || !state.pending.isNothing
      return state.pauses == 0 && isWoken ? state.signal : nil
    }
    signal?.raise()
  }

  /// Whether a controller with this `contentNumber` has the rows of the newest delivery.
  func areShown(_ contents: UInt64) -> Bool { state.withLock { $0.contents == contents } }

  /// Stores the `contentNumber` of the controller after it showed a delivery.
  func didShow(_ contents: UInt64) {
    let waiters = state.withLock { state in
      state.contents = contents
      state.showing = nil
      return state.waiters.take(upTo: state.shown)
    }
    for answer in waiters { answer(.success(())) }
  }

  /// Stores the number of a delivery that is shown. Returns false if a newer one was shown before; also if it does not
  /// replace all rows and changes that were taken before are not shown, as rows of two snapshots would be mixed.
  func show(_ number: Int, isWhole: Bool = true) -> Bool {
    state.withLock { state in
      state.unshown.remove(number)
      guard number > state.shown, isWhole || !state.unshown.contains(where: { $0 < number }) else {
        return false
      }
      (state.shown, state.showing) = (number, number)
      state.unshown = state.unshown.filter { $0 > number }
      return true
    }
  }

  /// Returns a signal that each change raises, and finishes the previous one.
  func begin() -> MailSignal {
    let signal = MailSignal()
    let earlier = state.withLock { state in
      defer { state.signal = signal }
      return state.signal
    }
    earlier?.finish()
    return signal
  }
  /// Ends the waits after the signal of `begin()` is not waited for any more, unless there is a later one.
  func end(_ signal: MailSignal) {
    let waiters = state.withLock { state -> [ShownWaiters.Answer] in
      guard state.signal === signal else { return [] }
      state.signal = nil
      return state.waiters.take(upTo: .max)
    }
    for answer in waiters { answer(.failure(CancellationError())) }
  }

  // MARK: - Waiting

  /// Calls `answer` when all changes that were added before are shown, or with the error if they cannot be read or shown.
  package func whenShown(_ answer: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    if wait(answer) == nil { answer(.success(())) }
  }

  /// Adds a call that waits for the changes that are not shown, and returns its number; nil if all are shown.
  func wait(_ answer: @escaping ShownWaiters.Answer) -> Int? {
    state.withLock { state in
      state.newestUnshown.map { state.waiters.add(answer, for: $0) }
    }
  }

  /// Ends the wait of a call.
  func cancel(waiter: Int) {
    let answer = state.withLock { $0.waiters.remove(waiter) }
    answer?(.failure(CancellationError()))
  }
}
