/// A typed value inside a list or behind an optional, whose keys are read through its field table.
public protocol FilterItem: Sendable {
  /// The name of its type, for messages.
  var typeName: String { get }

  /// The keys that can be read.
  var filterKeys: [String] { get }

  /// The value of `key`, or nil where the type has no such key.
  func filterValue(forKey key: String) -> FilterValue?

  /// Whether `other` is the same thing, for `==` and `IN`.
  func isEqual(to other: any FilterItem) -> Bool

  /// Feeds `hasher` what equal items have in common; nothing where that is not known, which is
  /// correct, and makes sets of such items slow.
  func hashForEquality(into hasher: inout Hasher)
}

extension FilterItem {
  /// Feeds nothing.
  public func hashForEquality(into hasher: inout Hasher) {}
}
