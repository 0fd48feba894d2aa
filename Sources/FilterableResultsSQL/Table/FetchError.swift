public import FilterSQL

/// The reason why a request cannot be run.
@nonexhaustive
public enum FetchError: Error, Sendable, CustomStringConvertible {
  /// A part of the predicate that the database cannot test, or a sort key, reads a relation that the table has no items
  /// for.
  case needsRelation(String, part: String)

  /// `prefetched` names a relation that the table has no items for.
  case noRelation(String)

  /// Items have another value for a field than its column, for example because the decoder reads the columns in another
  /// order than they are declared in.
  case misreadColumn(String, table: String)

  /// The decoder does not read columns that are fields of the items. `SQLRow.skip()` skips a column.
  case unreadColumns([String], table: String)

  /// The database cannot seek the position of an item: it does not order this field as the engine does, or no stored value
  /// equals that of the item. The field is nil if a sort key has no key path.
  case noPosition(String?)

  /// The predicate or a sort key reads a stored property of the items that the table has no column and no relation for, so
  /// that all items would have its initial value.
  case noColumn(String, table: String)

  /// The limit or the offset of a request is negative.
  case negative(String, Int)

  /// Rows cannot be counted by this field, as it is not a column of numbers, booleans, dates, texts, bytes or UUIDs.
  case cannotCount(String)

  /// A sentence that describes the error.
  public var description: String {
    switch self {
    case .needsRelation(let name, let part):
      "the database cannot decide '\(part)', and the rows of '\(name)' are not fetched"
    case .noRelation(let path): "the table has no items for the relation '\(path)'"
    case .misreadColumn(let column, let table):
      "table '\(table)': the items have another value than column '\(column)'; is it read in the declared order?"
    case .unreadColumns(let columns, let table):
      "table '\(table)': the decoder does not read \(columns.joined(separator: ", ")); skip() skips a column"
    case .noColumn(let field, let table):
      "table '\(table)' has no column for the field '\(field)'"
    case .negative(let name, let number): "the \(name) of a request is negative: \(number)"
    case .cannotCount(let field):
      "rows cannot be counted by '\(field)': it is not a column of numbers, booleans, dates, texts, bytes or UUIDs"
    case .noPosition(let key?): "the database has no position of the item by '\(key)'"
    case .noPosition(nil): "the database has no position of the item in the order"
    }
  }
}

/// An error for a row that cannot be decoded, because a cell does not have the declared type.
///
/// SQLite stores values of any type in the columns of a table that is not STRICT.
public struct SQLDataError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the table.
  public let table: String

  /// The key of the row; nil for NULL.
  public let key: [SQLValue?]

  /// The column of the first such cell; nil if the decoder reads more cells than there are columns.
  public let column: String?

  /// The expected type.
  public let expected: String

  /// The content of the cell.
  public let found: String

  /// A sentence that describes the error.
  public var description: String {
    let row = key.map { $0?.description ?? "NULL" }.joined(separator: ", ")
    guard let column else {
      return "table '\(table)': the decoder reads more cells than there are columns"
    }
    return "table '\(table)', row \(row): column '\(column)' holds \(found), not \(expected)"
  }
}
