internal import FilterEngine

/// What makes two rows the same row.
enum RowIdentity<Item: Filterable>: Hashable {
  /// The key, and the type where there are several.
  case key(FilterValue, RowType)
  /// The item itself, where it has no key.
  case equal(EqualItem<Item>)
  case group(FilterValue)
  case extra(FilterValue)

  init(_ item: Item, _ rules: ResultsRules<Item>) {
    if let key = rules.key(of: item) {
      self = .key(key, RowType(item))
    } else {
      self = .equal(EqualItem(item: item, rules: rules.content))
    }
  }

  init(_ row: ResultsRow<Item>, _ rules: ResultsRules<Item>) {
    switch row {
    case .item(let item): self.init(item, rules)
    case .group(let group): self = .group(group.section)
    case .extra(let extra): self = .extra(extra.id)
    }
  }
}

/// An item that is equal to others as its rules say.
struct EqualItem<Item: Filterable>: Hashable {
  let item: Item
  let rules: ContentRules<Item>

  static func == (lhs: EqualItem, rhs: EqualItem) -> Bool { lhs.rules.areEqual(lhs.item, rhs.item) }

  func hash(into hasher: inout Hasher) { hasher.combine(rules.hash(item)) }
}
