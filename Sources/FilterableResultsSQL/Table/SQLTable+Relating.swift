internal import FilterEngine
public import FilterSQL
internal import FilterSyntax

extension SQLTable {
  /// The table with items that have the row of a relation to one row: nil where there is none.
  ///
  /// ```swift
  /// let tickets = try SQLTable<Ticket>("ticket", …, relations: [
  ///   .toOne("owner", owners.declaration, from: ["owner_id"])]) { row in … }
  ///   .relating("owner", to: owners, in: \.owner)
  /// ```
  ///
  /// The row is read where the engine needs it for a filter or an order, and where a request asks for it by
  /// ``SQLFetchRequest/prefetched``; else the property has what the closure of the table gave it.
  ///
  /// - Throws: `SQLDeclarationError` where the relation is not declared to one row of this table, or is linked by
  ///   other columns than integers, bytes, UUIDs, and texts that compare bytes.
  public func relating<Other>(
    _ field: String, to other: SQLTable<Other>,
    in property: any WritableKeyPath<Item, Other?> & Sendable
  ) throws(SQLDeclarationError) -> SQLTable {
    try relating(field, to: other, isToMany: false) { item, rows in
      item[keyPath: property] = rows.first
    }
  }

  /// The table with items that have the rows of a relation to many rows, in the order of the relation.
  ///
  /// They are read where the engine needs them for a filter or an order, and where a request asks for them by
  /// ``SQLFetchRequest/prefetched``; else the property has what the closure of the table gave it.
  ///
  /// - Throws: `SQLDeclarationError` where the relation is not declared to many rows of this table, or is linked by
  ///   other columns than integers, bytes, UUIDs, and texts that compare bytes.
  public func relating<Other>(
    _ field: String, to other: SQLTable<Other>,
    in property: any WritableKeyPath<Item, [Other]> & Sendable
  ) throws(SQLDeclarationError) -> SQLTable {
    try relating(field, to: other, isToMany: true) { item, rows in item[keyPath: property] = rows }
  }

  private func relating<Other>(
    _ field: String, to other: SQLTable<Other>, isToMany: Bool,
    _ put: @escaping @Sendable (inout Item, [Other]) -> Void
  ) throws(SQLDeclarationError) -> SQLTable {
    let name = Exact(wrappedValue: field)
    guard
      let relation = declaration.relations.first(where: { Exact(wrappedValue: $0.field) == name }),
      (relation.cardinality != .one) == isToMany, relation.table.name == other.declaration.name,
      links(relation, other.declaration)
    else { throw SQLDeclarationError(.unreadableRelation(field), table: declaration.name) }
    var table = self
    table.loaders[name] = RelationLoader(relation, of: declaration, to: other, put: put)
    return table
  }

  /// Whether two tables are linked by columns whose values are equal in the database where they are equal here.
  private func links(_ relation: SQLRelation, _ other: SQLTableDeclaration) -> Bool {
    let own = declaration.indices(of: relation.ownColumns(of: declaration))
      .map { declaration.columns[$0] }
    let theirs = other.indices(of: relation.to).map { other.columns[$0] }
    guard own.count == relation.to.count, theirs.count == own.count else { return false }
    return zip(own, theirs).allSatisfy { own, other in
      guard own.kind == other.kind else { return false }
      switch own.kind {
      case .integer, .bytes, .uuid: return true
      case .text: return own.comparesBytes && other.comparesBytes
      default: return false
      }
    }
  }
}
