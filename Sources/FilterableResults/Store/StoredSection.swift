public import FilterEngine

/// A section as it is given to a controller: its name, and its rows.
public struct StoredSection<Item> {
  /// What tells it from other sections; nil for one that its place tells.
  public var key: FilterValue?

  /// What people read; nil for the text of the key.
  public var title: String?

  /// The rows.
  public var items: [Item]

  /// A section of rows.
  public init(_ key: (any FilterValueConvertible)?, title: String? = nil, items: [Item]) {
    self.key = key?.filterValue
    self.title = title
    self.items = items
  }
}

extension StoredSection: Sendable where Item: Sendable {}
extension StoredSection: Equatable where Item: Equatable {}
