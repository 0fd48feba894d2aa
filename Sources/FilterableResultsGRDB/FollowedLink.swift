#if SQLite
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterableResultsSQL
  internal import GRDB

  /// The way from a changed row of another table to the followed rows that depend on it.
  enum FollowedLink: Sendable {
    /// A column of the followed table, by its field, holds keys of the other table
    case own(field: String)
    /// A column of the other table, by its index, holds keys of the followed table
    case theirs(Int)
  }

  /// A column that holds keys of another table.
  struct LinkColumn: Hashable, Sendable {
    let table: String
    let column: Int
  }

  /// The changes of a transaction for a follower of a table.
  enum FollowedChange {
    /// The keys of changed rows, and for columns, by their fields, the values of rows to read again
    case rows(keys: Set<FilterValue>, links: [String: Set<FilterValue>])
    /// Changed rows with unknown keys
    case unknown
    /// Changes of any rows or related rows
    case everything
  }

  extension FollowedLink {
    /// The links of a followed table to the tables that exactly one of its relations leads to, by one column.
    static func links(
      of table: SQLTableDeclaration, _ root: SQLiteSchema.Table,
      to others: [(declaration: SQLTableDeclaration, table: SQLiteSchema.Table)]
    ) -> [String: FollowedLink] {
      var links: [String: FollowedLink] = [:]
      for (declaration, other) in others where table.key.count == 1 {
        let paths = others.count { $0.table.name == other.name }
        let relations = table.relations.filter { $0.table.name == declaration.name }
        guard paths == 1, relations.count == 1, other.name != root.name, relations[0].to.count == 1
        else { continue }
        let relation = relations[0]
        let from = relation.cardinality == .one ? relation.from : table.key
        guard let own = table.columns.first(where: { $0.name == from[0] }),
          let theirs = declaration.columns.first(where: { $0.name == relation.to[0] }),
          own.links(to: theirs)
        else { continue }
        if relation.cardinality == .one {
          links[other.name] = .own(field: own.field)
        } else if let column = other.link(relation.to[0]) {
          links[other.name] = .theirs(column)
        }
      }
      return links
    }
  }

  extension ChangeCollector.State {
    /// The changes for each follower. `areLinksKnown` is true if `touchedLinks` has all links of the changed rows.
    func changes(
      _ touched: [String: ChangeCollector.Touched], areLinksKnown: Bool
    ) -> [(SQLChanges?, FollowedChange)] {
      followers.map { ($0.changes, change(for: $0, touched, areLinksKnown)) }
    }

    private func change(
      for follower: ChangeCollector.Follower, _ touched: [String: ChangeCollector.Touched],
      _ areLinksKnown: Bool
    ) -> FollowedChange {
      var keys: Set<FilterValue> = []
      var found: [String: Set<FilterValue>] = [:]
      for table in follower.others where touched[table] != nil {
        switch (follower.links[table], touched[table]) {
        case (.own(let field)?, .keys(let values)?): found[field, default: []].formUnion(values)
        case (.theirs(let column)?, _)
        where areLinksKnown && links[table]?.contains(column) == true:
          switch touchedLinks[LinkColumn(table: table, column: column)] {
          case .keys(let values): keys.formUnion(values)
          case .everything: return .everything
          case nil: break
          }
        default: return .everything
        }
      }
      switch touched[follower.table] {
      case .keys(let own): return .rows(keys: keys.union(own), links: found)
      case .everything: return keys.isEmpty && found.isEmpty ? .unknown : .everything
      case nil: return .rows(keys: keys, links: found)
      }
    }
  }

  extension SQLColumn {
    /// Whether the values of two columns are equal in a join exactly if they are equal in the program.
    fileprivate func links(to other: SQLColumn) -> Bool {
      switch (kind, other.kind) {
      case (.integer, .integer): true
      case (.text, .text): comparesBytes && other.comparesBytes
      default: false
      }
    }
  }
#endif
