/// A type whose values can be used in filters: as a field of an item, as an argument, as the value of a
/// variable.
///
/// An enumeration with raw values needs only the conformance. Its value is the raw value:
///
///     enum Color: String, FilterValueConvertible { case red, teal }
///
/// A conformance can be isolated to the main actor. Its values are then made there.
public protocol FilterValueConvertible {
  /// The kind of the values as far as the compiler knows it; ``FilterKinds/Unknown`` unless the type says otherwise.
  ///
  /// Sort keys and `#filter` are refused by the compiler where the kind does not fit.
  associatedtype FilterStaticKind: StaticFilterKind = FilterKinds.Unknown

  /// The value in the language.
  var filterValue: FilterValue { get }

  /// The kind of all values of the type except `nil`; nil if it depends on the value.
  static var filterKind: FilterKind? { get }

  /// The texts that values of the type can be, such as the cases of an enumeration; nil for any.
  ///
  /// A filter that compares with another text gets a note.
  static var filterCases: [String]? { get }
}

extension FilterValueConvertible {
  /// The kind that the compiler knows.
  public static var filterKind: FilterKind? { FilterStaticKind.kind }

  /// Any text.
  public static var filterCases: [String]? { nil }
}

extension FilterValueConvertible where Self: CaseIterable {
  /// The texts of all cases; nil if the cases are no texts.
  public static var filterCases: [String]? {
    guard filterKind == .string else { return nil }
    return allCases.compactMap { if case .string(let text) = $0.filterValue { text } else { nil } }
  }
}

extension FilterValueConvertible where Self: RawRepresentable, RawValue: FilterValueConvertible {
  /// That of the raw value.
  public typealias FilterStaticKind = RawValue.FilterStaticKind

  /// The raw value.
  public var filterValue: FilterValue { rawValue.filterValue }

  /// The kind of the raw value.
  public static var filterKind: FilterKind? { RawValue.filterKind }
}

extension FilterValue: FilterValueConvertible {
  /// Any kind.
  public typealias FilterStaticKind = FilterKinds.Unknown

  /// The value itself.
  public var filterValue: FilterValue { self }
}

/// The kind of a type's values as far as the compiler knows it.
public protocol StaticFilterKind {
  /// The kind; nil for any.
  static var kind: FilterKind? { get }
}

/// A kind whose values have an order, or any kind.
public protocol OrderedFilterKind: StaticFilterKind {}

/// The kind of numbers, or any kind.
public protocol NumericFilterKind: OrderedFilterKind {}

/// The kinds of values as types, which compilers compare.
public enum FilterKinds {
  /// Any kind.
  public enum Unknown: NumericFilterKind {
    /// The kind.
    public static var kind: FilterKind? { nil }
  }

  /// `TRUE`
  public enum Boolean: OrderedFilterKind {
    /// The kind.
    public static var kind: FilterKind? { .boolean }
  }

  /// Integers, doubles and decimals.
  public enum Number: NumericFilterKind {
    /// The kind.
    public static var kind: FilterKind? { .number }
  }

  /// `"text"`
  public enum Text: OrderedFilterKind {
    /// The kind.
    public static var kind: FilterKind? { .string }
  }

  /// A point in time.
  public enum Date: OrderedFilterKind {
    /// The kind.
    public static var kind: FilterKind? { .date }
  }

  /// Bytes.
  public enum Data: StaticFilterKind {
    /// The kind.
    public static var kind: FilterKind? { .data }
  }

  /// A UUID.
  public enum UUID: StaticFilterKind {
    /// The kind.
    public static var kind: FilterKind? { .uuid }
  }

  /// `{1, 2}`
  public enum List<Element: StaticFilterKind>: StaticFilterKind {
    /// The kind.
    public static var kind: FilterKind? { .list }
  }

  /// Distinct values.
  public enum Distinct<Element: StaticFilterKind>: StaticFilterKind {
    /// The kind.
    public static var kind: FilterKind? { .set }
  }

  /// Keys and values.
  public enum Object: StaticFilterKind {
    /// The kind.
    public static var kind: FilterKind? { .object }
  }
}
