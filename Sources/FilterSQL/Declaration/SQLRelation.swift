/// A relation of a table to another, with its key in filters.
public struct SQLRelation: Sendable {
  /// The number of related rows.
  package enum Cardinality: Hashable, Sendable {
    /// One row or none
    case one
    /// Any number of rows, ordered by columns
    case many(orderedBy: [String])
  }

  /// The key in filters.
  package let field: String

  /// The number of related rows.
  package let cardinality: Cardinality

  /// The columns of this table that refer to `to`.
  package let from: [String]

  /// The columns of the other table.
  package let to: [String]

  /// The other table.
  package var table: SQLTableDeclaration { tables[0] }

  // An array, because tables and relations contain each other.
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

  /// A relation to the row whose key is in the columns `from`, if there is one.
  ///
  /// ```swift
  /// let owner = try SQLTableDeclaration(
  ///   "owner", key: ["id"], columns: [.integer("id"), .text("name")])
  /// let ticket = try SQLTableDeclaration(
  ///   "ticket", key: ["id"], columns: [.integer("id"), .integer("owner_id")],
  ///   relations: [.toOne("owner", owner, from: ["owner_id"])])
  /// ```
  public static func toOne(
    _ field: String, _ table: SQLTableDeclaration, from: [String]
  ) -> SQLRelation {
    SQLRelation(field, table, .one, from, table.key)
  }

  /// A relation to the rows whose columns `to` contain the key of this table.
  ///
  /// ```swift
  /// let ticket = try SQLTableDeclaration(
  ///   "ticket", key: ["id"], columns: [.integer("id"), .integer("owner_id")])
  /// let owner = try SQLTableDeclaration(
  ///   "owner", key: ["id"], columns: [.integer("id")],
  ///   relations: [.toMany("tickets", ticket, to: ["owner_id"])])
  /// ```
  public static func toMany(
    _ field: String, _ table: SQLTableDeclaration, to: [String], orderedBy: [String] = []
  ) -> SQLRelation {
    SQLRelation(field, table, .many(orderedBy: orderedBy), [], to)
  }

  var isToMany: Bool { cardinality != .one }
}
