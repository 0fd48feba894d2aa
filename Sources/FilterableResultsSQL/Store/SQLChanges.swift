public import FilterEngine
internal import FilterableResults
internal import Synchronization

/// What commits have changed since somebody looked last.
///
/// A slow reader finds the keys of many commits at once, and reads each row a single time.
public final class SQLChanges: Sendable {
  /// What has changed.
  struct Pending {
    /// The keys of rows that were inserted, deleted or updated.
    var keys: Set<FilterValue> = []

    /// The values of columns, by their keys, whose rows are to be read since rows that they are related to have changed.
    var links: [String: Set<FilterValue>] = [:]

    /// Whether any row may have changed.
    var isEverything = false

    /// Whether the tables may be others.
    var hasNewSchema = false

    /// How often changes were taken before.
    var number = 0

    var isNothing: Bool { keys.isEmpty && links.isEmpty && !isEverything && !hasNewSchema }

    mutating func add(_ other: Pending) {
      keys.formUnion(other.keys)
      links.merge(other.links) { $0.union($1) }
      isEverything = isEverything || other.isEverything
      hasNewSchema = hasNewSchema || other.hasNewSchema
    }
  }

  private struct State {
    var pending = Pending()

    /// The number of what was shown last.
    var shown = -1
    var signal: MailSignal?
  }

  private let state = Mutex(State())

  /// Whether rows that changed related rows may be named by the columns that link to those.
  package let takesLinks: Bool

  init(takesLinks: Bool = false) { self.takesLinks = takesLinks }

  /// Adds the keys of rows that were inserted, deleted or updated, as filters see them.
  public func add(_ keys: Set<FilterValue>) { add(Pending(keys: keys)) }

  /// Adds the rows that have these values in a column, as filters see them, whose related rows have changed.
  package func add(_ values: Set<FilterValue>, ofLink field: String) {
    add(Pending(links: [field: values]))
  }

  /// Adds all rows.
  public func addEverything() { add(Pending(isEverything: true)) }

  /// Adds all rows, of tables that may be others.
  public func addSchema() { add(Pending(isEverything: true, hasNewSchema: true)) }

  private func add(_ change: Pending) {
    let signal = state.withLock { state in
      state.pending.add(change)
      return state.signal
    }
    signal?.raise()
  }

  /// Takes what has changed.
  func take() -> Pending {
    state.withLock { state in
      defer { state.pending = Pending(number: state.pending.number + 1) }
      return state.pending
    }
  }

  /// Notes that what was taken is shown; false where something is that was taken later.
  func show(_ number: Int) -> Bool {
    state.withLock { state in
      guard number > state.shown else { return false }
      state.shown = number
      return true
    }
  }

  /// Puts back what was taken and could not be shown. The next change wakes the reader.
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
