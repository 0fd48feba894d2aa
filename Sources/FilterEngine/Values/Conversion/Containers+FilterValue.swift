extension Optional: FilterValueConvertible where Wrapped: FilterValueConvertible {
  /// The value, or `nil`.
  public var filterValue: FilterValue { self?.filterValue ?? .null }

  /// The kind of the wrapped value.
  public static var filterKind: FilterKind? { Wrapped.filterKind }
}

extension Array: FilterValueConvertible where Element: FilterValueConvertible {
  /// The list of the elements. O(n).
  public var filterValue: FilterValue { .list(map(\.filterValue)) }

  /// A list.
  public static var filterKind: FilterKind? { .list }
}

extension Set: FilterValueConvertible where Element: FilterValueConvertible {
  /// The set of the elements, in no particular order. O(n).
  public var filterValue: FilterValue { .set(FilterSet(map(\.filterValue))) }

  /// A set.
  public static var filterKind: FilterKind? { .set }
}

extension FilterSet: FilterValueConvertible {
  /// The set.
  public var filterValue: FilterValue { .set(self) }

  /// A set.
  public static var filterKind: FilterKind? { .set }
}

extension FilterObject: FilterValueConvertible {
  /// The object.
  public var filterValue: FilterValue { .object(self) }

  /// An object.
  public static var filterKind: FilterKind? { .object }
}

extension Dictionary: FilterValueConvertible where Key == String, Value: FilterValueConvertible {
  /// The object of the members, sorted by key, because a dictionary has no order.
  ///
  /// O(n log n).
  public var filterValue: FilterValue {
    .object(FilterObject(sorted { $0.key < $1.key }.map { ($0.key, $0.value.filterValue) }))
  }

  /// An object.
  public static var filterKind: FilterKind? { .object }
}
