public import FilterSQL

/// A row that cannot be an item, since a cell does not hold what the table declares.
///
/// SQLite stores values of any kind in a column of a table that is not STRICT.
public struct SQLDataError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The table.
  public let table: String

  /// The key of the row; NULL as nil.
  public let key: [SQLValue?]

  /// The column of the first cell that does not fit; nil where the decoder reads more cells than there are columns.
  public let column: String?

  /// What was asked for, as the name of a type.
  public let expected: String

  /// What the cell holds.
  public let found: String

  /// A sentence for people.
  public var description: String {
    let row = key.map { $0?.description ?? "NULL" }.joined(separator: ", ")
    guard let column else {
      return "table '\(table)': the decoder reads more cells than there are columns"
    }
    return "table '\(table)', row \(row): column '\(column)' holds \(found), not \(expected)"
  }
}
