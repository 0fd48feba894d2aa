extension FilterValue {
  /// The value of a Swift type that this is the `filterValue` of; nil where the type has none, and for `nil`.
  ///
  /// ```swift
  /// enum Mood: String, FilterValueConvertible { case good, bad }
  /// FilterValue.string("good").converted(to: Mood.self)  // .good
  /// FilterValue.int(3).converted(to: UInt8.self)         // 3
  /// ```
  ///
  /// It makes strings, booleans, numbers that the type has, dates, UUIDs and data, and types of a raw value that is one of these. The
  /// casts take about a microsecond: it is meant for keys of sections and for results, not for each row.
  public func converted<Value: FilterValueConvertible>(to type: Value.Type) -> Value? {
    guard let value = unchecked(as: type) as? Value, value.filterValue == self else { return nil }
    return value
  }

  /// A value that may be of the type, and may be another one than this.
  private func unchecked<Value>(as type: Value.Type) -> Any? {
    if type == FilterValue.self { return self }
    if let type = type as? any RawRepresentable.Type { return raw(of: type) }
    switch self {
    case .null, .list, .set, .object: return nil
    case .bool(let value): return value
    case .date(let value): return value
    case .data(let value): return value
    case .uuid(let value): return value
    case .item(let value): return value
    case .string(let value):
      return (type as? any LosslessStringConvertible.Type).flatMap { $0.init(value) }
    case .int(let value): return Self.number(type, value) ?? value
    case .wide(let value): return Self.number(type, value)
    case .double(let value):
      return (type as? any BinaryFloatingPoint.Type).flatMap { Self.float($0, value) }
    case .decimal(let value): return value
    }
  }

  /// The value of a type whose raw value this is.
  private func raw<Value: RawRepresentable>(of type: Value.Type) -> Any? {
    guard let raw = unchecked(as: Value.RawValue.self) as? Value.RawValue else { return nil }
    return Value(rawValue: raw)
  }

  private static func number(_ type: Any.Type, _ number: some BinaryInteger) -> Any? {
    (type as? any FixedWidthInteger.Type).flatMap { integer($0, number) }
  }

  private static func number(_ type: Any.Type, _ number: WideInteger) -> Any? {
    (type as? any FixedWidthInteger.Type).flatMap { $0.init(number.description) }
  }

  private static func integer<Value: FixedWidthInteger>(
    _ type: Value.Type, _ number: some BinaryInteger
  ) -> Any? { Value(exactly: number) }

  private static func float<Value: BinaryFloatingPoint>(_ type: Value.Type, _ number: Double)
    -> Any?
  {
    Value(exactly: number)
  }
}
