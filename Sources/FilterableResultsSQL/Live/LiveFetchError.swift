/// The reason why a request cannot be followed.
@nonexhaustive
public enum LiveFetchError: Error, Sendable, CustomStringConvertible {
  /// The predicate calls a function whose result changes without a commit.
  case changingFunction(String)

  /// The table of the children has no column with this field.
  case noLink(String, table: String)

  /// The table of the parents has a key of several columns.
  case keyOfSeveralColumns(table: String)

  /// The key of the table is not a single column of integers, or of texts that compare bytes.
  case noSimpleKey(table: String)

  /// The items of the pages belong to another table, or have another key, than the rows.
  case otherTable(String, expected: String)

  /// The store is asynchronous, and the method does not wait for it.
  case asynchronousStore

  /// A sentence that describes the error.
  public var description: String {
    switch self {
    case .changingFunction(let name):
      "a filter with \(name)() cannot be followed: its result changes without a commit"
    case .noLink(let key, let table): "table '\(table)': there is no column with the key '\(key)'"
    case .keyOfSeveralColumns(let table):
      "table '\(table)' has a key of several columns, and its rows cannot be sections"
    case .noSimpleKey(let table):
      "the key of table '\(table)' is not one column of integers, UUIDs, or texts that compare bytes"
    case .otherTable(let table, let expected):
      "the items are those of table '\(table)', not of '\(expected)' with its key"
    case .asynchronousStore: "the store is asynchronous; await the asynchronous method instead"
    }
  }
}
