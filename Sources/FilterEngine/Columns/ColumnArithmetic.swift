/// An operation on two integers; nil if the result is an error.
protocol IntegerOperation: Sendable {
  static func apply(_ left: Int64, _ right: Int64) -> (result: Int64, fails: Bool)
}

/// An operator between two columns of integers.
struct IntegerOperationColumn<Operation: IntegerOperation>: ColumnSource {
  let left: NumberColumn<Int64>
  let right: NumberColumn<Int64>

  func fill(_ block: Block, _ lanes: UnsafeMutablePointer<Int64>) -> LaneMasks {
    let first = left.fill(block, lanes)
    return right.withLanes(of: block) { others, second in
      var failures = first.missing | second.missing
      for lane in 0..<block.count {
        let (result, fails) = Operation.apply(lanes[lane], others[lane])
        lanes[lane] = result
        failures |= (fails ? 1 : 0) &<< UInt64(truncatingIfNeeded: lane)
      }
      // Arithmetic with `nil` is an error.
      return LaneMasks(failures: failures)
    }
  }
}

enum IntegerSum: IntegerOperation {
  @inline(__always)
  static func apply(_ left: Int64, _ right: Int64) -> (result: Int64, fails: Bool) {
    let (result, fails) = left.addingReportingOverflow(right)
    return (result, fails)
  }
}

enum IntegerDifference: IntegerOperation {
  @inline(__always)
  static func apply(_ left: Int64, _ right: Int64) -> (result: Int64, fails: Bool) {
    let (result, fails) = left.subtractingReportingOverflow(right)
    return (result, fails)
  }
}

enum IntegerProduct: IntegerOperation {
  @inline(__always)
  static func apply(_ left: Int64, _ right: Int64) -> (result: Int64, fails: Bool) {
    let (result, fails) = left.multipliedReportingOverflow(by: right)
    return (result, fails)
  }
}

enum IntegerQuotient: IntegerOperation {
  @inline(__always)
  static func apply(_ left: Int64, _ right: Int64) -> (result: Int64, fails: Bool) {
    let (result, fails) = left.dividedReportingOverflow(by: right)
    return (result, fails)
  }
}

enum IntegerRemainder: IntegerOperation {
  @inline(__always)
  static func apply(_ left: Int64, _ right: Int64) -> (result: Int64, fails: Bool) {
    // Int64.min % -1 reports an overflow, although its result is 0.
    if right == -1 { return (0, false) }
    let (result, fails) = left.remainderReportingOverflow(dividingBy: right)
    return (result, fails)
  }
}

enum BitAnd: IntegerOperation {
  @inline(__always)
  static func apply(_ left: Int64, _ right: Int64) -> (result: Int64, fails: Bool) {
    (left & right, false)
  }
}

enum BitOr: IntegerOperation {
  @inline(__always)
  static func apply(_ left: Int64, _ right: Int64) -> (result: Int64, fails: Bool) {
    (left | right, false)
  }
}

enum BitXor: IntegerOperation {
  @inline(__always)
  static func apply(_ left: Int64, _ right: Int64) -> (result: Int64, fails: Bool) {
    (left ^ right, false)
  }
}

enum ShiftLeft: IntegerOperation {
  @inline(__always)
  static func apply(_ left: Int64, _ right: Int64) -> (result: Int64, fails: Bool) {
    (left &<< right, UInt64(bitPattern: right) > 63)
  }
}

enum ShiftRight: IntegerOperation {
  @inline(__always)
  static func apply(_ left: Int64, _ right: Int64) -> (result: Int64, fails: Bool) {
    (left &>> right, UInt64(bitPattern: right) > 63)
  }
}

/// A function of one integer.
struct IntegerFunctionColumn: ColumnSource {
  enum Function: Sendable { case magnitude, negation, complement }

  let operand: NumberColumn<Int64>
  let function: Function

  func fill(_ block: Block, _ lanes: UnsafeMutablePointer<Int64>) -> LaneMasks {
    var failures = operand.fill(block, lanes).missing
    for lane in 0..<block.count {
      let value = lanes[lane]
      if function == .complement {
        lanes[lane] = ~value
        continue
      }
      lanes[lane] = function == .negation || value < 0 ? 0 &- value : value
      failures |= (value == .min ? 1 : 0) &<< UInt64(truncatingIfNeeded: lane)
    }
    return LaneMasks(failures: failures)
  }
}

/// An operator between two columns of doubles.
struct DoubleOperationColumn: ColumnSource {
  let left: NumberColumn<Double>
  let right: NumberColumn<Double>
  let operation: @Sendable (Double, Double) -> Double

  func fill(_ block: Block, _ lanes: UnsafeMutablePointer<Double>) -> LaneMasks {
    let first = left.fill(block, lanes)
    return right.withLanes(of: block) { others, second in
      let failures = first.missing | second.missing
      var rest = block.candidates & ~failures
      while rest != 0 {
        let lane = rest.trailingZeroBitCount
        rest &= rest &- 1
        lanes[lane] = operation(lanes[lane], others[lane])
      }
      return LaneMasks(failures: failures)
    }
  }
}

/// A function of one double.
struct DoubleFunctionColumn: ColumnSource {
  let operand: NumberColumn<Double>
  let function: @Sendable (Double) -> Double

  func fill(_ block: Block, _ lanes: UnsafeMutablePointer<Double>) -> LaneMasks {
    let failures = operand.fill(block, lanes).missing
    var rest = block.candidates & ~failures
    while rest != 0 {
      let lane = rest.trailingZeroBitCount
      rest &= rest &- 1
      lanes[lane] = function(lanes[lane])
    }
    return LaneMasks(failures: failures)
  }
}
