package import FilterEngine

/// The least or the greatest values of groups, which are numbered from 0 on.
///
/// Only values of one kind are compared, that of which there are most in all groups together. It is known with the last
/// value, so a group keeps an extreme of each kind. NaN is no extreme.
package struct ExtremeState: Sendable {
  private let isGreatest: Bool

  /// The extremes of each group by kind, one group after another.
  private var extremes: [FilterValue] = []

  private static let kindCount = OrderedKind.allCases.count

  /// The numbers of values by kind.
  private var counts = OrderedCounts()

  /// The number of values without an order.
  private var unordered = 0

  /// Extremes of no group.
  init(isGreatest: Bool) { self.isGreatest = isGreatest }

  /// Adds a group without values.
  mutating func addGroup() {
    extremes += repeatElement(.null, count: Self.kindCount)
  }

  /// Adds a number of a slot.
  @inline(__always)
  mutating func add(integer: Int64, to group: Int) {
    // Most numbers are not beyond the known one, which is of their kind.
    if case .int(let known) = extremes[group &* Self.kindCount],
      isGreatest ? integer <= known : integer >= known
    {
      counts.add(1, .number)
    } else {
      add(.int(integer), to: group)
    }
  }

  /// Adds a number of a slot.
  @inline(__always)
  mutating func add(double: Double, to group: Int) {
    if case .double(let known) = extremes[group &* Self.kindCount],
      isGreatest ? double < known : double > known
    {
      counts.add(1, .number)
    } else {
      add(.double(double), to: group)
    }
  }

  /// Adds a value that is not nil as often as its weight says.
  mutating func add(_ value: FilterValue, weight: Int = 1, to group: Int) {
    guard let kind = OrderedKind(value) else {
      unordered += weight
      return
    }
    guard !value.isNotANumber else { return }
    counts.add(weight, kind)
    keep(value, at: group * Self.kindCount + kind.rawValue)
  }

  private mutating func keep(_ value: FilterValue, at index: Int) {
    let known = extremes[index]
    if known.isNull || Self.precedes(value, known, isGreatest: isGreatest) {
      extremes[index] = value
    }
  }

  private static let comparison = SortComparison()

  /// Whether a value precedes another one of its kind as an extreme: it is beyond that, or a lesser spelling of an equal or
  /// equivalent value.
  package static func precedes(
    _ value: FilterValue, _ other: FilterValue, isGreatest: Bool
  ) -> Bool {
    let order = comparison.order(value, other)
    return order == 0 ? value.isLesserSpelling(than: other) : (order > 0) == isGreatest
  }

  /// Adds the groups of other extremes. `groups` has the number of each of them here, nil for those left out.
  mutating func merge(_ other: ExtremeState, into groups: [Int?]) {
    for (index, group) in groups.enumerated() {
      guard let group else { continue }
      for kind in 0..<Self.kindCount {
        let value = other.extremes[index * Self.kindCount + kind]
        if !value.isNull { keep(value, at: group * Self.kindCount + kind) }
      }
    }
    counts.add(other.counts)
    unordered += other.unordered
  }

  /// The extreme of a group, nil of nothing.
  func value(of group: Int) -> FilterValue {
    extremes[group * Self.kindCount + counts.mostFrequent.rawValue]
  }

  /// The kind that is compared; nil without values that have an order.
  var kind: OrderedKind? { counts.most > 0 ? counts.mostFrequent : nil }

  /// The number of values that are not of the kind that is compared.
  var leftOut: Int { unordered + counts.others }
}
