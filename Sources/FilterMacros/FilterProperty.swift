/// A value with keys that the compiler knows: an item, or a collection of items.
public protocol FilterKeyHolder {
  /// A property for each key, under its name.
  associatedtype FilterKeys
}

/// A type whose keys the compiler knows, as `@Filterable` declares them.
public protocol FilterKeyed: Filterable, FilterKeyHolder {
  /// The keys of the type.
  static var filterKeys: FilterKeys { get }
}

extension Optional: FilterKeyHolder where Wrapped: FilterKeyHolder {
  /// The keys of the value.
  public typealias FilterKeys = Wrapped.FilterKeys
}

extension Array: FilterKeyHolder where Element: FilterKeyHolder {
  /// The keys of the elements.
  public typealias FilterKeys = Element.FilterKeys
}

extension Set: FilterKeyHolder where Element: FilterKeyHolder {
  /// The keys of the elements.
  public typealias FilterKeys = Element.FilterKeys
}

extension Dictionary: FilterKeyHolder where Key == String {
  /// Any key.
  public typealias FilterKeys = AnyFilterKeys<Value>
}

extension FilterValue: FilterKeyHolder {
  /// Any key, as nothing is known of a value before it is read.
  public typealias FilterKeys = AnyFilterKeys<FilterValue>
}

/// The keys of a type whose keys are known at run time only: every name is one.
@dynamicMemberLookup
public struct AnyFilterKeys<Value>: Sendable {
  /// A key.
  public subscript(dynamicMember key: String) -> FilterProperty<Value> { FilterProperty() }
}

/// A key, and the type of its values; its members are the keys of that type. It holds nothing.
///
/// `#filter` names the keys of its text in this way, so that the compiler checks them:
/// `Person.filterKeys.friend.name`.
@dynamicMemberLookup
public struct FilterProperty<Value>: Sendable {
  /// A key of some values.
  public init() {}

  /// A key of an item, or of each of several items.
  public subscript<Next>(
    dynamicMember keyPath: KeyPath<Value.FilterKeys, FilterProperty<Next>>
  ) -> FilterProperty<Next> where Value: FilterKeyHolder { FilterProperty<Next>() }
}
