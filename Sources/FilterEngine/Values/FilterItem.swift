/// An item as a value. Its keys are read on demand.
public protocol FilterItem: Sendable {
  /// The name of its type, for messages.
  var typeName: String { get }

  /// The keys that can be read.
  var filterKeys: [String] { get }

  /// The value of `key`, or nil if the type does not have the key.
  func filterValue(forKey key: String) -> FilterValue?

  /// Whether `other` is equal, for `==` and `IN`.
  func isEqual(to other: any FilterItem) -> Bool

  /// Feeds `hasher` a part that equal items have in common. Feeding nothing is correct, but makes sets of such
  /// items slow.
  func hashForEquality(into hasher: inout Hasher)
}

extension FilterItem {
  /// Feeds nothing.
  public func hashForEquality(into hasher: inout Hasher) {}
}
