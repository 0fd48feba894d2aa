extension Bool: FilterValueConvertible {
  /// A boolean.
  public typealias FilterStaticKind = FilterKinds.Boolean

  /// `TRUE` or `FALSE`.
  public var filterValue: FilterValue { .bool(self) }
}

extension Int: FilterValueConvertible {
  /// A number.
  public typealias FilterStaticKind = FilterKinds.Number

  /// The integer.
  public var filterValue: FilterValue { .int(Int64(self)) }
}

extension Int8: FilterValueConvertible {
  /// A number.
  public typealias FilterStaticKind = FilterKinds.Number

  /// The integer.
  public var filterValue: FilterValue { .int(Int64(self)) }
}

extension Int16: FilterValueConvertible {
  /// A number.
  public typealias FilterStaticKind = FilterKinds.Number

  /// The integer.
  public var filterValue: FilterValue { .int(Int64(self)) }
}

extension Int32: FilterValueConvertible {
  /// A number.
  public typealias FilterStaticKind = FilterKinds.Number

  /// The integer.
  public var filterValue: FilterValue { .int(Int64(self)) }
}

extension Int64: FilterValueConvertible {
  /// A number.
  public typealias FilterStaticKind = FilterKinds.Number

  /// The integer.
  public var filterValue: FilterValue { .int(Int64(self)) }
}

extension UInt8: FilterValueConvertible {
  /// A number.
  public typealias FilterStaticKind = FilterKinds.Number

  /// The integer.
  public var filterValue: FilterValue { .int(Int64(self)) }
}

extension UInt16: FilterValueConvertible {
  /// A number.
  public typealias FilterStaticKind = FilterKinds.Number

  /// The integer.
  public var filterValue: FilterValue { .int(Int64(self)) }
}

extension UInt32: FilterValueConvertible {
  /// A number.
  public typealias FilterStaticKind = FilterKinds.Number

  /// The integer.
  public var filterValue: FilterValue { .int(Int64(self)) }
}

extension UInt: FilterValueConvertible {
  /// A number.
  public typealias FilterStaticKind = FilterKinds.Number

  /// The integer, exactly, whether 64 bits hold it or not.
  public var filterValue: FilterValue { FilterValue(integer: self) }
}

extension UInt64: FilterValueConvertible {
  /// A number.
  public typealias FilterStaticKind = FilterKinds.Number

  /// The integer, exactly, whether 64 bits hold it or not.
  public var filterValue: FilterValue { FilterValue(integer: self) }
}

extension Int128: FilterValueConvertible {
  /// A number.
  public typealias FilterStaticKind = FilterKinds.Number

  /// The integer, exactly, whether 64 bits hold it or not.
  public var filterValue: FilterValue { FilterValue(integer: self) }
}

extension UInt128: FilterValueConvertible {
  /// A number.
  public typealias FilterStaticKind = FilterKinds.Number

  /// The integer, exactly, whether 64 bits hold it or not.
  public var filterValue: FilterValue { FilterValue(integer: self) }
}
