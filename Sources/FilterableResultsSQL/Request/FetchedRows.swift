public import FilterEngine
public import FilterSQL

/// The rows that a request has fetched.
public struct FetchedRows<Item: Sendable>: Sendable {
  /// The matches in order.
  public internal(set) var items: [Item] = []

  /// The rows that are not among the items because it is unknown whether they match, in the order in which they came.
  public internal(set) var failures: [RowFailure] = []
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

/// Why a request cannot be run.
@nonexhaustive
public enum FetchError: Error, Sendable, CustomStringConvertible {
  /// A part that the database cannot decide, or a key of the order, reads a relation whose rows are not fetched.
  case needsRelation(String, part: String)

  /// A request fetches a relation in advance that the table has no items for.
  case noRelation(String)

  /// The database cannot go to the position of an item in the order: it does not order this key of the items as the
  /// engine does, or the item has no value for it that the column would have. The key is nil where the order has a
  /// term that is no column.
  case noPosition(String?)

  /// A sentence for people.
  public var description: String {
    switch self {
    case .needsRelation(let name, let part):
      "the database cannot decide '\(part)', and the rows of '\(name)' are not fetched"
    case .noRelation(let path): "the table has no items for the relation '\(path)'"
    case .noPosition(let key?): "the database has no position of the item by '\(key)'"
    case .noPosition(nil): "the database has no position of the item in the order"
    }
  }
}
