internal import FilterEngine

// Unsafe: rows are given by their addresses, and read as what the maker of a reader knows them to be.

/// Reads a value of rows by their addresses, without the type of their items.
// A class: readers are taken out of the rules for each edit, and a copy would count every reference in them.
final class RowReader {
  /// The stored property that is read, nil where it is another thing.
  let column: FieldColumn?

  let read: (UnsafeRawPointer) -> FilterValue

  /// What is read, equal where both read the same.
  private let source: AnyHashable

  init<Item>(_ key: ResultsKey<Item>) {
    column = key.column
    source = AnyHashable(key)
    // A stored property is read where it is: a copy of the item would count all its references.
    if let readInPlace = key.readInPlace {
      read = readInPlace
    } else {
      let read = key.read
      self.read = { withItem(at: $0, read) }
    }
  }

  /// The stored property that is read, where no two rows need more than its words to be told apart.
  var identityColumn: FieldColumn? { column.flatMap { $0.isIdentity ? $0 : nil } }

  func value(of id: RowID, in rows: RowTable) -> FilterValue { read(rows.address(of: id)) }

  /// The value of a row, nil where it is missing.
  func key(at address: UnsafeRawPointer) -> FilterValue? {
    let key = read(address)
    // A bare nil in a conditional expression would be the value, which can be written as nil too.
    return key.kind == .null ? Optional<FilterValue>.none : key
  }

  /// Whether what is read of both is in the same words, and so the same.
  func hasSameWords(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    guard let column else { return false }
    return column.words(at: left) == column.words(at: right)
  }

  /// Whether both read the same.
  func isSame(as other: RowReader) -> Bool { source == other.source }
}
