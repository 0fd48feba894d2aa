public import FilterEngine
public import FilterableResults
internal import Synchronization

/// What commits have changed since the last look.
///
/// A slow reader finds the keys of many commits at once, and reads each row a single time.
public final class SQLChanges: Sendable {
  /// What has changed.
  struct Pending {
    /// The keys of rows that were inserted, deleted or updated.
    var keys: Set<FilterValue> = []

    /// The values of columns, by their keys, whose rows are to be read since rows that they are related to have changed.
    var links: [String: Set<FilterValue>] = [:]

    /// Whether rows may have changed whose keys are not known.
    var isUnknown = false

    /// Whether what is shown may be wrong in any way.
    var isEverything = false

    /// Whether the tables may be others.
    var hasNewSchema = false

    /// The observer that has made all of these changes itself, if it was one.
    var author: ResultsObservation?

    /// How often changes were taken before.
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

    /// The number of what was shown last.
    var shown = -1

    /// The `contentNumber` of the reader that has shown it, when it did.
    var contents: UInt64?
    var pauses = 0
    var signal: MailSignal?
  }

  private let state = Mutex(State())

  /// Whether rows that changed related rows may be named by the columns that link to those.
  package let takesLinks: Bool

  init(takesLinks: Bool = false) { self.takesLinks = takesLinks }

  /// Adds the keys of rows that were inserted, deleted or updated, as filters see them.
  ///
  /// `author` is an observer that has made the change itself, and gets none of it where no other change comes with it.
  public func add(_ keys: Set<FilterValue>, by author: ResultsObservation? = nil) {
    add(Pending(keys: keys, author: author))
  }

  /// Adds the rows that have these values in a column, as filters see them, whose related rows have changed.
  package func add(
    _ values: Set<FilterValue>, ofLink field: String, by author: ResultsObservation? = nil
  ) {
    add(Pending(links: [field: values], author: author))
  }

  /// Adds rows of the table whose keys are not known: the reader compares versions of rows, or reads all of them.
  public func addUnknown(by author: ResultsObservation? = nil) {
    add(Pending(isUnknown: true, author: author))
  }

  /// Adds all rows: the reader reads them, whatever versions they have.
  public func addEverything(by author: ResultsObservation? = nil) {
    add(Pending(isEverything: true, author: author))
  }

  /// Adds all rows, of tables that may be others.
  public func addSchema() { add(Pending(isEverything: true, hasNewSchema: true)) }

  private func add(_ change: Pending) {
    let signal = state.withLock { state in
      state.pending.add(change)
      return state.pauses == 0 ? state.signal : nil
    }
    signal?.raise()
  }

  /// Takes what has changed; nothing during a pause.
  func take() -> Pending {
    state.withLock { state in
      guard state.pauses == 0 else { return Pending(number: state.pending.number) }
      defer { state.pending = Pending(number: state.pending.number + 1) }
      return state.pending
    }
  }

  /// Whether there are changes that were not taken.
  var hasPending: Bool { state.withLock { !$0.pending.isNothing } }

  /// Holds changes back until as many calls of `resume()`.
  func pause() { state.withLock { $0.pauses += 1 } }

  /// Lets changes go on, and wakes the reader: for those that were held back, and to look whether the rows that it
  /// shows were edited.
  func resume() {
    let signal = state.withLock { state in
      state.pauses = max(0, state.pauses - 1)
      let isWoken = state.contents != nil || !state.pending.isNothing
      return state.pauses == 0 && isWoken ? state.signal : nil
    }
    signal?.raise()
  }

  /// Whether a reader with this `contentNumber` has the rows that were shown last.
  func areShown(_ contents: UInt64) -> Bool { state.withLock { $0.contents == contents } }

  /// Notes the `contentNumber` of the reader that shows the rows.
  func didShow(_ contents: UInt64) { state.withLock { $0.contents = contents } }

  /// Notes that what was taken is shown; false where something is that was taken later.
  func show(_ number: Int) -> Bool {
    state.withLock { state in
      guard number > state.shown else { return false }
      state.shown = number
      return true
    }
  }

  /// Wakes the reader if there are changes that it could not show, such as those of a database that was locked.
  public func remind() {
    let signal = state.withLock { state in
      state.pending.isNothing || state.pauses > 0 ? nil : state.signal
    }
    signal?.raise()
  }

  /// Puts back what was taken and could not be shown. The next change wakes the reader, and so does ``remind()``.
  func putBack(_ pending: Pending) { state.withLock { $0.pending.add(pending) } }

  /// A signal that is raised by each change, in place of the one before, which ends.
  func begin() -> MailSignal {
    let signal = MailSignal()
    let earlier = state.withLock { state in
      defer { state.signal = signal }
      return state.signal
    }
    earlier?.finish()
    return signal
  }
}
