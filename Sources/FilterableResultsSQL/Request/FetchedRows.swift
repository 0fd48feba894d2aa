public import FilterEngine
public import FilterSQL

/// The rows that a request has fetched.
public struct FetchedRows<Item: Sendable>: Sendable {
  /// The matches in order.
  public internal(set) var items: [Item] = []

  /// The rows that are not among the items because it is unknown whether they match.
  public internal(set) var failures = RowFailures()
}

/// The rows of a request that could not be read, or that the predicate had no answer for: their number, and the first
/// ones in the order in which they came.
///
/// A table may have millions of such rows. ``SQLFetchRequest/failureLimit`` says how many are kept.
public struct RowFailures: Sendable {
  /// The number of rows, those included that are not kept.
  public private(set) var count = 0

  /// The first rows.
  public private(set) var kept: [RowFailure] = []

  /// The most rows that are kept.
  private let limit: Int

  init(limit: Int = 100) { self.limit = Swift.max(0, limit) }

  /// Whether there is none.
  public var isEmpty: Bool { count == 0 }

  /// Whether all rows are kept.
  var areComplete: Bool { count == kept.count }

  /// Counts a row, which is made only if it is kept.
  mutating func append(_ failure: @autoclosure () -> RowFailure) {
    count += 1
    if kept.count < limit { kept.append(failure()) }
  }

  /// Adds rows that come after these.
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

  /// Goes through the rows that are kept.
  public func makeIterator() -> Array<RowFailure>.Iterator { kept.makeIterator() }
}

/// A row that could not be read, or that the predicate had no answer for.
public struct RowFailure: Sendable {
  /// Why a row is left out.
  public enum Reason: Sendable {
    /// A cell does not hold what the table declares
    case data(SQLDataError)
    /// The predicate fails on the row
    case evaluation(EvaluationError)
  }

  /// The key of the row; NULL as nil.
  public let key: [SQLValue?]

  /// Why it is left out.
  public let reason: Reason
}
