#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Float: FilterValueConvertible {
  /// The number, as a double that is equal to it.
  public var filterValue: FilterValue { .double(Double(self)) }

  /// A number.
  public static var filterKind: FilterKind? { .number }
}

extension Double: FilterValueConvertible {
  /// The number.
  public var filterValue: FilterValue { .double(self) }

  /// A number.
  public static var filterKind: FilterKind? { .number }
}

extension Decimal: FilterValueConvertible {
  /// The number, as a decimal.
  public var filterValue: FilterValue { .decimal(self) }

  /// A number.
  public static var filterKind: FilterKind? { .number }
}

extension String: FilterValueConvertible {
  /// The string.
  public var filterValue: FilterValue { .string(self) }

  /// A string.
  public static var filterKind: FilterKind? { .string }
}

extension Substring: FilterValueConvertible {
  /// The string.
  public var filterValue: FilterValue { .string(String(self)) }

  /// A string.
  public static var filterKind: FilterKind? { .string }
}

extension Character: FilterValueConvertible {
  /// The character as a string.
  public var filterValue: FilterValue { .string(String(self)) }

  /// A string.
  public static var filterKind: FilterKind? { .string }
}

extension Date: FilterValueConvertible {
  /// The date.
  public var filterValue: FilterValue { .date(self) }

  /// A date.
  public static var filterKind: FilterKind? { .date }
}

extension Data: FilterValueConvertible {
  /// The bytes.
  public var filterValue: FilterValue { .data(self) }

  /// Data.
  public static var filterKind: FilterKind? { .data }
}

extension UUID: FilterValueConvertible {
  /// The UUID.
  public var filterValue: FilterValue { .uuid(self) }

  /// A UUID.
  public static var filterKind: FilterKind? { .uuid }
}

extension URL: FilterValueConvertible {
  /// The text of the URL.
  public var filterValue: FilterValue { .string(absoluteString) }

  /// A string.
  public static var filterKind: FilterKind? { .string }
}
