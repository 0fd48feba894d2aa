public import FilterEngine

extension ResultsChange where Item: Filterable {
  /// Creates the change from one snapshot to another, of any controllers; a reload if only one of them has data.
  ///
  /// Rows match if `identity` reads the same key, or without one if they are equal. Sections match by key. `isModified`
  /// receives the old and the new item of a row; by default values and their kinds are compared.
  ///
  /// If items are sendable, snapshots can be compared in the background.
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

  /// Creates the change from one snapshot to another, with rows matched by a property.
  ///
  /// - Complexity: O(n log n).
  public init<Identity: FilterValueConvertible & SendableMetatype>(
    from old: ResultsSnapshot<Item>, to new: ResultsSnapshot<Item>,
    identifiedBy identity: any KeyPath<Item, Identity> & Sendable,
    isModified: ((Item, Item) -> Bool)? = nil
  ) {
    self.init(from: old, to: new, identifiedBy: ResultsKey(identity), isModified: isModified)
  }

  /// Creates the change from one snapshot to another, with rows matched by a property that is isolated to the main actor,
  /// or whose type is.
  ///
  /// - Complexity: O(n log n).
  @MainActor public init<Identity: FilterValueConvertible>(
    from old: ResultsSnapshot<Item>, to new: ResultsSnapshot<Item>,
    identifiedBy identity: KeyPath<Item, Identity>, isModified: ((Item, Item) -> Bool)? = nil
  ) {
    self.init(from: old, to: new, identifiedBy: ResultsKey(identity), isModified: isModified)
  }
}

extension ResultsSnapshot {
  /// The same rows, without the numbers of their store.
  fileprivate var standingAlone: ResultsSnapshot {
    ResultsSnapshot(
      sections: sections.map { section in
        ResultsSection(
          key: section.key, title: section.title, indexTitle: section.indexTitle,
          isCollapsed: section.isCollapsed, rows: section.rows)
      })
  }
}
