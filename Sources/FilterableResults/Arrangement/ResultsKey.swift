public import FilterEngine

/// What is read of each item: an identity, a section, a version.
public struct ResultsKey<Item: Filterable> {
  private final class Token: Sendable {}

  /// The key path, nil where code reads the item.
  public let keyPath: String?

  let read: (Item) -> FilterValue

  /// The stored property that is read, nil where it is another thing.
  let column: FieldColumn?
  private let token: Token?

  /// The stored property that is read, where no two rows need more than its words to be told apart.
  var identityColumn: FieldColumn? { column.flatMap { $0.isIdentity ? $0 : nil } }

  /// A key path; nil for every item where the type has no such key.
  public init(_ keyPath: String) {
    self.keyPath = keyPath
    token = nil
    if let reader = try? KeyPathReader<Item>(keyPath) {
      read = { reader.value(of: $0) }
      column = reader.column
    } else {
      read = { _ in .null }
      column = nil
    }
  }

  /// A value computed from the item, nil for none.
  public init(_ value: @escaping (Item) -> (any FilterValueConvertible)?) {
    keyPath = nil
    token = Token()
    column = nil
    read = { value($0)?.filterValue ?? .null }
  }

  /// What is read of a row; a stored property where it lies, as a copy of the item would count all its
  /// references.
  func value(of id: UInt32, in rows: RowTable<Item>) -> FilterValue {
    guard let column else { return read(rows[id]) }
    return rows.withRow(id) { column.value(at: $0) }
  }

  /// Whether both read the same.
  func isSame(as other: ResultsKey) -> Bool {
    if let token { return token === other.token }
    return other.token == nil && keyPath == other.keyPath
  }
}

extension ResultsKey: ExpressibleByStringLiteral {
  /// A key path.
  public init(stringLiteral value: String) { self.init(value) }
}
