internal import FilterEngine

/// The part of the identity of an item beside its key.
enum RowType: Hashable {
  /// Items of one Swift type have the same.
  case same
  /// Dynamic values with the same kind have the same.
  case kind(FilterKind)
  /// Typed items among dynamic values, by the name of their type.
  case item(String)

  init<Item: Filterable>(_ item: Item) {
    guard Item.self == FilterValue.self, let value = item as? FilterValue else {
      self = .same
      return
    }
    if case .item(let item) = value {
      self = .item(item.typeName)
    } else {
      self = .kind(value.kind)
    }
  }
}
