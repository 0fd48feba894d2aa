internal import FilterEngine
public import FilterSQL
internal import FilterSyntax

extension SQLTable {
  /// Returns the table with items that include the related row of a to-one relation, nil if there is none.
  ///
  /// ```swift
  /// let tickets = try SQLTable<Ticket>("ticket", …, relations: [
  ///   .toOne("owner", owners.declaration, from: ["owner_id"])]) { row in … }
  ///   .relating("owner", to: owners, in: \.owner)
  /// ```
  ///
  /// The row is read if the engine needs it for a filter or an order, or if ``SQLFetchRequest/prefetched`` names the
  /// relation. Otherwise the property keeps the value that the decoder of the table gave it.
  ///
  /// - Throws: `SQLDeclarationError` unless the table declares a to-one relation with this field, linked by integers, bytes,
  ///   UUIDs, or texts that compare bytes.
  public func relating<Other>(
    _ field: String, to other: SQLTable<Other>,
    in property: any WritableKeyPath<Item, Other?> & Sendable
  ) throws(SQLDeclarationError) -> SQLTable {
    try relating(field, to: other, isToMany: false) { item, rows in
      item[keyPath: property] = rows.first
    }
  }

  /// Returns the table with items that include the related rows of a to-many relation, in its order.
  ///
  /// The rows are read if the engine needs them for a filter or an order, or if ``SQLFetchRequest/prefetched`` names the
  /// relation. Otherwise the property keeps the value that the decoder of the table gave it.
  ///
  /// - Throws: `SQLDeclarationError` unless the table declares a to-many relation with this field, linked by integers, bytes,
  ///   UUIDs, or texts that compare bytes.
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

  /// Whether the values of the linking columns are equal in the database exactly if they are equal in the program.
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
