import EssentialFoundation

extension FilterValue {
  /// The value of a Swift type that this is the `filterValue` of; nil if the type has none.
  ///
  /// ```swift
  /// enum Mood: String, FilterValueConvertible { case good, bad }
  ///
  /// FilterValue.string("good").converted(to: Mood.self)  // .good
  /// FilterValue.int(3).converted(to: Double.self)        // 3.0
  /// FilterValue.double(3.5).converted(to: Int.self)      // nil
  /// ```
  ///
  /// A number becomes any type of numbers that has it exactly. It makes strings, URLs, booleans, numbers, dates, UUIDs and
  /// data, types of a raw value that is one of these, and optionals of all of them, which have `nil`. The casts take
  /// about a microsecond: it is meant for keys of sections and for results, not for each row.
  public func converted<Value: FilterValueConvertible>(to type: Value.Type) -> Value? {
    guard let value = unchecked(as: type) as? Value, value.filterValue == self else { return nil }
    return value
  }

  /// A value that may be of the type, and may be another one than this.
  ///
  /// It is not generic, so that it is compiled once and not for each type.
  private func unchecked(as type: Any.Type) -> Any? {
    if type == FilterValue.self { return self }
    if let type = type as? any ConvertedOptional.Type { return type.converted(from: self) }
    if let type = type as? any RawRepresentable.Type { return raw(of: type) }
    switch self {
    case .null, .list, .set, .object: return nil
    case .bool(let value): return value
    case .date(let value): return value
    case .data(let value): return value
    case .uuid(let value): return value
    case .item(let value): return value
    case .string(let value):
      if type == URL.self { return URL(string: value) }
      return (type as? any LosslessStringConvertible.Type).flatMap { $0.init(value) }
    case .int(let value): return Self.number(type, value)
    case .wide(let value): return Self.number(type, digits: value.description)
    case .double(let value):
      if let type = type as? any FixedWidthInteger.Type { return Self.integer(type, value) }
      if type == Decimal.self { return Decimal(value) }
      return (type as? any BinaryFloatingPoint.Type).flatMap { Self.float($0, value) }
    case .decimal(let value):
      if type == Decimal.self { return value }
      return Self.number(type, digits: value.description)
    }
  }

  /// The value of a type whose raw value this is.
  private func raw<Value: RawRepresentable>(of type: Value.Type) -> Any? {
    guard let raw = unchecked(as: Value.RawValue.self) as? Value.RawValue else { return nil }
    return Value(rawValue: raw)
  }

  private static func number(_ type: Any.Type, _ number: Int64) -> Any? {
    if let type = type as? any FixedWidthInteger.Type { return integer(type, number) }
    if let type = type as? any BinaryFloatingPoint.Type { return float(type, number) }
    return type == Decimal.self ? Decimal(number) : nil
  }

  /// A number of its digits, which the caller compares with the number.
  private static func number(_ type: Any.Type, digits: String) -> Any? {
    if let type = type as? any FixedWidthInteger.Type { return type.init(digits) }
    if type == Decimal.self { return Decimal(string: digits) }
    guard let type = type as? any BinaryFloatingPoint.Type, let double = Double(digits) else {
      return nil
    }
    return float(type, double)
  }

  private static func integer<Value: FixedWidthInteger>(
    _ type: Value.Type, _ number: some BinaryInteger
  ) -> Any? { Value(exactly: number) }

  private static func integer<Value: FixedWidthInteger>(
    _ type: Value.Type, _ number: Double
  ) -> Any? { Value(exactly: number) }

  private static func float<Value: BinaryFloatingPoint>(_ type: Value.Type, _ number: Double)
    -> Any?
  {
    Value(exactly: number)
  }

  private static func float<Value: BinaryFloatingPoint>(_ type: Value.Type, _ number: Int64)
    -> Any?
  {
    Value(exactly: number)
  }
}

/// An optional whose wrapped value may be converted.
private protocol ConvertedOptional {
  static func converted(from value: FilterValue) -> Any?
}

extension Optional: ConvertedOptional where Wrapped: FilterValueConvertible {
  fileprivate static func converted(from value: FilterValue) -> Any? {
    if value.kind == .null { return Wrapped?.none as Any }
    return value.converted(to: Wrapped.self).map { Wrapped?.some($0) as Any }
  }
}
