/// What can stand in a filter: as a field of an item, as an argument, as the value of a variable.
///
/// An enumeration with raw values needs the conformance alone, and is its raw value:
///
///     enum Color: String, FilterValueConvertible { case red, teal }
///
/// A conformance may be isolated to the main actor. Its values are then made there.
public protocol FilterValueConvertible {
  /// The value as the language sees it.
  var filterValue: FilterValue { get }

  /// The kind of every value of the type that is not `nil`; nil where it depends on the value.
  static var filterKind: FilterKind? { get }
}

extension FilterValueConvertible where Self: RawRepresentable, RawValue: FilterValueConvertible {
  /// The raw value.
  public var filterValue: FilterValue { rawValue.filterValue }

  /// The kind of the raw value.
  public static var filterKind: FilterKind? { RawValue.filterKind }
}

extension FilterValue: FilterValueConvertible {
  /// The value itself.
  public var filterValue: FilterValue { self }

  /// Any kind.
  public static var filterKind: FilterKind? { nil }
}
