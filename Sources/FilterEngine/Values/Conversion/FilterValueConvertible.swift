/// A type whose values can be used in filters: as a field of an item, as an argument, as the value of a
/// variable.
///
/// An enumeration with raw values needs only the conformance. Its value is the raw value:
///
///     enum Color: String, FilterValueConvertible { case red, teal }
///
/// A conformance can be isolated to the main actor. Its values are then made there.
public protocol FilterValueConvertible {
  /// The value in the language.
  var filterValue: FilterValue { get }

  /// The kind of all values of the type except `nil`; nil if it depends on the value.
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
