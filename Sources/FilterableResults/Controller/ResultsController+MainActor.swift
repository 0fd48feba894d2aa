public import FilterEngine

// Controllers of items that are isolated to the main actor, with keys that the compiler checks. The program stops
// if an edit would read one elsewhere.
extension ResultsController {
  /// A controller of rows with a key that is isolated to the main actor, in one list.
  @MainActor public convenience init<Identity: FilterValueConvertible>(
    identifiedBy identity: KeyPath<Item, Identity>, sortedBy sort: SortKey<Item>...
  ) {
    self.init(identity: ResultsKey(identity), section: nil, sort)
  }

  /// A controller of rows with a key, in sections; either is isolated to the main actor.
  @MainActor
  public convenience init<
    Identity: FilterValueConvertible, Section: FilterValueConvertible
  >(
    identifiedBy identity: KeyPath<Item, Identity>, sectionedBy section: KeyPath<Item, Section>,
    sortedBy sort: SortKey<Item>...
  ) {
    self.init(identity: ResultsKey(identity), section: ResultsKey(section), sort)
  }

  /// A controller of rows that are matched by equality, in sections by a key that is isolated to the main actor.
  @MainActor public convenience init<Section: FilterValueConvertible>(
    sectionedBy section: KeyPath<Item, Section>, sortedBy sort: SortKey<Item>...
  ) {
    self.init(identity: nil, section: ResultsKey(section), sort)
  }
}

extension ResultsController where Item: Identifiable, Item.ID: FilterValueConvertible {
  /// A controller of items whose `id` identifies them, in sections by a key that is isolated to the main actor.
  @MainActor public convenience init<Section: FilterValueConvertible>(
    sectionedBy section: KeyPath<Item, Section>, sortedBy sort: SortKey<Item>...
  ) {
    self.init(identity: ResultsConfiguration().rows.identity, section: ResultsKey(section), sort)
  }
}
