import FilterSyntax

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FieldComparison {
  /// The integers for which the comparison holds.
  func integerInterval() -> IntegerInterval? {
    if `operator` == .between {
      guard case .list(let list) = constant else { return nil }
      let bounds = list.elements
      return IntegerInterval(between: bounds)
    }
    return IntegerInterval(`operator`, constant)
  }

  /// The test of an integer field.
  func integers<Value: FixedWidthInteger & Sendable>(_ type: Value.Type) -> RowFilter?
  where Value.Magnitude: Sendable {
    let wrapper = field.type.storage.wrapper
    if `operator` == .in {
      guard wrapper == .none, quantifier == nil, let members = members(type) else { return nil }
      if let table = ScatteredTable(members.map { UInt64(truncatingIfNeeded: $0) }) {
        return .test(ScatteredIntegerTest<Value>(offset: offset, table: table))
      }
      return .test(IntegerSetTest(offset: offset, members: members))
    }
    guard let range = integerInterval()?.test(type, offset: offset) else { return nil }
    // A truth value is a byte only where it is not optional or in a list.
    if case .bool = field.type.storage.base, wrapper != .none { return nil }
    switch wrapper {
    case .none: return .test(range)
    case .optional: return .test(OptionalIntegerRangeTest(range: range, whenNil: whenNil))
    case .array:
      guard let quantifier else { return nil }
      return .test(
        IntegerElementsTest(range: range, quantifier: ElementQuantifier(quantifier)))
    }
  }

  /// The constant list as integers of the field's width; what no field can hold is left out.
  private func members<Value: FixedWidthInteger>(_ type: Value.Type) -> Set<Value>? {
    let values: [FilterValue]
    switch constant {
    case .list(let list): values = list.elements
    case .set(let set): values = set.elements
    default: return nil
    }
    var members: Set<Value> = []
    for value in values {
      guard let interval = IntegerInterval(.equal, value) else {
        // Not-a-number and other kinds equal no integer, wide ones and decimals may.
        if case .wide = value { return nil }
        if case .decimal = value { return nil }
        continue
      }
      if interval.low == interval.high, let member = Value(exactly: interval.low) {
        members.insert(member)
      }
    }
    return members
  }

  /// The test of a floating field.
  func floats<Value: FloatingField>(_ type: Value.Type) -> RowFilter? {
    floating(type) { $0.exactDouble }
  }

  /// The test of a date field.
  func dates() -> RowFilter? {
    floating(Date.self) { value in
      if case .date(let date) = value { date.timeIntervalSinceReferenceDate } else { nil }
    }
  }

  private func floating<Value: FloatingField>(
    _ type: Value.Type, _ number: (FilterValue) -> Double?
  ) -> RowFilter? {
    var interval = FloatingInterval(`operator`, number(constant))
    if `operator` == .between {
      guard case .list(let bounds) = constant, bounds.count == 2 else { return nil }
      interval = FloatingInterval(between: number(bounds[0]), number(bounds[1]))
    }
    guard let range = interval?.test(type, offset: offset) else { return nil }
    switch field.type.storage.wrapper {
    case .none: return .test(range)
    case .optional: return .test(OptionalFloatingRangeTest(range: range, whenNil: whenNil))
    case .array:
      guard let quantifier else { return nil }
      return .test(
        FloatingElementsTest(range: range, quantifier: ElementQuantifier(quantifier)))
    }
  }
}
