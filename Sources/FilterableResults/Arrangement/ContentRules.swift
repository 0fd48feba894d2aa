internal import FilterEngine

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// When two items are equal, and when the content of one differs from that of another.
struct ContentRules<Item: Filterable> {
  /// Whether both are equal, as the language or else their type says.
  let areEqual: (Item, Item) -> Bool

  /// Whether value or kind of anything differs.
  let isModified: (Item, Item) -> Bool

  /// The same for items where they lie.
  let differs: (UnsafePointer<Item>, UnsafePointer<Item>) -> Bool

  /// Whether items that have the same bytes are known to be the same, without being asked about.
  let trustsBytes: Bool

  /// Equal for equal items.
  let hash: (Item) -> Int

  init(_ isModified: ((Item, Item) -> Bool)?) {
    let (areEqual, hash) = Self.equality()
    self.areEqual = areEqual
    self.hash = hash
    trustsBytes = isModified == nil
    if let isModified {
      self.isModified = isModified
      differs = { isModified($0.pointee, $1.pointee) }
    } else {
      let differs = Self.difference()
      self.differs = differs
      self.isModified = { left, right in
        withUnsafePointer(to: left) { left in
          withUnsafePointer(to: right) { differs(left, $0) }
        }
      }
    }
  }

  private static func equality() -> (areEqual: (Item, Item) -> Bool, hash: (Item) -> Int) {
    if Item.self == FilterValue.self {
      return ({ $0.filterValue == $1.filterValue }, { $0.filterValue.hashValue })
    }
    let areEqual: (Item, Item) -> Bool
    if let type = Item.self as? any Equatable.Type {
      let differs = Self.difference(type)
      areEqual = { left, right in
        withUnsafePointer(to: left) { left in
          withUnsafePointer(to: right) { !differs(left, $0) }
        }
      }
    } else if Item.self is AnyObject.Type {
      areEqual = { ($0 as AnyObject) === ($1 as AnyObject) }
    } else {
      areEqual = { Self.members(of: $0) == Self.members(of: $1) }
    }
    if let type = Item.self as? any Hashable.Type {
      return (areEqual, Self.hashing(type))
    }
    if Item.self is AnyObject.Type, !(Item.self is any Equatable.Type) {
      return (areEqual, { ObjectIdentifier($0 as AnyObject).hashValue })
    }
    return (areEqual, { Self.members(of: $0).hashValue })
  }

  /// Whether content differs, where nobody has said when it does.
  private static func difference() -> (UnsafePointer<Item>, UnsafePointer<Item>) -> Bool {
    if Item.self == FilterValue.self {
      return { !$0.pointee.filterValue.isSameContent(as: $1.pointee.filterValue) }
    }
    if let type = Item.self as? any Equatable.Type { return Self.difference(type) }
    if Item.self is AnyObject.Type {
      return { ($0.pointee as AnyObject) !== ($1.pointee as AnyObject) }
    }
    let contents = RowContents<Item>()
    return { left, right in
      contents.differ(left, right) { !$0.isSameContent(as: $1) }
    }
  }

  /// Compares items as the values of their own type that they are: a cast of each would cost more
  /// than most comparisons. Unsafe: the types are the same, as `type` is that of the items.
  private static func difference<T: Equatable>(
    _ type: T.Type
  ) -> (UnsafePointer<Item>, UnsafePointer<Item>) -> Bool {
    { left, right in
      UnsafeRawPointer(left).assumingMemoryBound(to: T.self).pointee
        != UnsafeRawPointer(right).assumingMemoryBound(to: T.self).pointee
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
