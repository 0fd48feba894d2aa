package import FilterEngine

/// A measure of the values of groups, which are numbered from 0 on.
package struct MeasureTable: Sendable {
  package let measure: MeasureKind
  private var counts: [Int] = []
  private var sums = SumState()
  private var extremes: ExtremeState
  private var distinct = DistinctState()

  /// The values whose quantiles are asked for; nil for any other measure.
  private var quantiles: QuantileState?

  /// The rows whose value cannot be computed, and the first reason.
  package private(set) var failureCount = 0
  package private(set) var firstFailure: String?

  /// A measure of no group.
  package init(_ measure: MeasureKind) {
    self.measure = measure
    extremes = ExtremeState(isGreatest: measure == .greatest)
    if measure == .quantile { quantiles = QuantileState() }
  }

  /// Adds a group without rows, the next number.
  package mutating func addGroup() {
    switch measure {
    case .present: counts.append(0)
    case .number: sums.addGroup()
    case .least, .greatest: extremes.addGroup()
    case .distinct: distinct.addGroup()
    case .quantile: quantiles?.addGroup()
    }
  }

  /// Adds the value of a row to a group; false if it is not in its slot.
  package mutating func add(_ slot: RowSlot, to group: Int) -> Bool {
    switch (slot.kind, measure) {
    case (.missing, _), (.null, _): break
    case (.integer, .number): sums.add(integer: slot.integer, to: group)
    case (.double, .number): sums.add(double: slot.double, to: group)
    case (.integer, .least), (.integer, .greatest): extremes.add(integer: slot.integer, to: group)
    case (.double, .least), (.double, .greatest): extremes.add(double: slot.double, to: group)
    case (_, .distinct): return distinct.add(slot, to: group)
    case (.integer, .quantile), (.double, .quantile), (.string, .quantile):
      quantiles?.add(slot, to: group)
    default: return false
    }
    return true
  }

  /// Adds the value of as many rows as its weight says to a group.
  package mutating func add(_ value: FilterValue, weight: Int = 1, to group: Int) {
    guard !value.isNull else { return }
    switch measure {
    case .present: counts[group] += weight
    case .number: sums.add(value, weight: weight, to: group)
    case .least, .greatest: extremes.add(value, weight: weight, to: group)
    case .distinct: distinct.add(value, to: group)
    case .quantile: quantiles?.add(value, weight: weight, to: group)
    }
  }

  /// Adds the values of `count` rows to a group by their extremes and their sum, which is nil if they are not integers.
  /// Neither distinct values nor quantiles follow from these.
  package mutating func add(
    _ count: Int, least: FilterValue, greatest: FilterValue, sum: Int128?, to group: Int
  ) {
    switch measure {
    case .present: counts[group] += count
    case .number:
      if let sum { sums.add(sum: sum, of: count, to: group) } else { sums.leaveOut(count) }
    case .least where !least.isNull: extremes.add(least, weight: count, to: group)
    case .greatest where !greatest.isNull: extremes.add(greatest, weight: count, to: group)
    case .least, .greatest, .distinct, .quantile: break
    }
  }

  /// Counts a row whose value cannot be computed, for a reason that notes can state.
  package mutating func fail(_ error: EvaluationError? = nil) {
    failureCount += 1
    if firstFailure == nil { firstFailure = error?.message }
  }

  /// Adds the groups of another table. `groups` has the number of each of them here, nil for those left out.
  mutating func merge(_ other: MeasureTable, into groups: [Int?]) {
    switch measure {
    case .present:
      for (index, group) in groups.enumerated() {
        if let group { counts[group] += other.counts[index] }
      }
    case .number: sums.merge(other.sums, into: groups)
    case .least, .greatest: extremes.merge(other.extremes, into: groups)
    case .distinct: distinct.merge(other.distinct, into: groups)
    case .quantile:
      if let others = other.quantiles { quantiles?.merge(others, into: groups) }
    }
    failureCount += other.failureCount
    if firstFailure == nil { firstFailure = other.firstFailure }
  }

  // MARK: - Results

  /// The number of a group: of numbers the sum, of quantiles the median.
  package func value(of group: Int) -> FilterValue {
    switch measure {
    case .present: .int(Int64(counts[group]))
    case .number: sums.sum(of: group)
    case .least, .greatest: extremes.value(of: group)
    case .distinct: distinct.count(of: group)
    case .quantile: value(of: .median, of: group)
    }
  }

  /// The average of the numbers of a group, nil of nothing.
  package func average(of group: Int) -> FilterValue { sums.average(of: group) }

  /// A quantile of the values of a group, nil of nothing.
  package func value(of quantile: Quantile, of group: Int) -> FilterValue {
    quantiles?.value(of: quantile, of: group) ?? .null
  }

  /// The kinds of values that the measure takes; empty for all kinds.
  package var kinds: [FilterKind] {
    switch measure {
    case .present, .distinct: []
    case .number: [.number]
    case .least, .greatest, .quantile:
      (extremes.kind ?? quantiles?.kind).map { [$0.kind] } ?? OrderedKind.allCases.map(\.kind)
    }
  }

  /// The number of values of other kinds than the measure takes.
  package var leftOut: Int { sums.leftOut + extremes.leftOut + (quantiles?.leftOut ?? 0) }

  /// The number of distinct values of all groups.
  package var distinctCount: Int { quantiles?.distinctCount ?? distinct.count }

  /// The number of distinct values of all groups, of which long ones count more than once.
  package var distinctSize: Int { quantiles?.size ?? distinct.size }
}
