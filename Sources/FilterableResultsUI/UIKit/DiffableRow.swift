#if LIST_VIEW_STAND_IN || (canImport(UIKit) && !os(watchOS))
  public import FilterEngine
  public import FilterableResults
  #if LIST_VIEW_STAND_IN
    public import ListViewStandIn
  #else
    public import UIKit
  #endif

  extension ResultsSnapshot {
    /// Returns the snapshot for a diffable data source. Keys identify sections, and `id` identifies items.
    ///
    /// If sections or rows have the same identity, only the first is included: a diffable data source requires
    /// unique identities.
    ///
    /// - Complexity: O(n) for n rows.
    public func diffable<ID: Hashable & Sendable>(
      identifiedBy id: (Item) -> ID
    ) -> NSDiffableDataSourceSnapshot<FilterValue, ResultsRowID<ID>> {
      var snapshot = NSDiffableDataSourceSnapshot<FilterValue, ResultsRowID<ID>>()
      var known: Set<ResultsRowID<ID>> = []
      var keys: Set<FilterValue> = []
      for section in sections where keys.insert(section.key).inserted {
        let rows = section.map { $0.identity(id) }.filter { known.insert($0).inserted }
        snapshot.appendSections([section.key])
        snapshot.appendItems(rows, toSection: section.key)
      }
      return snapshot
    }
  }

  extension ResultsChange {
    /// Returns the new snapshot for a diffable data source, which reconfigures rows with new content.
    ///
    /// ```swift
    /// results.observe(sendingCurrent: true) { change in
    ///   source.apply(change.diffable(identifiedBy: \.id), animatingDifferences: !change.isReload)
    /// }
    /// ```
    ///
    /// A diffable data source compares both snapshots again. A ``ListViewAdapter`` does not.
    ///
    /// - Complexity: O(n) for n rows.
    public func diffable<ID: Hashable & Sendable>(
      identifiedBy id: (Item) -> ID
    ) -> NSDiffableDataSourceSnapshot<FilterValue, ResultsRowID<ID>> {
      var snapshot = new.diffable(identifiedBy: id)
      var known: Set<ResultsRowID<ID>> = []
      let updated = changeset.updatedItems.compactMap { update in
        new.row(at: update.to).map { $0.identity(id) }
      }
      // A row that is deleted and inserted in another section is new there, and needs no update.
      snapshot.reconfigureItems(updated.filter { known.insert($0).inserted })
      return snapshot
    }
  }
#endif
