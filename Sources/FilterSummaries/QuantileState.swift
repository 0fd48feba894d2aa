internal import FilterEngine

/// How often each value of groups occurs, which are numbered from 0 on, for their quantiles.
///
/// As for extremes, only values of the most frequent kind of all groups count, and NaN does not.
struct QuantileState: Sendable {
  /// The values, each after the number of its group.
  private var table = GroupTable(keyCount: 2, [])

  /// The numbers of the values of each group in the table.
  private var members: [[Int]] = []

  /// The numbers of values by kind.
  private var counts = OrderedCounts()

  /// The number of values without an order.
  private var unordered = 0

  /// The slots of a group and a value, for one row after another.
  private var slots = [RowSlot(.integer), RowSlot(.null)]

  /// Values of no group.
  init() {}

  /// Adds a group without values.
  mutating func addGroup() { members.append([]) }

  /// Adds the number or the text of a slot.
  mutating func add(_ slot: RowSlot, to group: Int) {
    if slot.kind == .double, slot.double.isNaN { return }
    counts.add(1, slot.kind == .string ? .text : .number)
    slots[0] = RowSlot(.integer, bits: UInt64(group))
    slots[1] = slot
    let known = table.count
    if let value = table.add(slots, rows: 1), table.count > known { members[group].append(value) }
  }

  /// Adds a value that is not nil as often as its weight says.
  mutating func add(_ value: FilterValue, weight: Int = 1, to group: Int) {
    guard let kind = OrderedKind(value) else {
      unordered += weight
      return
    }
    guard !value.isNotANumber else { return }
    counts.add(weight, kind)
    insert(value, weight, into: group)
  }

  private mutating func insert(_ value: FilterValue, _ weight: Int, into group: Int) {
    let known = table.count
    guard let number = table.add([.int(Int64(group)), value], rows: weight) else { return }
    if table.count > known { members[group].append(number) }
  }

  /// Adds the groups of other values. `groups` has the number of each of them here, nil for those left out.
  mutating func merge(_ other: QuantileState, into groups: [Int?]) {
    for (index, group) in groups.enumerated() {
      guard let group else { continue }
      for number in other.members[index] {
        insert(other.table.values(of: number)[1], other.table.counts[number], into: group)
      }
    }
    counts.add(other.counts)
    unordered += other.unordered
  }

  /// A quantile of a group, nil of nothing.
  ///
  /// - Complexity: O(d log d) for d distinct values of the group.
  func value(of quantile: Quantile, of group: Int) -> FilterValue {
    let values = members[group].compactMap { number -> (value: FilterValue, count: Int)? in
      let value = table.values(of: number)[1]
      let kind = OrderedKind(value)
      return kind == counts.mostFrequent ? (value, table.counts[number]) : nil
    }.sorted { ExtremeState.precedes($0.value, $1.value, isGreatest: false) }
    let ends = values.reduce(into: [Int]()) { $0.append(($0.last ?? 0) + $1.count) }
    return quantile.value(among: ends.last ?? 0) { rank in
      values[ends.partition { $0 > rank }].value
    }
  }

  /// The kind that is compared; nil without values that have an order.
  var kind: OrderedKind? { counts.most > 0 ? counts.mostFrequent : nil }

  /// The number of values that are not of the kind that is compared.
  var leftOut: Int { unordered + counts.others }

  /// The number of distinct values of all groups.
  var distinctCount: Int { table.count }

  /// The number of distinct values of all groups, of which long ones count more than once.
  var size: Int { table.size }
}
