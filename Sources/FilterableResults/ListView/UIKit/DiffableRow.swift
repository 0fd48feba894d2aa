#if LIST_VIEW_STAND_IN
  public import FilterEngine
  public import FilterableResults
  public import ListViewStandIn
#elseif canImport(UIKit) && !os(watchOS)
  public import FilterEngine
  public import UIKit
#endif

#if LIST_VIEW_STAND_IN || (canImport(UIKit) && !os(watchOS))
  /// A row of a diffable data source.
  public enum DiffableRow<ID: Hashable & Sendable>: Hashable, Sendable {
    /// The row of an item.
    case item(ID)
    /// The group row of a section with a key.
    case group(FilterValue)
    /// An extra row with an identity.
    case extra(FilterValue)
  }

  extension ResultsSnapshot {
    /// The snapshot for a diffable data source: sections by their keys, rows by the identities of items.
    ///
    /// Of two sections or rows with one identity, which a diffable data source refuses, the first is kept.
    ///
    /// - Complexity: O(n) in the number of rows.
    public func diffable<ID: Hashable & Sendable>(
      identifiedBy id: (Item) -> ID
    ) -> NSDiffableDataSourceSnapshot<FilterValue, DiffableRow<ID>> {
      var snapshot = NSDiffableDataSourceSnapshot<FilterValue, DiffableRow<ID>>()
      var known: Set<DiffableRow<ID>> = []
      var keys: Set<FilterValue> = []
      for section in sections where keys.insert(section.key).inserted {
        let rows = section.rows.map { DiffableRow($0, id) }.filter { known.insert($0).inserted }
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
    /// let observation = results.observe { change in
    ///   source.apply(change.diffable(identifiedBy: \.id), animatingDifferences: !change.isReload)
    /// }
    /// ```
    ///
    /// A diffable data source compares the snapshots again: a ``ListViewAdapter`` saves that.
    ///
    /// - Complexity: O(n) in the number of rows.
    public func diffable<ID: Hashable & Sendable>(
      identifiedBy id: (Item) -> ID
    ) -> NSDiffableDataSourceSnapshot<FilterValue, DiffableRow<ID>> {
      var snapshot = new.diffable(identifiedBy: id)
      var known: Set<DiffableRow<ID>> = []
      let updated = changeset.updatedItems.compactMap { update in
        new.row(at: update.to).map { DiffableRow($0, id) }
      }
      // A row that moved to another section in a way that counts as deleted and inserted is new there anyway.
      snapshot.reconfigureItems(updated.filter { known.insert($0).inserted })
      return snapshot
    }
  }

  extension DiffableRow {
    fileprivate init<Item>(_ row: ResultsRow<Item>, _ id: (Item) -> ID) {
      switch row {
      case .item(let item): self = .item(id(item))
      case .group(let group): self = .group(group.section)
      case .extra(let extra): self = .extra(extra.id)
      }
    }
  }
#endif
