extension FilterValueConvertible where Self: BinaryInteger {
  /// A number.
  public typealias FilterStaticKind = FilterKinds.Number

  /// The integer, exactly, whether 64 bits hold it or not.
  public var filterValue: FilterValue { FilterValue(integer: self) }
}

extension Int: FilterValueConvertible {
  /// The integer.
  public var filterValue: FilterValue { .int(Int64(self)) }
}

extension Int64: FilterValueConvertible {
  /// The integer.
  public var filterValue: FilterValue { .int(self) }
}

extension Int8: FilterValueConvertible {}
extension Int16: FilterValueConvertible {}
extension Int32: FilterValueConvertible {}
extension Int128: FilterValueConvertible {}
extension UInt8: FilterValueConvertible {}
extension UInt16: FilterValueConvertible {}
extension UInt32: FilterValueConvertible {}
extension UInt64: FilterValueConvertible {}
extension UInt: FilterValueConvertible {}
extension UInt128: FilterValueConvertible {}

extension Bool: FilterValueConvertible {
  /// A boolean.
  public typealias FilterStaticKind = FilterKinds.Boolean

  /// `TRUE` or `FALSE`.
  public var filterValue: FilterValue { .bool(self) }
}
