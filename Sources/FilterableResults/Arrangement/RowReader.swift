internal import FilterEngine

// Unsafe: rows are given by their addresses, and read as the type that the creator of a reader knows.

/// Reads a value of rows by their addresses, without the type of their items.
// A class: readers are taken out of the rules for each edit, and a copy would count every reference in them.
final class RowReader {
  /// The stored property it reads, or nil if it is computed.
  let column: FieldColumn?

  let read: (UnsafeRawPointer) -> FilterValue

  /// The source of the value, equal for readers of the same value.
  private let source: AnyHashable

  init<Item>(_ key: ResultsKey<Item>) {
    column = key.column
    source = AnyHashable(key)
    // A stored property is read in place: a copy of the item would retain all its references.
    if let readInPlace = key.readInPlace {
      read = readInPlace
    } else {
      let read = key.read
      self.read = { withItem(at: $0, read) }
    }
  }

  /// The stored property it reads, if its words alone distinguish rows.
  var identityColumn: FieldColumn? { column.flatMap { $0.isIdentity ? $0 : nil } }

  func value(of id: RowID, in rows: RowTable) -> FilterValue { read(rows.address(of: id)) }

  /// The value of a row; nil if it is missing.
  func key(at address: UnsafeRawPointer) -> FilterValue? {
    let key = read(address)
    // A bare nil in a conditional expression would be a null value, which has a nil literal too.
    return key.kind == .null ? Optional<FilterValue>.none : key
  }

  /// Whether the words of both rows are the same, and so the values.
  func hasSameWords(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    guard let column else { return false }
    return column.words(at: left) == column.words(at: right)
  }

  /// Whether both read the same.
  func isSame(as other: RowReader) -> Bool { source == other.source }
}

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

  /// Returns the type of the item at an address; nil if all items have the same.
  static func reader<Item: Filterable>(
    _ type: Item.Type, _ content: ItemContent<Item>?
  ) -> ((UnsafeRawPointer) -> RowType)? {
    if let content { return { .kind(withItem(at: $0, content.kind)) } }
    guard Item.self == FilterValue.self else { return nil }
    return { RowType($0.assumingMemoryBound(to: Item.self).pointee) }
  }
}
