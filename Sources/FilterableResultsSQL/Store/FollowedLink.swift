package import FilterEngine
package import FilterSQL

/// The way from a changed row of another table to the followed rows that depend on it.
package enum FollowedLink<Column: Sendable>: Sendable {
  /// A column of the followed table, by its field, holds keys of the other table
  case own(field: String)
  /// A column of the other table holds keys of the followed table
  case theirs(Column)
}

extension FollowedLink {
  /// A table that a followed table is related to: its declaration, and its name or number in the database.
  package typealias Related<Table> = (declaration: SQLTableDeclaration, table: Table)

  /// The links of a followed table to the tables that exactly one of its relations leads to, by one column.
  ///
  /// `column` returns the column of a table in which the store reads the values of changed rows; nil if it does not read
  /// them.
  package static func links<Table: Hashable>(
    of declaration: SQLTableDeclaration, _ root: Table, to others: [Related<Table>],
    column: (_ table: Table, _ name: String) -> Column?
  ) -> [Table: FollowedLink] {
    var links: [Table: FollowedLink] = [:]
    for (other, table) in others where declaration.key.count == 1 {
      let paths = others.count { $0.table == table }
      let relations = declaration.relations.filter { $0.table.name == other.name }
      guard paths == 1, relations.count == 1, table != root, relations[0].to.count == 1
      else { continue }
      let relation = relations[0]
      let from = relation.cardinality == .one ? relation.from : declaration.key
      guard let own = declaration.columns.first(where: { $0.name == from[0] }),
        let theirs = other.columns.first(where: { $0.name == relation.to[0] }),
        own.links(to: theirs)
      else { continue }
      if relation.cardinality == .one {
        links[table] = .own(field: own.field)
      } else if let column = column(table, relation.to[0]) {
        links[table] = .theirs(column)
      }
    }
    return links
  }
}

/// The changes of commits for a follower of a table.
package enum FollowedChange: Sendable {
  /// The keys of changed rows, and for columns, by their fields, the values of rows to read again
  case rows(keys: Set<FilterValue>, links: [String: Set<FilterValue>])
  /// Changed rows with unknown keys
  case unknown
  /// Changes of any rows or related rows
  case everything
}

extension SQLColumn {
  /// Whether the values of two columns are equal in a join exactly if they are equal in the program.
  fileprivate func links(to other: SQLColumn) -> Bool {
    switch (kind, other.kind) {
    case (.integer, .integer), (.uuid, .uuid): true
    case (.text, .text): comparesBytes && other.comparesBytes
    default: false
    }
  }
}
