public import EssentialFoundation

/// The state of the connection on which a store receives changes.
public enum PostgresState: Hashable, Sendable, CustomStringConvertible {
  /// The store has not connected yet, which it does when a source is followed first.
  case connecting
  /// Changes are received.
  case live
  /// The connection is lost, and the store tries to connect again. Sources show the rows of that time or earlier ones.
  case stale(since: Date, reason: PostgresError)
  /// The store is connected again, and sources read all rows, as changes may have been missed.
  case resyncing
  /// The store cannot connect, and another attempt will hardly help. It still tries at long intervals.
  case failed(PostgresError)

  /// A word, with the reason if there is one.
  public var description: String {
    switch self {
    case .connecting: "connecting"
    case .live: "live"
    case .stale(_, let reason): "stale: \(reason)"
    case .resyncing: "resyncing"
    case .failed(let error): "failed: \(error)"
    }
  }
}
