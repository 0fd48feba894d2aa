#if SQLite
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterableResultsSQL
  internal import GRDB

  /// A column that holds keys of another table.
  struct LinkColumn: Hashable, Sendable {
    let table: String
    let column: Int
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
#endif
