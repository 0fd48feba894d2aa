package import FilterEngine

/// How many values are in each range between bounds, and how many are nil or NaN.
package struct RangeState: Sendable {
  private let ranges: ValueRanges

  /// The counts by slot: of the ranges, then of nil and of NaN.
  private var counts: [Int]

  /// No values.
  package init(_ ranges: ValueRanges) {
    self.init(ranges, counts: Array(repeating: 0, count: ranges.bounds.count + 3))
  }

  /// Values with these counts by slot.
  package init(_ ranges: ValueRanges, counts: [Int]) {
    (self.ranges, self.counts) = (ranges, counts)
  }

  /// The number of slots.
  package var slotCount: Int { counts.count }

  /// The slot of a value; nil for a value that is in no range.
  package static func slot(of value: FilterValue, in ranges: ValueRanges) -> Int? {
    switch ranges.slot(of: value) {
    case .range(let number): number
    case .null: ranges.bounds.count + 1
    case .notANumber: ranges.bounds.count + 2
    case .other: nil
    }
  }

  /// Adds a value as often as its weight says; false if it is in no range.
  package mutating func add(_ value: FilterValue, weight: Int = 1) -> Bool {
    guard let slot = Self.slot(of: value, in: ranges) else { return false }
    add(weight, toSlot: slot)
    return true
  }

  /// Adds values in a slot, or removes them.
  package mutating func add(_ count: Int, toSlot slot: Int) { counts[slot] += count }

  /// Adds the values of others in the same ranges.
  package mutating func merge(_ other: RangeState) {
    for (slot, count) in other.counts.enumerated() { counts[slot] += count }
  }

  /// The ranges in order, nil on the sides on which they are open, with their counts.
  package var list: [(from: FilterValue?, to: FilterValue?, count: Int)] {
    (0...ranges.bounds.count).map {
      let (from, to) = ranges.bounds(of: $0)
      return (from, to, counts[$0])
    }
  }

  /// The number of values that are nil.
  package var missing: Int { counts[counts.count - 2] }

  /// The number of values that are NaN.
  package var notANumber: Int { counts[counts.count - 1] }

  /// Whether both have the same bounds and counts.
  package func isSame(as other: RangeState) -> Bool {
    counts == other.counts && ranges.bounds == other.ranges.bounds
  }
}
