public import FilterEngine

/// What is read of each item: an identity, a section, a version.
public struct ResultsKey<Item: Filterable> {
  final class Token: Sendable {}

  /// The key path, nil where code reads the item.
  public let keyPath: String?

  let read: (Item) -> FilterValue

  /// The stored property that is read, nil where it is another thing.
  let column: FieldColumn?

  /// What tells it from other keys that are read by code.
  let token: Token?

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
}

extension ResultsKey: ExpressibleByStringLiteral {
  /// A key path.
  public init(stringLiteral value: String) { self.init(value) }
}
