internal import FilterEngine

/// The distinct values of groups, which are numbered from 0 on.
struct DistinctState: Sendable {
  /// The distinct values, each after the number of its group.
  private var keys = KeyTable()

  /// The number of distinct values of each group.
  private var counts: [Int] = []

  /// Memory for one key after another.
  private var key = KeyBuffer()

  /// The number of distinct values of all groups, of which long ones count more than once.
  var size: Int { keys.size }

  /// The number of distinct values of all groups.
  var count: Int { keys.count }

  /// Adds a group without values.
  mutating func addGroup() { counts.append(0) }

  /// Adds the value of a slot that is not nil; false if the slot does not hold all of it.
  @inline(__always)
  mutating func add(_ slot: RowSlot, to group: Int) -> Bool {
    begin(group)
    guard ValueKey.append(slot, to: &key) != nil else { return false }
    insert(into: group)
    return true
  }

  /// Adds a value: nothing for nil, and each element of a list or a set.
  mutating func add(_ value: FilterValue, to group: Int) {
    for element in value.countedElements where !element.isNull {
      begin(group)
      _ = ValueKey.append(element, to: &key)
      insert(into: group)
    }
  }

  /// Begins a key with the number of a group, which fits four bytes as numbers of keys do.
  @inline(__always)
  private mutating func begin(_ group: Int) {
    key.removeAll()
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: group).littleEndian) {
      key.append(contentsOf: $0)
    }
  }

  @inline(__always)
  private mutating func insert(into group: Int) {
    if key.withBytes({ keys.insert($0) }).isNew { counts[group] += 1 }
  }

  /// Adds the groups of other values. `groups` has the number of each of them here, nil for those left out.
  mutating func merge(_ other: DistinctState, into groups: [Int?]) {
    other.keys.forEach { _, old in
      let index = Int(UInt32(littleEndian: old.loadUnaligned(as: UInt32.self)))
      guard let group = groups[index] else { return }
      begin(group)
      key.append(contentsOf: UnsafeRawBufferPointer(rebasing: old[4...]))
      insert(into: group)
    }
  }

  /// The number of distinct values of a group.
  func count(of group: Int) -> FilterValue { .int(Int64(counts[group])) }
}
