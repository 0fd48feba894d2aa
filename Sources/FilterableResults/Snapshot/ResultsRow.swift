public import FilterEngine

/// One row of a snapshot.
public enum ResultsRow<Item> {
  /// An item of the store.
  case item(Item)
  /// The last row of a section, which stands for the items that the test after the filters hides.
  case group(ResultsGroup<Item>)
  /// A row that the substitute hook put in.
  case extra(ResultsExtra)

  /// The item, nil for other rows.
  public var item: Item? {
    if case .item(let item) = self { item } else { nil }
  }
}

/// The items of a section that the test after the filters hides.
public struct ResultsGroup<Item> {
  /// The key of the section.
  public let section: FilterValue

  /// The items, in the section's order.
  public let items: [Item]

  /// A group of items.
  public init(section: FilterValue, items: [Item]) {
    self.section = section
    self.items = items
  }
}

/// A row that is no item: a message, a blank, a control.
public struct ResultsExtra: Hashable, Sendable {
  /// What tells it from other extra rows.
  public var id: FilterValue

  /// What it shows.
  public var value: FilterValue

  /// An extra row.
  public init(id: FilterValue, value: FilterValue = .null) {
    self.id = id
    self.value = value
  }
}

/// What tells a row from the other rows of a snapshot, where the identity of an item does.
public enum ResultsRowID<ItemID: Hashable>: Hashable {
  /// The row of an item.
  case item(ItemID)
  /// The group row of a section with a key.
  case group(FilterValue)
  /// An extra row with an identity.
  case extra(FilterValue)
}

extension ResultsRowID: Sendable where ItemID: Sendable {}

extension ResultsRow {
  /// What tells the row from others, with an identity of items.
  public func identity<ItemID: Hashable>(_ id: (Item) -> ItemID) -> ResultsRowID<ItemID> {
    switch self {
    case .item(let item): .item(id(item))
    case .group(let group): .group(group.section)
    case .extra(let extra): .extra(extra.id)
    }
  }
}

extension ResultsRow: Identifiable where Item: Identifiable {
  /// The identity of the item, or of the row that is none.
  public var id: ResultsRowID<Item.ID> { identity { $0.id } }
}

extension ResultsRow: Sendable where Item: Sendable {}
extension ResultsRow: Equatable where Item: Equatable {}
extension ResultsGroup: Sendable where Item: Sendable {}
extension ResultsGroup: Equatable where Item: Equatable {}
