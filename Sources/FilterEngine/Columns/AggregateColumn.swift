/// What a collection operator makes of the numbers of a column.
protocol Aggregation: Sendable {
  associatedtype Lane: BitwiseCopyable & Sendable
  associatedtype Result: BitwiseCopyable & Sendable

  init()

  /// Takes one more number; false where the result is an error, or is not a number.
  mutating func add(_ value: Lane) -> Bool

  /// Takes one more `nil`.
  mutating func addNil()

  /// The result; nil for `nil`.
  var result: Result? { get }
}

/// `comments.@sum.likes`: a number made of the numbers of the elements.
struct AggregateColumn<Operation: Aggregation>: NumberColumn {
  let items: ItemSelection

  /// The key that is read from each element.
  let key: any NumberColumn<Operation.Lane>

  func fill(_ block: Block, _ lanes: UnsafeMutablePointer<Operation.Result>) -> LaneMasks {
    var masks = LaneMasks()
    var rest = block.candidates
    while rest != 0 {
      let lane = rest.trailingZeroBitCount
      rest &= rest &- 1
      let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: lane)
      var operation = Operation()
      if !reduce(block.base.advanced(by: lane &* block.stride), &operation) {
        masks.failures |= bit
      } else if let result = operation.result {
        lanes[lane] = result
      } else {
        masks.nils |= bit
      }
    }
    return masks
  }

  /// Gives the elements of a row to the operation; false where one of them fails.
  @inline(__always)
  private func reduce(_ row: Row, _ operation: inout Operation) -> Bool {
    var isWhole = true
    let isVisited = items.array.visit(row) { elements in
      var candidates = elements.candidates
      if let filter = items.filter {
        let answer = filter.many(elements, nil)
        if answer.failures != 0 { isWhole = false }
        candidates = answer.matches
      }
      let chosen = elements.narrowed(to: candidates)
      isWhole = isWhole && key.withLanes(of: chosen) { lanes, masks in
        guard masks.failures & candidates == 0 else { return false }
        var rest = candidates
        while rest != 0 {
          let lane = rest.trailingZeroBitCount
          if masks.nils & (1 &<< UInt64(truncatingIfNeeded: lane)) != 0 {
            operation.addNil()
          } else if !operation.add(lanes[lane]) {
            return false
          }
          rest &= rest &- 1
        }
        return true
      }
      return isWhole
    }
    return isVisited && isWhole
  }
}

/// `@sum` of integers; `nil` counts as 0.
struct IntegerTotal: Aggregation {
  private var total: Int64 = 0

  @inline(__always)
  mutating func add(_ value: Int64) -> Bool {
    let (sum, overflows) = total.addingReportingOverflow(value)
    total = sum
    return !overflows
  }

  @inline(__always)
  mutating func addNil() {}

  @inline(__always)
  var result: Int64? { total }
}

/// `@sum` of doubles; `nil` counts as 0.
struct DoubleTotal: Aggregation {
  private var total = 0.0

  @inline(__always)
  mutating func add(_ value: Double) -> Bool {
    total += value
    return !total.isNaN
  }

  @inline(__always)
  mutating func addNil() {}

  @inline(__always)
  var result: Double? { total }
}

/// `@avg` of integers, `nil` of nothing; `nil` counts as 0.
struct IntegerMean: Aggregation {
  private var total: Int64 = 0
  private var count = 0

  @inline(__always)
  mutating func add(_ value: Int64) -> Bool {
    count &+= 1
    let (sum, overflows) = total.addingReportingOverflow(value)
    total = sum
    return !overflows
  }

  @inline(__always)
  mutating func addNil() { count &+= 1 }

  @inline(__always)
  var result: Double? { count == 0 ? nil : Double(total) / Double(count) }
}

/// `@avg` of doubles, `nil` of nothing; `nil` counts as 0.
struct DoubleMean: Aggregation {
  private var total = 0.0
  private var count = 0

  @inline(__always)
  mutating func add(_ value: Double) -> Bool {
    count &+= 1
    total += value
    return !total.isNaN
  }

  @inline(__always)
  mutating func addNil() { count &+= 1 }

  @inline(__always)
  var result: Double? { count == 0 ? nil : total / Double(count) }
}

/// `@min` and `@max`, `nil` of nothing; `nil` is skipped.
struct Extreme<Lane: BitwiseCopyable & Sendable & Comparable, Direction: ExtremeDirection>:
  Aggregation
{
  private var extreme: Lane?

  init() {}

  @inline(__always)
  mutating func add(_ value: Lane) -> Bool {
    // Not-a-number is not equal to itself, and has a place of its own in the language's order.
    guard value == value else { return false }
    guard let extreme else {
      self.extreme = value
      return true
    }
    if Direction.isLeast ? value < extreme : value > extreme { self.extreme = value }
    return true
  }

  @inline(__always)
  mutating func addNil() {}

  @inline(__always)
  var result: Lane? { extreme }
}

/// Which end of the order is looked for, as a type, so that each test is compiled for both.
protocol ExtremeDirection: Sendable {
  static var isLeast: Bool { get }
}

enum Least: ExtremeDirection { @inline(__always) static var isLeast: Bool { true } }
enum Greatest: ExtremeDirection { @inline(__always) static var isLeast: Bool { false } }
