internal import FilterEngine

/// What has to be the same, beside the key, for two items to be the same row.
enum RowType: Hashable {
  /// Items of one Swift type are all alike.
  case same
  /// Dynamic values are alike where their kinds are.
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
