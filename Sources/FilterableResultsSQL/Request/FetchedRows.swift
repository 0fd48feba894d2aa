public import FilterEngine
public import FilterSQL

/// The result of a request.
public struct FetchedRows<Item: Sendable>: Sendable {
  /// The matching rows in order.
  public internal(set) var items: [Item] = []

  /// The rows that are left out because it is unknown whether they match.
  public internal(set) var failures = RowFailures()
}

/// The rows of a request that cannot be decoded, or on which the predicate fails: their number, and the first of them.
///
/// A table may have millions of such rows. ``SQLFetchRequest/failureLimit`` limits the number of those that are kept.
public struct RowFailures: Sendable {
  /// The number of rows, including those that are not kept.
  public private(set) var count = 0

  /// The first rows, in the order in which they were read.
  public private(set) var kept: [RowFailure] = []

  /// The largest number of rows that are kept.
  private let limit: Int

  init(limit: Int = 100) { self.limit = Swift.max(0, limit) }

  /// Whether there are no such rows.
  public var isEmpty: Bool { count == 0 }

  /// Whether all rows are kept.
  var areComplete: Bool { count == kept.count }

  /// Counts a row, and evaluates the argument only if it is kept.
  mutating func append(_ failure: @autoclosure () -> RowFailure) {
    count += 1
    if kept.count < limit { kept.append(failure()) }
  }

  /// Adds rows that were read later.
  mutating func append(_ others: RowFailures) {
    count += others.count
    kept += others.kept.prefix(limit - kept.count)
  }

  /// Removes kept rows.
  mutating func removeAll(where isGone: (RowFailure) -> Bool) {
    let before = kept.count
    kept.removeAll(where: isGone)
    count -= before - kept.count
  }
}

extension RowFailures: Sequence {
  /// The first row.
  public var first: RowFailure? { kept.first }

  /// Returns an iterator over the rows that are kept.
  public func makeIterator() -> Array<RowFailure>.Iterator { kept.makeIterator() }
}

/// A row that cannot be decoded, or on which the predicate fails.
public struct RowFailure: Sendable {
  /// The reason why a row is left out.
  public enum Reason: Sendable {
    /// A cell does not have the declared type
    case data(SQLDataError)
    /// The predicate fails on the row
    case evaluation(EvaluationError)
  }

  /// The key of the row; nil for NULL.
  public let key: [SQLValue?]

  /// The reason why the row is left out.
  public let reason: Reason
}
