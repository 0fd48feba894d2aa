public import FilterEngine

extension Changeset {
  /// The change set from one list of items to another, as one section with the fewest events.
  ///
  /// Items match if they have the same `identity`, or without one if they are equal; of several equal items the nth
  /// matches the nth. `isModified` returns whether the content of an item differs from that of the old one; by default
  /// values and their kinds are compared.
  ///
  /// - Complexity: O(n log m) for n items of which m are out of order.
  public init<Item: Filterable>(
    from old: [Item], to new: [Item], identifiedBy identity: ResultsKey<Item>? = nil,
    isModified: ((Item, Item) -> Bool)? = nil
  ) {
    var configuration = ResultsConfiguration<Item>()
    configuration.rows.identity = identity
    configuration.rows.isModified = isModified
    let rules = ResultsRules(configuration, SectionNumbers())
    let ids = (Array(0..<UInt32(old.count)), Array(0..<UInt32(new.count)))
    let matching = RowMatching(
      from: RowTable(old), ids.0, to: RowTable(new), ids.1, rules, KeyHasher())
    self = RowDifference(
      old: [matching.newIndices], new: [ids.1], limit: new.count,
      sections: SectionDifference(from: [0], to: [0])
    ).changeset { runs, updated in
      old.withUnsafeBufferPointer { old in
        new.withUnsafeBufferPointer { new in
          guard let old = old.baseAddress, let new = new.baseAddress else { return }
          for run in runs {
            rules.content.forEachDifference(
              old + run.from.item, new + run.to.item, count: run.count
            ) { updated.append(run.pair($0)) }
          }
        }
      }
    }
  }

  /// The change set from one list of items to another, matched by a property, as one section with the fewest events.
  ///
  /// - Complexity: O(n log m) for n items of which m are out of order.
  public init<Item: Filterable, Identity: FilterValueConvertible & SendableMetatype>(
    from old: [Item], to new: [Item], identifiedBy identity: any KeyPath<Item, Identity> & Sendable,
    isModified: ((Item, Item) -> Bool)? = nil
  ) {
    self.init(from: old, to: new, identifiedBy: ResultsKey(identity), isModified: isModified)
  }

  /// The change set from one list of items to another, matched by a property that is isolated to the main actor, or whose
  /// type is.
  ///
  /// - Complexity: O(n log m) for n items of which m are out of order.
  @MainActor public init<Item: Filterable, Identity: FilterValueConvertible>(
    from old: [Item], to new: [Item], identifiedBy identity: KeyPath<Item, Identity>,
    isModified: ((Item, Item) -> Bool)? = nil
  ) {
    self.init(from: old, to: new, identifiedBy: ResultsKey(identity), isModified: isModified)
  }
}
