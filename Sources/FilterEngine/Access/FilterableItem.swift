/// A typed value behind an optional, in a list, or the row itself where `SELF` asks for it.
// An item made for a filter is read by the evaluation that made it and dropped with its values. It
// reaches the outside only through `FilterExpression`, which asks for sendable items, and through
// the functions of libraries, which are called in the isolation domain of the evaluation. It has the
// table of its type, which may be isolated to the main actor; a field of such a table checks that.
struct FilterableItem<Item: Filterable>: FilterItem, @unchecked Sendable {
  let item: Item
  private let table: FieldTable

  init(_ item: Item, _ table: FieldTable) {
    self.item = item
    self.table = table
  }

  var typeName: String { table.typeName }

  var filterKeys: [String] { table.keys }

  func filterValue(forKey key: String) -> FilterValue? { table.value(ofKey: key, in: item) }

  func isEqual(to other: any FilterItem) -> Bool {
    guard let other = other as? FilterableItem<Item> else {
      // An object is the same under the name of its class and of a superclass.
      guard let object, let other = (other as? any ObjectItem)?.object else { return false }
      if let object = object as? any Equatable { return object.equals(other) }
      return object === other
    }
    if let item = item as? any Equatable { return item.equals(other.item) }
    if let object { return object === other.object }
    return filterKeys.allSatisfy { filterValue(forKey: $0) == other.filterValue(forKey: $0) }
  }
}

/// An item that may be an object.
private protocol ObjectItem {
  var object: AnyObject? { get }
}

extension FilterableItem: ObjectItem {
  fileprivate var object: AnyObject? {
    Item.self is AnyObject.Type ? item as AnyObject : nil
  }
}

extension FilterableItem {
  func hashForEquality(into hasher: inout Hasher) {
    if let item = item as? any Hashable { item.hash(into: &hasher) }
  }
}

extension Equatable {
  fileprivate func equals(_ other: Any) -> Bool { (other as? Self) == self }
}
