/// A difference between a table and its declaration.
public struct SQLSchemaError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of differences.
  @nonexhaustive
  public enum Reason: Hashable, Sendable {
    /// The database has no such table or view; the most similar name.
    case noTable(suggestion: String?)
    /// The table has no such column; the most similar name.
    case noColumn(String, suggestion: String?)
    /// A column has another type.
    case type(column: String, found: String, expected: String)
    /// A column may be NULL but is not declared nullable.
    case nullable(String)
    /// A column has a collation that does not compare bytes.
    case collation(column: String, found: String, expected: String)
    /// A column of canonical JSON documents has no constraint that permits only JSON.
    case notValidated(String)
    /// The table has no primary key or unique index of the columns of the key.
    case notAKey([String])
    /// The name is that of a view or another relation whose changes the database does not report.
    case notATable
  }

  /// The declared name of the table.
  public let table: String

  /// The difference.
  public let reason: Reason

  package init(table: String, reason: Reason) {
    self.table = table
    self.reason = reason
  }

  private static func question(_ suggestion: String?) -> String {
    suggestion.map { ", did you mean '\($0)'?" } ?? ""
  }

  /// A sentence that describes the error.
  public var description: String {
    let subject = "table '\(table)'"
    return switch reason {
    case .noTable(let suggestion): "there is no table '\(table)'" + Self.question(suggestion)
    case .noColumn(let name, let suggestion):
      "\(subject): there is no column '\(name)'" + Self.question(suggestion)
    case .type(let column, let found, let expected):
      "\(subject): column '\(column)' is of type '\(found)', expected \(expected)"
    case .nullable(let column):
      "\(subject): column '\(column)' may be NULL, expected NOT NULL; declare it nullable"
    case .collation(let column, let found, let expected):
      "\(subject): column '\(column)' has the collation \(found), expected \(expected)"
    case .notValidated(let column):
      "\(subject): column '\(column)' may contain text that is not JSON, expected CHECK (json_valid(\(column)))"
    case .notAKey(let columns):
      "\(subject): \(columns.joined(separator: ", ")) is not a primary key and not unique"
    case .notATable: "'\(table)' is not a table, and its changes are not reported"
    }
  }
}
