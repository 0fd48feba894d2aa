#if LIST_VIEW_STAND_IN
  public import FilterEngine
  public import FilterableResults
  public import ListViewStandIn
#elseif canImport(UIKit) && !os(watchOS)
  public import FilterEngine
  public import FilterableResults
  public import UIKit
#endif

#if LIST_VIEW_STAND_IN || (canImport(UIKit) && !os(watchOS))
  extension ResultsSnapshot {
    /// The snapshot for a diffable data source: sections by their keys, rows by the identities of items.
    ///
    /// Of two sections or rows with one identity, which a diffable data source refuses, the first is kept.
    ///
    /// - Complexity: O(n) in the number of rows.
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
    /// The new snapshot for a diffable data source, in which rows with new content are reconfigured.
    ///
    /// ```swift
    /// results.observe(sendingCurrent: true) { change in
    ///   source.apply(change.diffable(identifiedBy: \.id), animatingDifferences: !change.isReload)
    /// }
    /// ```
    ///
    /// A diffable data source compares the snapshots again: a ``ListViewAdapter`` saves that.
    ///
    /// - Complexity: O(n) in the number of rows.
    public func diffable<ID: Hashable & Sendable>(
      identifiedBy id: (Item) -> ID
    ) -> NSDiffableDataSourceSnapshot<FilterValue, ResultsRowID<ID>> {
      var snapshot = new.diffable(identifiedBy: id)
      var known: Set<ResultsRowID<ID>> = []
      let updated = changeset.updatedItems.compactMap { update in
        new.row(at: update.to).map { $0.identity(id) }
      }
      // A row that moved to another section in a way that counts as deleted and inserted is new there anyway.
      snapshot.reconfigureItems(updated.filter { known.insert($0).inserted })
      return snapshot
    }
  }
#endif
