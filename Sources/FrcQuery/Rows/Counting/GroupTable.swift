internal import FilterEngine

/// Groups of rows by the values of keys, with their counts and aggregates.
struct GroupTable: Sendable {
  private let keyCount: Int
  private(set) var aggregates: [AggregateTable]

  /// The keys of the groups as bytes, a `ValueKey` for each value.
  private(set) var keys: KeyTable
  private let mostGroups: Int

  /// The number of rows of each group.
  private(set) var counts: [Int] = []

  /// The least spelling of each value of each group.
  private var spellings: [ValueKey.Spelling] = []

  /// The values that neither bytes nor spelling tell, by their index among the spellings.
  private var names: [Int: FilterValue] = [:]

  /// The rows for which a key cannot be computed.
  var failures = KeyFailures()

  /// Rows that are in no group because a key cannot be computed.
  struct KeyFailures: Sendable {
    var count = 0

    /// The first key, and why it cannot be computed
    var first: (key: String, reason: String)?
  }

  init(_ counting: Counting) {
    keyCount = counting.keyCount
    mostGroups = counting.maxGroups
    // A sum or extremes take about as much.
    keys = KeyTable(bytesBeside: counting.aggregates.count * 64)
    aggregates = counting.aggregates.map { AggregateTable($0.operation) }
    if keyCount == 0 { _ = group(UnsafeRawBufferPointer(start: nil, count: 0), []) }
  }

  /// The number of groups.
  var count: Int { counts.count }

  /// Whether there are more groups, or more distinct values of an aggregate, than are allowed.
  var isOverfull: Bool {
    keys.size > mostGroups || aggregates.contains { $0.distinct.size > mostGroups }
  }

  /// The number of a group, which is added without rows if it is new. The key has the spellings `spellings`.
  @inline(__always)
  mutating func group(_ key: UnsafeRawBufferPointer, _ spellings: [ValueKey.Spelling]) -> Int {
    let (group, isNew) = keys.insert(key)
    if isNew {
      addRow(spellings[...])
    } else {
      for index in 0..<keyCount { note(spellings[index], at: group &* keyCount &+ index) }
    }
    return group
  }

  /// Notes a spelling of a value, of which the least counts.
  @inline(__always)
  private mutating func note(_ spelling: ValueKey.Spelling, at place: Int) {
    if spelling.rawValue < spellings[place].rawValue { spellings[place] = spelling }
  }

  /// Whether the only key of a group is a text, which has fewer than 255 bytes.
  @inline(__always)
  func isGroup(_ group: Int, ofText text: UnsafeBufferPointer<UInt8>) -> Bool {
    group < counts.count && keys.isKey(group, ValueKey.start(ofTextWith: text.count), text)
  }

  private mutating func addRow(_ spellings: ArraySlice<ValueKey.Spelling>) {
    counts.append(0)
    self.spellings += spellings
    for index in aggregates.indices { aggregates[index].addGroup() }
  }

  /// Adds rows to the count of a group.
  @inline(__always)
  mutating func count(_ rows: Int, in group: Int) { counts[group] &+= rows }

  /// Names a value of a group if its bytes do not spell it and it is the least spelling so far.
  mutating func name(_ value: FilterValue, key: Int, of group: Int) {
    let place = group * keyCount + key
    guard let known = names[place] else {
      names[place] = value
      return
    }
    // Equal dates, data and UUIDs have one spelling.
    if [.date, .data, .uuid].contains(value.kind) { return }
    if value.isLesserSpelling(than: known) { names[place] = value }
  }

  /// Adds the value of a row to an aggregate of a group; false if it is not in its slot. `scratch` is a buffer.
  @inline(__always)
  mutating func add(
    _ slot: RowSlot, to aggregate: Int, of group: Int, _ scratch: inout KeyBuffer
  ) -> Bool {
    aggregates[aggregate].add(slot, to: group, &scratch)
  }

  mutating func add(
    _ value: FilterValue, to aggregate: Int, of group: Int, _ scratch: inout KeyBuffer
  ) {
    aggregates[aggregate].add(value, to: group, &scratch)
  }

  /// Counts a row for which the column of an aggregate cannot be computed.
  mutating func fail(_ error: EvaluationError, in aggregate: Int) {
    aggregates[aggregate].fail(error)
  }

  // MARK: - Merging

  /// Adds the groups of another table.
  mutating func merge(_ other: GroupTable) {
    var groups: [Int?] = []
    groups.reserveCapacity(other.count)
    other.keys.forEach { old, key in
      let (group, isNew) = keys.insert(key)
      let places = old * keyCount..<(old + 1) * keyCount
      if isNew {
        addRow(other.spellings[places])
      } else {
        for (index, spelling) in other.spellings[places].enumerated() {
          note(spelling, at: group * keyCount + index)
        }
      }
      groups.append(group)
      counts[group] += other.counts[old]
    }
    merge(other, into: groups)
    if failures.first == nil { failures.first = other.failures.first }
    failures.count += other.failures.count
  }

  /// Adds the groups of another table, which have one key each, under another value of it; leaves out those for which
  /// `value` is nil.
  mutating func merge(_ other: GroupTable, _ value: (Int) -> FilterValue?) {
    var groups: [Int?] = []
    groups.reserveCapacity(other.count)
    var key = KeyBuffer()
    for old in 0..<other.count {
      guard let value = value(old) else {
        groups.append(nil)
        continue
      }
      key.removeAll()
      let spellings = [ValueKey.append(value, to: &key)]
      let group = key.withBytes { self.group($0, spellings) }
      groups.append(group)
      counts[group] += other.counts[old]
    }
    merge(other, into: groups)
  }

  /// Adds the names and aggregates of the groups of another table, which have these numbers here.
  private mutating func merge(_ other: GroupTable, into groups: [Int?]) {
    for (place, value) in other.names {
      if let group = groups[place / keyCount] { name(value, key: place % keyCount, of: group) }
    }
    for index in aggregates.indices {
      aggregates[index].merge(other.aggregates[index], into: groups)
    }
  }

  // MARK: - Results

  /// The values of the keys of a group.
  func values(of group: Int) -> [FilterValue] {
    var bytes = keys[group]
    return (0..<keyCount).map { key in
      let place = group * keyCount + key
      let spelling = spellings[place]
      let value = ValueKey.takeValue(spelling, from: &bytes)
      // An integer or a double is a lesser spelling than any that has a name.
      return value ?? names[place] ?? .null
    }
  }

  /// The value of the only key of a group.
  func value(of group: Int) -> FilterValue {
    var bytes = keys[group]
    return ValueKey.takeValue(spellings[group], from: &bytes) ?? names[group] ?? .null
  }

  /// The count and the aggregates of a group.
  func results(of group: Int) -> [FilterValue] {
    [.int(Int64(counts[group]))] + aggregates.map { $0.value(of: group) }
  }
}
