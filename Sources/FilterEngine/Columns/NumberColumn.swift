/// The answer of a column for lanes without a number.
struct LaneMasks {
  /// The rows whose value is `nil`.
  var nils: UInt64 = 0

  /// The rows that are left to the precise evaluator: their value is an error, or does not fit a lane.
  var failures: UInt64 = 0

  /// The rows without a number.
  @inline(__always) var missing: UInt64 { nils | failures }
}

/// The source of the numbers of a column.
protocol ColumnSource<Lane>: Sendable {
  associatedtype Lane: BitwiseCopyable & Sendable

  /// Writes the numbers of the candidates of `block` to `lanes`, which has space for a whole block.
  ///
  /// Other lanes, and those without a number, are undefined. From rows that are not candidates, only machine
  /// types are read in place.
  func fill(_ block: Block, _ lanes: UnsafeMutablePointer<Lane>) -> LaneMasks
}

/// An expression that is a number for each row, computed for all rows of a block at once.
///
/// Each lane belongs to a row of the block. Numbers stay in machine registers, without boxes and allocations.
/// If a result does not fit a lane, as with an overflow, the row fails, and the precise evaluator reports the
/// error.
struct NumberColumn<Lane: BitwiseCopyable & Sendable>: Sendable {
  /// Writes the numbers of a block to lanes.
  let fill: @Sendable (_ block: Block, _ lanes: UnsafeMutablePointer<Lane>) -> LaneMasks

  /// A column of a source.
  // Always inlined, so that the closure is made where the type of the source is known. Through an existential,
  // the code of a generic source is not specialized, and each lane is copied by calls. The source is kept like
  // a test (`SharedTest`).
  @inline(__always)
  init<Source: ColumnSource<Lane>>(_ source: Source) {
    let kept = KeptSource(source)
    fill = { block, lanes in kept.source.fill(block, lanes) }
  }
}

private final class KeptSource<Source: ColumnSource>: Sendable {
  let source: Source

  init(_ source: Source) { self.source = source }
}

extension NumberColumn {
  /// Calls `body` with the numbers of the candidates of `block`.
  @inline(__always)
  func withLanes<Result>(
    of block: Block, _ body: (UnsafeMutablePointer<Lane>, LaneMasks) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: Lane.self, capacity: Block.capacity) { buffer in
      // A buffer of a positive capacity has an address.
      let lanes = buffer.baseAddress.unsafelyUnwrapped
      return body(lanes, fill(block, lanes))
    }
  }
}

/// The same number for every row.
struct ConstantColumn<Lane: BitwiseCopyable & Sendable>: ColumnSource {
  let value: Lane

  func fill(_ block: Block, _ lanes: UnsafeMutablePointer<Lane>) -> LaneMasks {
    for lane in 0..<block.count { lanes[lane] = value }
    return LaneMasks()
  }
}

/// A stored property of a machine type.
struct StoredColumn<Value: LaneSource>: ColumnSource {
  let offset: Int

  func fill(_ block: Block, _ lanes: UnsafeMutablePointer<Value.Lane>) -> LaneMasks {
    let readAhead = ReadAhead(stride: block.stride, offset: offset)
    var masks = LaneMasks()
    var row = block.base
    for lane in 0..<block.count {
      readAhead(of: row)
      let value = row.load(Value.self, at: offset)
      lanes[lane] = value.lane
      masks.failures |= (value.fitsLane ? 0 : 1) &<< UInt64(truncatingIfNeeded: lane)
      row = row.advanced(by: block.stride)
    }
    return masks
  }
}

/// A stored property of an optional machine type.
struct OptionalStoredColumn<Value: LaneSource>: ColumnSource {
  let offset: Int

  func fill(_ block: Block, _ lanes: UnsafeMutablePointer<Value.Lane>) -> LaneMasks {
    var masks = LaneMasks()
    var row = block.base
    for lane in 0..<block.count {
      let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: lane)
      if let value = row.load(Value?.self, at: offset) {
        lanes[lane] = value.lane
        if !value.fitsLane { masks.failures |= bit }
      } else {
        masks.nils |= bit
      }
      row = row.advanced(by: block.stride)
    }
    return masks
  }
}

/// A property that the item's own code reads: of a class, or a computed one.
struct ComputedColumn<Value: LaneSource>: ColumnSource {
  let read: FieldAccess.LaneReader

  func fill(_ block: Block, _ lanes: UnsafeMutablePointer<Value.Lane>) -> LaneMasks {
    if Value.self == Value.Lane.self {
      read(block.base.address, block.stride, block.candidates, UnsafeMutableRawPointer(lanes))
      return LaneMasks()
    }
    return withUnsafeTemporaryAllocation(of: Value.self, capacity: Block.capacity) { values in
      var masks = LaneMasks()
      guard let base = values.baseAddress else { return masks }
      read(block.base.address, block.stride, block.candidates, UnsafeMutableRawPointer(base))
      var rest = block.candidates
      while rest != 0 {
        let lane = rest.trailingZeroBitCount
        rest &= rest &- 1
        lanes[lane] = base[lane].lane
        if !base[lane].fitsLane { masks.failures |= 1 &<< UInt64(truncatingIfNeeded: lane) }
      }
      return masks
    }
  }
}

/// Integers as doubles: rounded, as in arithmetic with a double, or only if they are exact, as a comparison
/// requires.
struct WidenedColumn: ColumnSource {
  let integers: NumberColumn<Int64>

  /// Whether integers fail that may not be exact.
  var failsBetweenDoubles = false

  /// Integers up to this magnitude are exact doubles.
  private static let exact: UInt64 = 1 << 53

  func fill(_ block: Block, _ lanes: UnsafeMutablePointer<Double>) -> LaneMasks {
    integers.withLanes(of: block) { numbers, masks in
      var masks = masks
      for lane in 0..<block.count {
        lanes[lane] = Double(numbers[lane])
        if failsBetweenDoubles, numbers[lane].magnitude > Self.exact {
          masks.failures |= 1 &<< UInt64(truncatingIfNeeded: lane)
        }
      }
      return masks
    }
  }
}
