package import FilterEngine

/// The values that items represent. Items are equal, and have the same content, if their values are.
package struct ItemContent<Item> {
  package let value: (Item) -> FilterValue

  /// Returns the kind of the value.
  package let kind: (Item) -> FilterKind

  /// Returns whether the values are certainly the same, without reading them.
  package let areSame: (Item, Item) -> Bool

  package init(
    value: @escaping (Item) -> FilterValue, kind: @escaping (Item) -> FilterKind,
    areSame: @escaping (Item, Item) -> Bool
  ) {
    (self.value, self.kind, self.areSame) = (value, kind, areSame)
  }
}
