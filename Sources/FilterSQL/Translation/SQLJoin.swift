/// A related row that a statement reads together with each of its rows.
struct SQLJoin: Sendable {
  let relation: SQLRelation

  /// The number of the table that has the relation.
  let parent: Int

  /// The number of the related table.
  let alias: Int

  /// ` LEFT JOIN "owner" AS t1 ON t0."owner_id" = t1."id"`
  var text: SQLText {
    let links = zip(relation.from, relation.to).map { from, to -> SQLText in
      let own = SQLText(SQLColumnReference(alias: parent, name: from))
      let other = SQLText(SQLColumnReference(alias: alias, name: to))
      return "\(own) = \(other)"
    }
    let table = SQLText(pieces: [.table(relation.table.name, alias: alias)])
    return " LEFT JOIN \(table) ON \(SQLText.joined(links, " AND "))"
  }
}

/// A table whose rows a statement reads, with the fields that key paths refer to.
struct SQLScope: Sendable {
  let table: SQLTableDeclaration

  /// The number of the table.
  let alias: Int

  /// The number of the SELECT that the table belongs to.
  let frame: Int

  /// Whether the row can be absent, so that each column can be NULL.
  var isOptional = false
}
