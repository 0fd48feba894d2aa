/// An invalid declaration of a table.
public struct SQLDeclarationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, with the names involved.
  public enum Reason: Hashable, Sendable {
    /// A name that contains NUL
    case unusableName(String)
    /// Two columns with the same name
    case duplicateColumn(String)
    /// Two columns or relations with the same key in filters
    case duplicateField(String)
    /// A primary key without columns
    case noKey
    /// The name of a column that is not declared
    case unknownColumn(String)
    /// A relation with different numbers of columns on its sides
    case unequalLinks(String)
    /// A relation whose rows cannot be read as items: it is not declared, or is to other rows or another table, or is
    /// linked by other columns than integers, bytes, UUIDs, and texts that compare bytes
    case unreadableRelation(String)
  }

  /// The reason.
  public let reason: Reason

  /// The name of the table.
  public let table: String

  package init(_ reason: Reason, table: String) {
    self.reason = reason
    self.table = table
  }

  /// The error as a sentence.
  public var description: String {
    let subject = "table '\(table)'"
    return switch reason {
    case .unusableName(let name): "\(subject): the name '\(name)' has a NUL"
    case .duplicateColumn(let name): "\(subject): the column '\(name)' is declared twice"
    case .duplicateField(let name): "\(subject): two columns or relations have the key '\(name)'"
    case .noKey: "\(subject): the primary key has no column"
    case .unknownColumn(let name): "\(subject): there is no column '\(name)'"
    case .unequalLinks(let name): "\(subject): relation '\(name)' links unequal numbers of columns"
    case .unreadableRelation(let name):
      "\(subject): relation '\(name)' is not declared to these rows, or is linked by columns that cannot be read"
    }
  }
}
