import EssentialFoundation

extension FieldFilter {
  /// The test of the number of the field's elements.
  func count() -> RowFilter? {
    guard case .numbers(let range) = test, let range = IntegerRangeTest<Int>(range, at: offset)
    else { return nil }
    return .test(ElementCountTest(offset: offset, range: range))
  }

  /// The test of an integer field.
  func integers<Value: FixedWidthInteger & Sendable>(_ type: Value.Type) -> RowFilter?
  where Value.Magnitude: Sendable {
    switch test {
    case .oneOf(let set): integers(type, oneOf: set)
    case .numbers(let range):
      IntegerRangeTest<Value>(range, at: offset).flatMap { integers($0) }
    default: nil
    }
  }

  private func integers<Value: FixedWidthInteger & Sendable>(
    _ range: IntegerRangeTest<Value>
  ) -> RowFilter? where Value.Magnitude: Sendable {
    let storage = field.type.storage
    // A Boolean is stored in a byte only if it is neither optional nor in a list.
    if case .bool = storage.base, storage.wrapper != .none { return nil }
    if let quantifier { return .test(IntegerElementsTest(range: range, quantifier: quantifier)) }
    return storage.wrapper == .optional
      ? .test(OptionalIntegerRangeTest(range: range, whenNil: comparison.whenNil)) : .test(range)
  }

  private func integers<Value: FixedWidthInteger & Sendable>(
    _ type: Value.Type, oneOf set: ValueSet
  ) -> RowFilter? {
    guard field.type.storage.wrapper == .none, let members = set.integers(type) else { return nil }
    if let table = ScatteredTable(members.map { UInt64(truncatingIfNeeded: $0) }) {
      return .test(ScatteredIntegerTest<Value>(offset: offset, table: table))
    }
    return .test(IntegerSetTest(offset: offset, members: members))
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
  /// The part of a range that fits a field of this width; nil if it is not a range of integers.
  init?(_ range: NumberRange, at offset: Int) {
    guard let integers = range.integers else { return nil }
    let low = Swift.max(integers.low, Int128(Value.min))
    let high = Swift.min(integers.high, Int128(Value.max))
    guard low <= high else {
      // No integer matches: the inverse of all integers.
      self.init(
        offset: offset, low: Value.min, span: Value.Magnitude.max, isInverted: !range.isInverted)
      return
    }
    self.init(
      offset: offset, low: Value(low), span: Value.Magnitude(high - low),
      isInverted: range.isInverted)
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
