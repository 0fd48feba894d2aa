/// Why a request cannot be run.
@nonexhaustive
public enum FetchError: Error, Sendable, CustomStringConvertible {
  /// A part that the database cannot decide, or a key of the order, reads a relation whose rows are not fetched.
  case needsRelation(String, part: String)

  /// A request fetches a relation in advance that the table has no items for.
  case noRelation(String)

  /// The items have another value for a key than its column holds: the columns are declared in another order than the
  /// decoder takes them, for example.
  case misreadColumn(String, table: String)

  /// The decoder does not take the cells of columns that are keys of the items; `SQLRow.skip()` leaves one out.
  case unreadColumns([String], table: String)

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
    case .misreadColumn(let column, let table):
      "table '\(table)': the items have another value than column '\(column)' holds; is it taken in its place?"
    case .unreadColumns(let columns, let table):
      "table '\(table)': the decoder does not take \(columns.joined(separator: ", ")); skip() leaves a cell out"
    case .noPosition(let key?): "the database has no position of the item by '\(key)'"
    case .noPosition(nil): "the database has no position of the item in the order"
    }
  }
}
