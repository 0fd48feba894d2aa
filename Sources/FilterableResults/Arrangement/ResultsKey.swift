public import FilterEngine

/// What is read of each item: an identity, a section, a version.
public struct ResultsKey<Item: Filterable> {
  private final class Token: Sendable {}

  /// The key path, nil where code reads the item.
  public let keyPath: String?

  let read: (Item) -> FilterValue
  private let token: Token?

  /// A key path; nil for every item where the type has no such key.
  public init(_ keyPath: String) {
    self.keyPath = keyPath
    token = nil
    if let reader = try? KeyPathReader<Item>(keyPath) {
      read = { reader.value(of: $0) }
    } else {
      read = { _ in .null }
    }
  }

  /// A value computed from the item, nil for none.
  public init(_ value: @escaping (Item) -> (any FilterValueConvertible)?) {
    keyPath = nil
    token = Token()
    read = { value($0)?.filterValue ?? .null }
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
