/// An integer of the width of a machine type, with or without a sign: tests work on its bits.
typealias IntegerBits = FixedWidthInteger & UnsignedInteger & Sendable

/// An integer field is inside or outside of a range.
struct IntegerRangeTest<Value: IntegerBits>: StoredTest {
  let offset: Int
  let low: Value
  let span: Value
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
    // One subtraction and one comparison: a value below `low` wraps around to a large one.
    value &- low <= span
  }
}

extension IntegerRangeTest<UInt64> {
  @inline(__always)
  func contains(_ value: Int64) -> Bool { contains(UInt64(bitPattern: value)) }
}

/// An optional integer field is inside or outside of a range, with a separate answer for `nil`.
struct OptionalIntegerRangeTest<Value: IntegerBits>: StoredTest {
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
struct ScatteredIntegerTest<Value: IntegerBits>: StoredTest {
  let offset: Int
  let table: ScatteredTable

  @inline(__always)
  func holds(_ row: Row) -> Bool {
    table.contains(UInt64(row.load(Value.self, at: offset)))
  }
}

/// An integer field is one of many values.
struct IntegerSetTest<Value: IntegerBits>: StoredTest {
  let offset: Int
  let members: Set<UInt64>

  @inline(__always)
  func holds(_ row: Row) -> Bool { members.contains(UInt64(row.load(Value.self, at: offset))) }

  @inline(__always)
  func mask(_ block: Block) -> UInt64 { branchingMask(block, at: offset) }
}

/// Any element, or every element, of an array of integers is in a range.
struct IntegerElementsTest<Value: IntegerBits>: StoredTest {
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
  func mask(_ block: Block) -> UInt64 { branchingMask(block) }
}
