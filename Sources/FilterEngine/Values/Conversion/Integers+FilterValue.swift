extension Bool: FilterValueConvertible {
  /// `TRUE` or `FALSE`.
  public var filterValue: FilterValue { .bool(self) }

  /// A boolean.
  public static var filterKind: FilterKind? { .boolean }
}

extension Int: FilterValueConvertible {
  /// The integer.
  public var filterValue: FilterValue { .int(Int64(self)) }

  /// A number.
  public static var filterKind: FilterKind? { .number }
}

extension Int8: FilterValueConvertible {
  /// The integer.
  public var filterValue: FilterValue { .int(Int64(self)) }

  /// A number.
  public static var filterKind: FilterKind? { .number }
}

extension Int16: FilterValueConvertible {
  /// The integer.
  public var filterValue: FilterValue { .int(Int64(self)) }

  /// A number.
  public static var filterKind: FilterKind? { .number }
}

extension Int32: FilterValueConvertible {
  /// The integer.
  public var filterValue: FilterValue { .int(Int64(self)) }

  /// A number.
  public static var filterKind: FilterKind? { .number }
}

extension Int64: FilterValueConvertible {
  /// The integer.
  public var filterValue: FilterValue { .int(Int64(self)) }

  /// A number.
  public static var filterKind: FilterKind? { .number }
}

extension UInt8: FilterValueConvertible {
  /// The integer.
  public var filterValue: FilterValue { .int(Int64(self)) }

  /// A number.
  public static var filterKind: FilterKind? { .number }
}

extension UInt16: FilterValueConvertible {
  /// The integer.
  public var filterValue: FilterValue { .int(Int64(self)) }

  /// A number.
  public static var filterKind: FilterKind? { .number }
}

extension UInt32: FilterValueConvertible {
  /// The integer.
  public var filterValue: FilterValue { .int(Int64(self)) }

  /// A number.
  public static var filterKind: FilterKind? { .number }
}

extension UInt: FilterValueConvertible {
  /// The integer, exactly, whether 64 bits hold it or not.
  public var filterValue: FilterValue { FilterValue(integer: self) }

  /// A number.
  public static var filterKind: FilterKind? { .number }
}

extension UInt64: FilterValueConvertible {
  /// The integer, exactly, whether 64 bits hold it or not.
  public var filterValue: FilterValue { FilterValue(integer: self) }

  /// A number.
  public static var filterKind: FilterKind? { .number }
}

extension Int128: FilterValueConvertible {
  /// The integer, exactly, whether 64 bits hold it or not.
  public var filterValue: FilterValue { FilterValue(integer: self) }

  /// A number.
  public static var filterKind: FilterKind? { .number }
}

extension UInt128: FilterValueConvertible {
  /// The integer, exactly, whether 64 bits hold it or not.
  public var filterValue: FilterValue { FilterValue(integer: self) }

  /// A number.
  public static var filterKind: FilterKind? { .number }
}
