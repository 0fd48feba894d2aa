package import FilterEngine

/// Exact sums of the numbers of groups, which are numbered from 0 on.
///
/// A sum depends on the numbers that are present, and not on the order of changes: a number that was added can be
/// removed with a negative weight. A Boolean is 0 or 1.
package struct SumState: Sendable {
  private var sums: [ExactSum] = []

  /// The number of values that are not numbers.
  package private(set) var leftOut = 0

  /// Sums of no group.
  package init() {}

  /// Adds a group without numbers.
  package mutating func addGroup() { sums.append(ExactSum()) }

  /// Adds a number of a slot.
  @inline(__always)
  mutating func add(integer: Int64, to group: Int) { sums[group].add(integer) }

  /// Adds a number of a slot.
  @inline(__always)
  mutating func add(double: Double, to group: Int) { sums[group].add(double) }

  /// Adds a value that is not nil as often as its weight says, or removes it as often if the weight is negative.
  ///
  /// - Complexity: O(1) for integers, and O(n) in the weight for other numbers.
  package mutating func add(_ value: FilterValue, weight: Int = 1, to group: Int) {
    switch value {
    case .int(let number): add(sum: Int128(number) * Int128(weight), of: weight, to: group)
    case .bool(let flag): add(sum: flag ? Int128(weight) : 0, of: weight, to: group)
    default:
      for _ in 0..<abs(weight) {
        guard weight > 0 ? sums[group].add(value) : sums[group].remove(value) else {
          leftOut += weight
          return
        }
      }
    }
  }

  /// Adds integers by their sum.
  package mutating func add(sum: Int128, of count: Int, to group: Int) {
    sums[group].add(sum: sum, of: count)
  }

  /// Leaves out values that are not numbers.
  package mutating func leaveOut(_ count: Int) { leftOut += count }

  /// Adds the groups of other sums. `groups` has the number of each of them here, nil for those left out.
  package mutating func merge(_ other: SumState, into groups: [Int?]) {
    for (index, group) in groups.enumerated() {
      if let group { sums[group].merge(other.sums[index]) }
    }
    leftOut += other.leftOut
  }

  /// The sum of a group, 0 of nothing.
  package func sum(of group: Int) -> FilterValue { sums[group].sum }

  /// The average of a group, nil of nothing.
  package func average(of group: Int) -> FilterValue { sums[group].average ?? .null }
}
