/// The reduction of numbers by a collection operator.
protocol Aggregation: Sendable {
  associatedtype Lane: BitwiseCopyable & Sendable
  associatedtype Result: BitwiseCopyable & Sendable

  /// Adds a number. Returns false if the result is an error, or is not a number.
  mutating func add(_ value: Lane) -> Bool

  /// Adds a `nil`.
  mutating func addNil()

  /// The result; nil for `nil`.
  var result: Result? { get }
}

/// `comments.@sum.likes`: a number computed from the numbers of the elements.
struct AggregateColumn<Operation: Aggregation>: ColumnSource {
  let items: ItemSelection

  /// The key that is read from each element.
  let key: NumberColumn<Operation.Lane>

  /// The operation before the first number.
  let start: Operation

  func fill(_ block: Block, _ lanes: UnsafeMutablePointer<Operation.Result>) -> LaneMasks {
    items.array.fill(block, lanes, start) { elements, operation in
      var candidates = elements.candidates
      if let filter = items.filter {
        let answer = filter.many(elements, nil)
        guard answer.failures == 0 else { return false }
        candidates = answer.matches
      }
      return key.withLanes(of: elements.narrowed(to: candidates)) { lanes, masks in
        guard masks.failures & candidates == 0 else { return false }
        var rest = candidates
        while rest != 0 {
          let lane = rest.trailingZeroBitCount
          rest &= rest &- 1
          if masks.nils & (1 &<< UInt64(truncatingIfNeeded: lane)) != 0 {
            operation.addNil()
          } else if !operation.add(lanes[lane]) {
            return false
          }
        }
        return true
      }
    }
  }
}

/// The same for a stored number of all elements, which is reduced in place.
struct StoredAggregateColumn<Operation: Aggregation, Value: LaneSource>: ColumnSource
where Value.Lane == Operation.Lane {
  let array: ItemArray

  /// The offset of the number in an element.
  let offset: Int

  /// The operation before the first number.
  let start: Operation

  func fill(_ block: Block, _ lanes: UnsafeMutablePointer<Operation.Result>) -> LaneMasks {
    array.fill(block, lanes, start) { elements, operation in
      var element = elements.base
      for _ in 0..<elements.count {
        let value = element.load(Value.self, at: offset)
        guard value.fitsLane, operation.add(value.lane) else { return false }
        element = element.advanced(by: elements.stride)
      }
      return true
    }
  }
}

extension ItemArray {
  /// Fills lanes with the results of `add` for the elements of each candidate. A row fails if `add` returns
  /// false.
  @inline(__always)
  fileprivate func fill<Operation: Aggregation>(
    _ block: Block, _ lanes: UnsafeMutablePointer<Operation.Result>, _ start: Operation,
    _ add: (Block, inout Operation) -> Bool
  ) -> LaneMasks {
    block.willReadElements(at: offset, large: true)
    var masks = LaneMasks()
    var rest = block.candidates
    while rest != 0 {
      let lane = rest.trailingZeroBitCount
      rest &= rest &- 1
      let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: lane)
      var operation = start
      var isWhole = true
      let isVisited = visit(block.base.advanced(by: lane &* block.stride)) { elements in
        isWhole = add(elements, &operation)
        return isWhole
      }
      if !isVisited || !isWhole {
        masks.failures |= bit
      } else if let result = operation.result {
        lanes[lane] = result
      } else {
        masks.nils |= bit
      }
    }
    return masks
  }
}

/// `@sum` of integers; `nil` counts as 0.
struct IntegerTotal: Aggregation {
  private var total: Int64 = 0

  init() {}

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

  init() {}

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

  init() {}

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

  init() {}

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

/// `@min` and `@max` of integers, `nil` of nothing; `nil` is skipped.
struct IntegerExtreme: Aggregation {
  let isLeast: Bool
  private var extreme: Int64 = 0
  private var isEmpty = true

  init(isLeast: Bool) { self.isLeast = isLeast }

  @inline(__always)
  mutating func add(_ value: Int64) -> Bool {
    if isEmpty || (isLeast ? value < extreme : value > extreme) { extreme = value }
    isEmpty = false
    return true
  }

  @inline(__always)
  mutating func addNil() {}

  @inline(__always)
  var result: Int64? { isEmpty ? nil : extreme }
}

/// `@min` and `@max` of doubles, `nil` of nothing; `nil` is skipped.
struct DoubleExtreme: Aggregation {
  let isLeast: Bool
  private var extreme = 0.0
  private var isEmpty = true

  init(isLeast: Bool) { self.isLeast = isLeast }

  @inline(__always)
  mutating func add(_ value: Double) -> Bool {
    if isEmpty || (isLeast ? value < extreme : value > extreme) { extreme = value }
    isEmpty = false
    // The language defines where not-a-number sorts.
    return !value.isNaN
  }

  @inline(__always)
  mutating func addNil() {}

  @inline(__always)
  var result: Double? { isEmpty ? nil : extreme }
}
