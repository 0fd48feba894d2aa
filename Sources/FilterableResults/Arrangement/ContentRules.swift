internal import FilterEngine
internal import FoundationEssentials

/// When two items are equal, and when the content of one differs from that of another.
struct ContentRules<Item: Filterable> {
  /// Whether both are equal, as the language or else their type says.
  let areEqual: (Item, Item) -> Bool

  /// Whether value or kind of anything differs.
  let isModified: (Item, Item) -> Bool

  /// Equal for equal items.
  let hash: (Item) -> Int

  init(_ isModified: ((Item, Item) -> Bool)?) {
    if Item.self == FilterValue.self {
      areEqual = { $0.filterValue == $1.filterValue }
      self.isModified = isModified ?? { !$0.filterValue.isSameContent(as: $1.filterValue) }
      hash = { $0.filterValue.hashValue }
      return
    }
    if let type = Item.self as? any Equatable.Type {
      areEqual = Self.equality(type)
    } else if Item.self is AnyObject.Type {
      areEqual = { ($0 as AnyObject) === ($1 as AnyObject) }
    } else {
      areEqual = { Self.members(of: $0) == Self.members(of: $1) }
    }
    if Item.self is AnyObject.Type || Item.self is any Equatable.Type {
      let areEqual = areEqual
      self.isModified = isModified ?? { !areEqual($0, $1) }
    } else {
      self.isModified =
        isModified ?? { left, right in
          zip(Self.members(of: left), Self.members(of: right)).contains {
            !$0.isSameContent(as: $1)
          }
        }
    }
    if let type = Item.self as? any Hashable.Type {
      hash = Self.hashing(type)
    } else if Item.self is AnyObject.Type, !(Item.self is any Equatable.Type) {
      hash = { ObjectIdentifier($0 as AnyObject).hashValue }
    } else {
      hash = { Self.members(of: $0).hashValue }
    }
  }

  private static func equality<T: Equatable>(_ type: T.Type) -> (Item, Item) -> Bool {
    { left, right in
      guard let left = left as? T, let right = right as? T else { return false }
      return left == right
    }
  }

  private static func hashing<T: Hashable>(_ type: T.Type) -> (Item) -> Int {
    { ($0 as? T)?.hashValue ?? 0 }
  }

  /// The values of the item's keys.
  private static func members(of item: Item) -> [FilterValue] {
    let value = item.filterValue
    guard case .item(let fields) = value else { return [value] }
    return fields.filterKeys.map { fields.filterValue(forKey: $0) ?? .null }
  }
}

extension FilterValue {
  /// Whether value and kind of everything are the same; the order of members does not count.
  func isSameContent(as other: FilterValue) -> Bool {
    switch (self, other) {
    case (.bool(let left), .bool(let right)): left == right
    case (.int, .int), (.wide, .wide), (.double, .double), (.decimal, .decimal): self == other
    case (.bool, _), (.int, _), (.wide, _), (.double, _), (.decimal, _): false
    case (.list(let left), .list(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isSameContent(as: $1) }
    case (.set(let left), .set(let right)):
      left == right
        && left.elements.allSatisfy { element in
          right.elements.contains { element.isSameContent(as: $0) }
        }
    case (.object(let left), .object(let right)):
      left.values.count == right.values.count
        && left.members.allSatisfy { key, value in
          right[key].map { value.isSameContent(as: $0) } ?? false
        }
    default: self == other
    }
  }
}
