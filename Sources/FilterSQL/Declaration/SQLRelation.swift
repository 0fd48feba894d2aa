/// A relation of a table to another, under the key that filters read it by.
public struct SQLRelation: Sendable {
  /// How many rows a row is related to.
  public enum Cardinality: Hashable, Sendable {
    /// One row or none
    case one
    /// Any number of rows, in the order of columns
    case many(orderedBy: [String])
  }

  /// The key that filters read it by.
  public let field: String

  /// How many rows a row is related to.
  public let cardinality: Cardinality

  /// The columns of the own table that link to `to`.
  public let from: [String]

  /// The columns of the other table that are linked to.
  public let to: [String]

  /// The other table.
  public var table: SQLTableDeclaration { tables[0] }

  // An array, since a table holds relations and a relation a table.
  private let tables: [SQLTableDeclaration]

  private init(
    _ field: String, _ table: SQLTableDeclaration, _ cardinality: Cardinality, _ from: [String],
    _ to: [String]
  ) {
    self.field = field
    self.cardinality = cardinality
    self.from = from
    self.to = to
    tables = [table]
  }

  /// A relation to at most one row, that whose key the columns `from` hold.
  public static func toOne(
    _ field: String, _ table: SQLTableDeclaration, from: [String]
  ) -> SQLRelation {
    SQLRelation(field, table, .one, from, table.key)
  }

  /// A relation to the rows whose columns `to` hold the key.
  public static func toMany(
    _ field: String, _ table: SQLTableDeclaration, to: [String], orderedBy: [String] = []
  ) -> SQLRelation {
    SQLRelation(field, table, .many(orderedBy: orderedBy), [], to)
  }

  var isToMany: Bool { cardinality != .one }
}
