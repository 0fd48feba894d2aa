extension Optional: FilterValueConvertible where Wrapped: FilterValueConvertible {
  /// The value, or `nil`.
  public var filterValue: FilterValue { self?.filterValue ?? .null }

  /// That of the wrapped value.
  public typealias FilterStaticKind = Wrapped.FilterStaticKind

  /// The kind of the wrapped value.
  public static var filterKind: FilterKind? { Wrapped.filterKind }

  /// The cases of the wrapped value.
  public static var filterCases: [String]? { Wrapped.filterCases }
}

extension Array: FilterValueConvertible where Element: FilterValueConvertible {
  /// The list of the elements. O(n).
  public var filterValue: FilterValue { .list(map(\.filterValue)) }

  /// A list.
  public typealias FilterStaticKind = FilterKinds.List<Element.FilterStaticKind>
}

extension Set: FilterValueConvertible where Element: FilterValueConvertible {
  /// A set.
  public typealias FilterStaticKind = FilterKinds.Distinct<Element.FilterStaticKind>

  /// The set of the elements, in no particular order. O(n).
  public var filterValue: FilterValue { .set(FilterSet(map(\.filterValue))) }
}

extension FilterSet: FilterValueConvertible {
  /// The set.
  public var filterValue: FilterValue { .set(self) }

  /// A set.
  public typealias FilterStaticKind = FilterKinds.Distinct<FilterKinds.Unknown>
}

extension FilterObject: FilterValueConvertible {
  /// The object.
  public var filterValue: FilterValue { .object(self) }

  /// An object.
  public typealias FilterStaticKind = FilterKinds.Object
}

extension Dictionary: FilterValueConvertible where Key == String, Value: FilterValueConvertible {
  /// The object of the members, sorted by key, because a dictionary has no order.
  ///
  /// O(n log n).
  public var filterValue: FilterValue {
    .object(FilterObject(sorted { $0.key < $1.key }.map { ($0.key, $0.value.filterValue) }))
  }

  /// An object.
  public typealias FilterStaticKind = FilterKinds.Object
}
