public import FilterEngine

extension ResultsChange where Item: Filterable {
  /// What leads from one snapshot to another, of any controllers; a reload where data came or went.
  ///
  /// Rows are the same row where `identity` reads the same key, and without it where they are equal.
  /// Sections are told apart by key. `isModified` is given old and new item of a row; nil compares
  /// values and their kinds.
  ///
  /// Where items are sendable this can be done in the background.
  ///
  /// - Complexity: O(n log n).
  public init(
    from old: ResultsSnapshot<Item>, to new: ResultsSnapshot<Item>,
    identifiedBy identity: ResultsKey<Item>? = nil, isModified: ((Item, Item) -> Bool)? = nil
  ) {
    guard old.isLoaded == new.isLoaded else {
      self.init(reloading: new, from: old)
      return
    }
    var configuration = ResultsConfiguration<Item>()
    configuration.rows.identity = identity
    configuration.rows.isModified = isModified
    let rules = ResultsRules(configuration, SectionNumbers())
    let difference = ResultsDifference(
      from: ResultsVersion(state: nil, shown: old.standingAlone.storage, rules: rules),
      to: ResultsVersion(state: nil, shown: new.standingAlone.storage, rules: rules),
      PendingChanges())
    self.init(from: old, to: new, changeset: difference.changeset(of: Item.self))
  }

  /// What leads from one snapshot of rows, which a property identifies, to another.
  ///
  /// - Complexity: O(n log n).
  public init<Identity: FilterValueConvertible & SendableMetatype>(
    from old: ResultsSnapshot<Item>, to new: ResultsSnapshot<Item>,
    identifiedBy identity: any KeyPath<Item, Identity> & Sendable,
    isModified: ((Item, Item) -> Bool)? = nil
  ) {
    self.init(from: old, to: new, identifiedBy: ResultsKey(identity), isModified: isModified)
  }
}

extension ResultsSnapshot {
  /// The same rows without the numbers of the store that they came from.
  fileprivate var standingAlone: ResultsSnapshot {
    ResultsSnapshot(
      sections: sections.map { section in
        ResultsSection(
          key: section.key, title: section.title, indexTitle: section.indexTitle,
          isCollapsed: section.isCollapsed, rows: section.rows)
      })
  }
}
