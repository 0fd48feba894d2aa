/// Why a table cannot be declared as it is.
public struct SQLDeclarationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, with the names that it is about.
  public enum Reason: Hashable, Sendable {
    /// A name with NUL
    case unusableName(String)
    /// Two columns of one name
    case duplicateColumn(String)
    /// Two columns or relations that filters read by one key
    case duplicateField(String)
    /// No column of the key
    case noKey
    /// A column that is named and not declared
    case unknownColumn(String)
    /// A relation with as many columns on one side as there are not on the other
    case unequalLinks(String)
    /// A relation whose rows cannot be read as items: it is not declared, or is to other rows or another table, or is
    /// linked by other columns than integers, bytes, UUIDs, and texts that compare bytes
    case unreadableRelation(String)
  }

  /// What is wrong.
  public let reason: Reason

  /// The table that is declared.
  public let table: String

  package init(_ reason: Reason, table: String) {
    self.reason = reason
    self.table = table
  }

  /// A sentence for people.
  public var description: String {
    let subject = "table '\(table)'"
    return switch reason {
    case .unusableName(let name): "\(subject): the name '\(name)' has a NUL"
    case .duplicateColumn(let name): "\(subject): the column '\(name)' is declared twice"
    case .duplicateField(let name): "\(subject): two columns or relations have the key '\(name)'"
    case .noKey: "\(subject): there is no column that tells rows apart"
    case .unknownColumn(let name): "\(subject): there is no column '\(name)'"
    case .unequalLinks(let name): "\(subject): relation '\(name)' links unequal numbers of columns"
    case .unreadableRelation(let name):
      "\(subject): relation '\(name)' is not declared to these rows, or is linked by columns that cannot be read"
    }
  }
}
