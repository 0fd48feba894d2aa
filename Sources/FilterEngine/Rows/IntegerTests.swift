/// An integer field is inside or outside of a range.
struct IntegerRangeTest<Value: FixedWidthInteger & Sendable>: StoredTest
where Value.Magnitude: Sendable {
  let offset: Int
  let low: Value
  let span: Value.Magnitude
  let isInverted: Bool

  @inline(__always)
  func holds(_ row: Row) -> Bool { contains(row.load(Value.self, at: offset)) != isInverted }

  @inline(__always)
  func mask(_ block: Block) -> UInt64 {
    let inside = block.mask(at: offset) { contains($0.load(Value.self, at: offset)) }
    return isInverted ? block.candidates & ~inside : inside
  }

  @inline(__always)
  func contains(_ value: Value) -> Bool {
    // One subtraction and one comparison: a value below `low` wraps around to a large magnitude.
    Value.Magnitude(truncatingIfNeeded: value &- low) <= span
  }
}

/// An optional integer field is inside or outside of a range, with a separate answer for `nil`.
struct OptionalIntegerRangeTest<Value: FixedWidthInteger & Sendable>: StoredTest
where Value.Magnitude: Sendable {
  let range: IntegerRangeTest<Value>
  let whenNil: Bool

  var offset: Int { range.offset }

  @inline(__always)
  func holds(_ row: Row) -> Bool {
    guard let value = row.load(Value?.self, at: range.offset) else { return whenNil }
    return range.contains(value) != range.isInverted
  }
}

/// An optional field of a machine type is `nil`, or is not. Types of the same size have the same layout.
struct NilTest<Value: BitwiseCopyable & Sendable>: StoredTest {
  let offset: Int
  let whenNil: Bool

  @inline(__always)
  func holds(_ row: Row) -> Bool { (row.load(Value?.self, at: offset) == nil) == whenNil }
}

/// An integer field is one of a few values.
struct ScatteredIntegerTest<Value: FixedWidthInteger & Sendable>: StoredTest {
  let offset: Int
  let table: ScatteredTable

  @inline(__always)
  func holds(_ row: Row) -> Bool {
    table.contains(UInt64(truncatingIfNeeded: row.load(Value.self, at: offset)))
  }
}

/// An integer field is one of many values.
struct IntegerSetTest<Value: FixedWidthInteger & Sendable>: StoredTest {
  let offset: Int
  let members: Set<Value>

  @inline(__always)
  func holds(_ row: Row) -> Bool { members.contains(row.load(Value.self, at: offset)) }

  @inline(__always)
  func mask(_ block: Block) -> UInt64 { block.branchingMask(at: offset) { holds($0) } }
}

/// Any element, or every element, of an array of integers is in a range.
struct IntegerElementsTest<Value: FixedWidthInteger & Sendable>: StoredTest
where Value.Magnitude: Sendable {
  let range: IntegerRangeTest<Value>
  let quantifier: ElementQuantifier

  var offset: Int { range.offset }

  @inline(__always)
  func holds(_ row: Row) -> Bool {
    row.withElements(Value.self, at: range.offset) { elements in
      for value in elements where (range.contains(value) != range.isInverted) == quantifier.decisive
      {
        return quantifier.whenDecided
      }
      return !quantifier.whenDecided
    }
  }

  @inline(__always)
  func mask(_ block: Block) -> UInt64 { block.branchingMask { holds($0) } }
}
