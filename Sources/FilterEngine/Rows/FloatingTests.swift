import EssentialFoundation

/// A field that holds a double, a float, or a date.
protocol FloatingField: Sendable {
  var floatingValue: Double { get }
}

extension Double: FloatingField {
  @inline(__always) var floatingValue: Double { self }
}

extension Float: FloatingField {
  @inline(__always) var floatingValue: Double { Double(self) }
}

extension Date: FloatingField {
  @inline(__always) var floatingValue: Double { timeIntervalSinceReferenceDate }
}

/// A floating-point field is inside or outside of a range. Not-a-number sorts between the negative numbers and
/// zero, so it has a separate answer.
struct FloatingRangeTest<Value: FloatingField>: StoredTest {
  let offset: Int
  let low: Double
  let high: Double
  let isInverted: Bool
  let containsNaN: Bool

  @inline(__always)
  func holds(_ row: Row) -> Bool { contains(row.load(Value.self, at: offset).floatingValue) }

  @inline(__always)
  func contains(_ value: Double) -> Bool {
    let isInside = (value >= low) && (value <= high)
    return (isInside || (containsNaN && value.isNaN)) != isInverted
  }
}

/// An optional floating-point field is inside or outside of a range, with a separate answer for `nil`.
struct OptionalFloatingRangeTest<Value: FloatingField>: StoredTest {
  let range: FloatingRangeTest<Value>
  let whenNil: Bool

  var offset: Int { range.offset }

  @inline(__always)
  func holds(_ row: Row) -> Bool {
    guard let value = row.load(Value?.self, at: range.offset) else { return whenNil }
    return range.contains(value.floatingValue)
  }
}

/// Any element, or every element, of an array of doubles is in a range.
struct FloatingElementsTest<Value: FloatingField>: StoredTest {
  let range: FloatingRangeTest<Value>
  let quantifier: ElementQuantifier

  var offset: Int { range.offset }

  @inline(__always)
  func holds(_ row: Row) -> Bool {
    row.withElements(Value.self, at: range.offset) { elements in
      for value in elements where range.contains(value.floatingValue) == quantifier.decisive {
        return quantifier.whenDecided
      }
      return !quantifier.whenDecided
    }
  }

  @inline(__always)
  func mask(_ block: Block) -> UInt64 { branchingMask(block) }
}
