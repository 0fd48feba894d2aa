internal import FilterEngine

/// A number about the values of a column, for each group of rows.
struct Aggregate: Sendable {
  enum Operation: String, Sendable, CaseIterable {
    case sum, avg, min, max, distinct
  }

  let operation: Operation

  /// The index of the column among those that are read.
  let column: Int

  /// The name of its column in the output.
  let name: String
}

/// The states of one aggregate for groups, which are numbered from 0 on.
struct AggregateTable: Sendable {
  let operation: Aggregate.Operation
  private var sums: [ExactSum] = []

  /// The least or greatest number, text and date of each group, one after another.
  ///
  /// Which of the three counts is known with the last row, so that the order of rows does not matter.
  private var extremes: [FilterValue] = []

  private static let comparison = SortComparison()

  /// The kinds of values that have an order.
  private static let kinds: [FilterKind] = [.number, .string, .date]
  private static let kindCount = 3

  /// The distinct values, each after the number of its group, and their number in each group.
  private(set) var distinct = KeyTable()
  private var distinctCounts: [Int] = []

  /// The values that are ordered, by their kind, and the values of other kinds.
  private var orderedCounts = Array(repeating: 0, count: kinds.count)
  private var otherCount = 0

  /// The rows whose value cannot be computed, and the first reason.
  private var failureCount = 0
  private var firstFailure: String?

  init(_ operation: Aggregate.Operation) { self.operation = operation }

  /// Adds a group without rows, the next number.
  mutating func addGroup() {
    switch operation {
    case .sum, .avg: sums.append(ExactSum())
    case .min, .max: extremes += Self.kinds.map { _ in .null }
    case .distinct: distinctCounts.append(0)
    }
  }

  /// Adds the value of a row to a group; false if it is not in its slot. `key` is a buffer.
  @inline(__always)
  mutating func add(_ slot: RowSlot, to group: Int, _ key: inout KeyBuffer) -> Bool {
    switch (slot.kind, operation) {
    case (.missing, _), (.null, _): break
    case (.integer, .sum), (.integer, .avg): sums[group].add(slot.integer)
    case (.double, .sum), (.double, .avg): sums[group].add(slot.double)
    case (.integer, .min), (.integer, .max):
      // Most numbers are not beyond the known one, which is of their kind.
      if case .int(let known) = extremes[group &* Self.kindCount],
        operation == .min ? slot.integer >= known : slot.integer <= known
      {
        orderedCounts[0] &+= 1
      } else {
        addExtreme(.int(slot.integer), to: group)
      }
    case (.double, .min), (.double, .max):
      if case .double(let known) = extremes[group &* Self.kindCount],
        operation == .min ? slot.double > known : slot.double < known
      {
        orderedCounts[0] &+= 1
      } else {
        addExtreme(.double(slot.double), to: group)
      }
    case (_, .distinct):
      key.removeAll()
      Self.append(group, to: &key)
      guard ValueKey.append(slot, to: &key) != nil else { return false }
      if key.withBytes({ distinct.insert($0) }).isNew { distinctCounts[group] += 1 }
    default: return false
    }
    return true
  }

  /// Adds the value of a row to a group. `key` is a buffer.
  mutating func add(_ value: FilterValue, to group: Int, _ key: inout KeyBuffer) {
    guard value.kind != .null else { return }
    switch operation {
    case .sum, .avg:
      // A boolean is a number in comparisons, and none in a sum.
      if value.kind == .boolean || !sums[group].add(value) { otherCount += 1 }
    case .min, .max: addExtreme(value, to: group)
    case .distinct:
      for element in value.countedElements where element.kind != .null {
        addDistinct(element, to: group, &key)
      }
    }
  }

  /// Counts a row whose value cannot be computed.
  mutating func fail(_ error: EvaluationError) {
    failureCount += 1
    if firstFailure == nil { firstFailure = error.message }
  }

  private mutating func addExtreme(_ value: FilterValue, to group: Int) {
    guard let kind = Self.kinds.firstIndex(of: value.kind) else {
      otherCount += 1
      return
    }
    guard !value.isNotANumber else { return }
    orderedCounts[kind] += 1
    keep(value, at: group * Self.kindCount + kind)
  }

  /// Keeps a value as an extreme if it is beyond the known one, or a lesser spelling of it.
  private mutating func keep(_ value: FilterValue, at index: Int) {
    let known = extremes[index]
    guard known.kind != .null else {
      extremes[index] = value
      return
    }
    let order = Self.comparison.order(value, known)
    let isBetter =
      order == 0 ? value.isLesserSpelling(than: known) : (order < 0) == (operation == .min)
    if isBetter { extremes[index] = value }
  }

  private mutating func addDistinct(_ value: FilterValue, to group: Int, _ key: inout KeyBuffer) {
    key.removeAll()
    Self.append(group, to: &key)
    _ = ValueKey.append(value, to: &key)
    if key.withBytes({ distinct.insert($0) }).isNew { distinctCounts[group] += 1 }
  }

  /// Appends the number of a group, which fits four bytes as numbers of keys do.
  private static func append(_ group: Int, to key: inout KeyBuffer) {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: group).littleEndian) {
      key.append(contentsOf: $0)
    }
  }

  /// Adds the groups of another table. `groups` has the number of each of them here, nil for those left out.
  mutating func merge(_ other: AggregateTable, into groups: [Int?]) {
    for (index, group) in groups.enumerated() {
      guard let group else { continue }
      switch operation {
      case .sum, .avg: sums[group].merge(other.sums[index])
      case .min, .max:
        for kind in Self.kinds.indices {
          let value = other.extremes[index * Self.kindCount + kind]
          if value.kind != .null { keep(value, at: group * Self.kindCount + kind) }
        }
      case .distinct: break
      }
    }
    for (kind, count) in other.orderedCounts.enumerated() { orderedCounts[kind] += count }
    otherCount += other.otherCount
    failureCount += other.failureCount
    if firstFailure == nil { firstFailure = other.firstFailure }
    var key = KeyBuffer()
    other.distinct.forEach { _, old in
      let index = Int(UInt32(littleEndian: old.loadUnaligned(as: UInt32.self)))
      guard let group = groups[index] else { return }
      key.removeAll()
      Self.append(group, to: &key)
      key.append(contentsOf: UnsafeRawBufferPointer(rebasing: old[4...]))
      if key.withBytes({ distinct.insert($0) }).isNew { distinctCounts[group] += 1 }
    }
  }

  // MARK: - Results

  /// The result of a group.
  func value(of group: Int) -> FilterValue {
    switch operation {
    case .sum: sums[group].sum
    case .avg: sums[group].average ?? .null
    case .min, .max: extremes[group * Self.kindCount + chosenKind]
    case .distinct: .int(Int64(distinctCounts[group]))
    }
  }

  /// The index of the kind of which there are most values.
  private var chosenKind: Int {
    let most = orderedCounts.max() ?? 0
    return orderedCounts.firstIndex(of: most) ?? 0
  }

  /// The number of values of other kinds than the aggregate takes.
  var leftOutCount: Int {
    guard operation == .min || operation == .max else { return otherCount }
    return otherCount + orderedCounts.reduce(0, +) - orderedCounts[chosenKind]
  }

  /// The values that the aggregate leaves out, and the reason; nil if there are none.
  func note(_ name: String) -> String? {
    let others = leftOutCount
    var (one, many) = ("a number", "numbers")
    if operation == .min || operation == .max {
      let kind = Self.kinds[chosenKind]
      (one, many) =
        orderedCounts[chosenKind] > 0
        ? (kind.phrase, kind.plural) : ("a number, a string or a date", "numbers, strings or dates")
    }
    var parts: [String] = []
    if others > 0 {
      parts.append(
        others == 1 ? "1 value that is not \(one)" : "\(others) values that are not \(many)")
    }
    if let firstFailure {
      let values = failureCount == 1 ? "1 value" : "\(failureCount) values"
      parts.append("\(values) that cannot be computed (\(firstFailure))")
    }
    return parts.isEmpty ? nil : "\(name) leaves out " + parts.joined(separator: " and ")
  }
}

extension FilterValue {
  /// The values that count for a value: the elements of a list or a set, nil for an empty one.
  var countedElements: [FilterValue] {
    let elements: [FilterValue]
    switch self {
    case .list(let list): elements = list.elements
    case .set(let set): elements = set.elements
    default: return [self]
    }
    return elements.isEmpty ? [.null] : elements
  }

  /// Whether it is NaN.
  fileprivate var isNotANumber: Bool {
    switch self {
    case .double, .decimal: rounded.isNaN
    default: false
    }
  }
}
