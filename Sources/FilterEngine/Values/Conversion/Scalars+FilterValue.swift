public import EssentialFoundation

extension Float: FilterValueConvertible {
  /// A number.
  public typealias FilterStaticKind = FilterKinds.Number

  /// The number, as a double that is equal to it.
  public var filterValue: FilterValue { .double(Double(self)) }
}

extension Double: FilterValueConvertible {
  /// A number.
  public typealias FilterStaticKind = FilterKinds.Number

  /// The number.
  public var filterValue: FilterValue { .double(self) }
}

extension Decimal: FilterValueConvertible {
  /// A number.
  public typealias FilterStaticKind = FilterKinds.Number

  /// The number, as a decimal.
  public var filterValue: FilterValue { .decimal(self) }
}

extension String: FilterValueConvertible {
  /// A string.
  public typealias FilterStaticKind = FilterKinds.Text

  /// The string.
  public var filterValue: FilterValue { .string(self) }
}

extension Substring: FilterValueConvertible {
  /// A string.
  public typealias FilterStaticKind = FilterKinds.Text

  /// The string.
  public var filterValue: FilterValue { .string(String(self)) }
}

extension Character: FilterValueConvertible {
  /// A string.
  public typealias FilterStaticKind = FilterKinds.Text

  /// The character as a string.
  public var filterValue: FilterValue { .string(String(self)) }
}

extension Date: FilterValueConvertible {
  /// A date.
  public typealias FilterStaticKind = FilterKinds.Date

  /// The date.
  public var filterValue: FilterValue { .date(self) }
}

extension Data: FilterValueConvertible {
  /// Data.
  public typealias FilterStaticKind = FilterKinds.Data

  /// The bytes.
  public var filterValue: FilterValue { .data(self) }
}

extension UUID: FilterValueConvertible {
  /// A UUID.
  public typealias FilterStaticKind = FilterKinds.UUID

  /// The UUID.
  public var filterValue: FilterValue { .uuid(self) }
}

extension URL: FilterValueConvertible {
  /// A string.
  public typealias FilterStaticKind = FilterKinds.Text

  /// The text of the URL.
  public var filterValue: FilterValue { .string(absoluteString) }
}
