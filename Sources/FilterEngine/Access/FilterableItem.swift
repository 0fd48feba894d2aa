/// A typed item as a value: from an optional, from a list, or the row itself for `SELF`.
// Unchecked: a `FilterValue` is sendable, and its item need not be. The evaluation that makes such a value reads it
// and releases it. `FilterExpression` returns values of sendable items only, and the functions of libraries run in
// the isolation domain of the evaluation. Nothing checks the caller of `filterValue`, or the reader of a section's
// key that is an item: they use the value in the isolation domain of the item. The table is stored because the
// conformance of the type may be isolated to the main actor. The fields of such a table check that they are read there.
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
      // An object is equal to itself under the name of its class and of a superclass.
      guard let object, let other = (other as? any ObjectItem)?.object else { return false }
      if let object = object as? any Equatable { return object.equals(other) }
      return object === other
    }
    if let item = item as? any Equatable { return item.equals(other.item) }
    if let object { return object === other.object }
    return filterKeys.allSatisfy { filterValue(forKey: $0) == other.filterValue(forKey: $0) }
  }
}

/// An item that can be an object.
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
