internal import EssentialFoundation
package import FilterEngine

// Unsafe: items are given by their addresses, and read as the type that the creator of the rules knows. Their owner
// keeps them alive and unchanged during the call.

/// The rules for equality and content of items.
struct ContentRules {
  /// Whether both items are equal, by the language or by their type.
  let areEqual: (UnsafeRawPointer, UnsafeRawPointer) -> Bool

  /// Whether value or kind of anything differs.
  let differs: (UnsafeRawPointer, UnsafeRawPointer) -> Bool

  /// A hash that is equal for equal items.
  let hash: (UnsafeRawPointer) -> Int

  /// Whether the caller decides which content differs.
  let areOwn: Bool

  private let size: Int
  private let stride: Int

  init<Item: Filterable>(
    _ isModified: ((Item, Item) -> Bool)?, _ content: ItemContent<Item>? = nil
  ) {
    if let content {
      (areEqual, hash) = Self.equality(content)
    } else {
      (areEqual, hash) = Self.equality(Item.self)
    }
    areOwn = isModified != nil
    if let isModified {
      differs = { withItems(at: $0, $1, isModified) }
    } else if let content {
      differs = {
        withItems(at: $0, $1) { (left: Item, right: Item) in
          !content.areSame(left, right)
            && !content.value(left).isSameContent(as: content.value(right))
        }
      }
    } else {
      differs = Self.difference(Item.self)
    }
    size = MemoryLayout<Item>.size
    stride = MemoryLayout<Item>.stride
  }

  /// Whether both items are equal.
  func areEqualItems<Item>(_ left: Item, _ right: Item) -> Bool {
    withUnsafePointer(to: left) { left in withUnsafePointer(to: right) { areEqual(left, $0) } }
  }

  /// Whether value or kind of anything in both items differs.
  func isModified<Item>(_ left: Item, _ right: Item) -> Bool {
    withUnsafePointer(to: left) { left in withUnsafePointer(to: right) { differs(left, $0) } }
  }

  private static func equality<Item>(
    _ content: ItemContent<Item>
  ) -> (
    areEqual: (UnsafeRawPointer, UnsafeRawPointer) -> Bool, hash: (UnsafeRawPointer) -> Int
  ) {
    let item = { (address: UnsafeRawPointer) in address.assumingMemoryBound(to: Item.self).pointee }
    return (
      { left, right in
        let (left, right) = (item(left), item(right))
        return content.areSame(left, right) || content.value(left) == content.value(right)
      }, { content.value(item($0)).hashValue }
    )
  }

  private static func equality<Item: Filterable>(
    _ type: Item.Type
  ) -> (
    areEqual: (UnsafeRawPointer, UnsafeRawPointer) -> Bool, hash: (UnsafeRawPointer) -> Int
  ) {
    let item = { (address: UnsafeRawPointer) in address.assumingMemoryBound(to: Item.self).pointee }
    if Item.self == FilterValue.self {
      return (
        { item($0).filterValue == item($1).filterValue }, { item($0).filterValue.hashValue }
      )
    }
    let areEqual: (UnsafeRawPointer, UnsafeRawPointer) -> Bool
    if let type = Item.self as? any Equatable.Type {
      let differs = Self.difference(of: type)
      areEqual = { !differs($0, $1) }
    } else if Item.self is AnyObject.Type {
      areEqual = { (item($0) as AnyObject) === (item($1) as AnyObject) }
    } else {
      areEqual = { Self.members(of: item($0)) == Self.members(of: item($1)) }
    }
    if let type = Item.self as? any Hashable.Type {
      return (areEqual, Self.hashing(type))
    }
    if Item.self is AnyObject.Type, !(Item.self is any Equatable.Type) {
      return (areEqual, { ObjectIdentifier(item($0) as AnyObject).hashValue })
    }
    return (areEqual, { Self.members(of: item($0)).hashValue })
  }

  /// Whether content differs by default.
  private static func difference<Item: Filterable>(
    _ type: Item.Type
  ) -> (UnsafeRawPointer, UnsafeRawPointer) -> Bool {
    let item = { (address: UnsafeRawPointer) in address.assumingMemoryBound(to: Item.self) }
    if Item.self == FilterValue.self {
      return {
        !item($0).pointee.filterValue.isSameContent(as: item($1).pointee.filterValue)
      }
    }
    if let type = Item.self as? any Equatable.Type { return Self.difference(of: type) }
    if Item.self is AnyObject.Type {
      return { (item($0).pointee as AnyObject) !== (item($1).pointee as AnyObject) }
    }
    let contents = RowContents<Item>()
    return { left, right in
      contents.differ(item(left), item(right)) { !$0.isSameContent(as: $1) }
    }
  }

  /// Compares items as values of their own type: a cast of each would cost more than most comparisons. Unsafe: `type`
  /// is the type of the items.
  private static func difference<T: Equatable>(
    of type: T.Type
  ) -> (UnsafeRawPointer, UnsafeRawPointer) -> Bool {
    { withItems(at: $0, $1) { (left: borrowing T, right: borrowing T) in left != right } }
  }

  private static func hashing<T: Hashable>(_ type: T.Type) -> (UnsafeRawPointer) -> Int {
    { withItem(at: $0) { (item: borrowing T) in item.hashValue } }
  }

  /// The values of the item's keys.
  private static func members<Item: Filterable>(of item: Item) -> [FilterValue] {
    let value = item.filterValue
    guard case .item(let fields) = value else { return [value] }
    return fields.filterKeys.map { fields.filterValue(forKey: $0) ?? .null }
  }
}

// MARK: - Many rows

extension ContentRules {
  /// Calls `body` with the offset of each of `count` items that differs from its counterpart.
  func forEachDifference(
    _ first: UnsafeRawPointer, _ second: UnsafeRawPointer, count: Int, _ body: (Int) -> Void
  ) {
    // Items with the same bytes do not differ.
    let trustsBytes = !areOwn
    if trustsBytes, Self.areSame(first, second, count * stride) { return }
    for offset in 0..<count {
      let place = offset * stride
      if trustsBytes, Self.areSame(first + place, second + place, size) {
        continue
      }
      if differs(first + place, second + place) { body(offset) }
    }
  }

  /// Whether so many bytes are the same. Bytes between the fields of an item have no meaning and may differ.
  @inline(__always)
  private static func areSame(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int
  ) -> Bool {
    var offset = 0
    while offset + 16 <= count {
      let words = (
        left.loadUnaligned(fromByteOffset: offset, as: SIMD2<UInt64>.self),
        right.loadUnaligned(fromByteOffset: offset, as: SIMD2<UInt64>.self)
      )
      if words.0 != words.1 { return false }
      offset += 16
    }
    while offset < count {
      if left.load(fromByteOffset: offset, as: UInt8.self)
        != right.load(fromByteOffset: offset, as: UInt8.self)
      {
        return false
      }
      offset += 1
    }
    return true
  }
}

extension FilterValue {
  /// Whether value and kind of everything are the same; the order of members does not count.
  package func isSameContent(as other: FilterValue) -> Bool {
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
