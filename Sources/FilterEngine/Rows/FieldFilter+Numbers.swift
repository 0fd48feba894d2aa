import EssentialFoundation

extension FieldFilter {
  /// The test of the number of the field's elements.
  func count() -> RowFilter? {
    guard case .numbers(let range) = test,
      let range = IntegerRangeTest<UInt64>(range, of: Self.values(of: Int.self), at: offset)
    else { return nil }
    return .test(ElementCountTest(offset: offset, range: range))
  }

  /// The test of an integer field.
  func integers<Value: FixedWidthInteger>(_ type: Value.Type) -> RowFilter? {
    let values = Self.values(of: type)
    return switch Value.bitWidth {
    case 8: integers(of: values, UInt8.self)
    case 16: integers(of: values, UInt16.self)
    case 32: integers(of: values, UInt32.self)
    default: integers(of: values, UInt64.self)
    }
  }

  private static func values<Value: FixedWidthInteger>(
    of type: Value.Type
  ) -> ClosedRange<Int128> { Int128(Value.min)...Int128(Value.max) }

  private func integers<Bits: IntegerBits>(
    of values: ClosedRange<Int128>, _ bits: Bits.Type
  ) -> RowFilter? {
    let storage = field.type.storage
    switch test {
    case .oneOf(let set):
      guard storage.wrapper == .none, let members = set.integers(in: values) else { return nil }
      let words = Set(members.map { UInt64(Bits(truncatingIfNeeded: $0)) })
      return ScatteredTable(words).map {
        .test(ScatteredIntegerTest<Bits>(offset: offset, table: $0))
      } ?? .test(IntegerSetTest<Bits>(offset: offset, members: words))
    case .numbers(let range):
      guard let range = IntegerRangeTest<Bits>(range, of: values, at: offset) else { return nil }
      // A Boolean is stored in a byte only if it is neither optional nor in a list.
      if case .bool = storage.base, storage.wrapper != .none { return nil }
      if let quantifier { return .test(IntegerElementsTest(range: range, quantifier: quantifier)) }
      return storage.wrapper == .optional
        ? .test(OptionalIntegerRangeTest(range: range, whenNil: comparison.whenNil)) : .test(range)
    default: return nil
    }
  }

  /// The test of a field of doubles, floats or dates.
  func floating<Value: FloatingField>(_ type: Value.Type, isDate: Bool) -> RowFilter? {
    guard case .numbers(let range) = test, range.isOfDates == isDate,
      let test = FloatingRangeTest<Value>(range, at: offset)
    else { return nil }
    if let quantifier { return .test(FloatingElementsTest(range: test, quantifier: quantifier)) }
    return field.type.storage.wrapper == .optional
      ? .test(OptionalFloatingRangeTest(range: test, whenNil: comparison.whenNil)) : .test(test)
  }
}

extension IntegerRangeTest {
  /// The part of a range that is among the values of a field; nil if it is not a range of integers.
  init?(_ range: NumberRange, of values: ClosedRange<Int128>, at offset: Int) {
    guard let integers = range.integers else { return nil }
    let low = max(integers.low, values.lowerBound)
    let high = min(integers.high, values.upperBound)
    guard low <= high else {
      // No integer matches: the inverse of all integers.
      self.init(offset: offset, low: 0, span: .max, isInverted: !range.isInverted)
      return
    }
    self.init(
      offset: offset, low: Value(truncatingIfNeeded: low),
      span: Value(truncatingIfNeeded: high - low), isInverted: range.isInverted)
  }
}

extension IntegerRangeTest<UInt64> {
  /// The part of a range that is among 64-bit integers; nil if it is not a range of integers.
  init?(int64 range: NumberRange) {
    self.init(range, of: Int128(Int64.min)...Int128(Int64.max), at: 0)
  }
}

extension FloatingRangeTest {
  /// Nil if the range is not one of doubles.
  init?(_ range: NumberRange, at offset: Int) {
    guard let doubles = range.doubles else { return nil }
    self.init(
      offset: offset, low: doubles.low, high: doubles.high, isInverted: range.isInverted,
      containsNaN: doubles.containsNaN)
  }
}
