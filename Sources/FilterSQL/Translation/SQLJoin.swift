/// A related row that a statement reads beside the rows that it goes through.
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

/// A table of a statement whose rows are gone through, as the keys of a predicate see it.
struct SQLScope: Sendable {
  let table: SQLTableDeclaration

  /// The number of the table.
  let alias: Int

  /// The SELECT of the statement that the table belongs to, where its joins are kept.
  let frame: Int

  /// Whether there may be no row, so that each column may be NULL.
  var isOptional = false
}
