public import FilterEngine

/// A row of a snapshot: an item, or a row that represents something else.
public enum ResultsRow<Item> {
  /// An item of the store.
  case item(Item)
  /// The last row of a section, which represents the items that the test of group rows hides.
  case group(ResultsGroup<Item>)
  /// A row that was added by a substitute snapshot.
  case extra(ResultsExtra)

  /// The item of the row; nil for a group row or an extra row.
  public var item: Item? {
    if case .item(let item) = self { item } else { nil }
  }
}

/// The items of a section that the test of group rows hides.
public struct ResultsGroup<Item> {
  /// The key of the section.
  public let section: FilterValue

  /// The hidden items, in the order of the section.
  public let items: [Item]

  /// Creates a group of the items of a section.
  public init(section: FilterValue, items: [Item]) {
    self.section = section
    self.items = items
  }
}

/// A row without an item, such as a message, a blank row, or a control.
public struct ResultsExtra: Hashable, Sendable {
  /// The identity of the row among the extra rows of a snapshot.
  public var id: FilterValue

  /// The content to display.
  public var value: FilterValue

  /// Creates an extra row with an identity and a content.
  public init(id: FilterValue, value: FilterValue = .null) {
    self.id = id
    self.value = value
  }
}

/// The identity of a row in a snapshot, for items with an identity.
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
  /// The identity of the row, by a closure that returns the identity of an item.
  public func identity<ItemID: Hashable>(_ id: (Item) -> ItemID) -> ResultsRowID<ItemID> {
    switch self {
    case .item(let item): .item(id(item))
    case .group(let group): .group(group.section)
    case .extra(let extra): .extra(extra.id)
    }
  }
}

extension ResultsRow: Identifiable where Item: Identifiable {
  /// The identity of the row, by the `id` of its item.
  public var id: ResultsRowID<Item.ID> { identity { $0.id } }
}

extension ResultsRow: Sendable where Item: Sendable {}
extension ResultsRow: Equatable where Item: Equatable {}
extension ResultsGroup: Sendable where Item: Sendable {}
extension ResultsGroup: Equatable where Item: Equatable {}
