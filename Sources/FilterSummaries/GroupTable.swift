package import FilterEngine

/// Groups of rows by the values of keys, with their counts and measures.
package struct GroupTable: Sendable {
  private let keyCount: Int

  /// The measures of the groups.
  package private(set) var measures: [MeasureTable]

  /// The keys of the groups as bytes, a `ValueKey` for each value.
  private var keys: KeyTable

  /// The number of rows of each group.
  package private(set) var counts: [Int] = []

  /// The least spelling of each value of each group.
  private var spellings: [ValueKey.Spelling] = []

  /// The values that neither bytes nor spelling tell, by their index among the spellings.
  private var names: [Int: FilterValue] = [:]

  /// The rows for which a key cannot be computed.
  package var failures = KeyFailures()

  /// The groups of recent texts, each at the place of a hash of its length and its ends.
  private var recent: [Int]

  private static let recentCount = 256

  // Memory that is used for one row after another.
  private var key = KeyBuffer()
  private var keySpellings: [ValueKey.Spelling]

  /// Rows that are in no group because a key cannot be computed.
  package struct KeyFailures: Sendable {
    /// The number of the rows.
    package var count = 0

    /// The first key, and why it cannot be computed.
    package var first: (key: String, reason: String)?

    /// No rows.
    package init() {}

    /// Adds the rows of others.
    package mutating func merge(_ other: KeyFailures) {
      if first == nil { first = other.first }
      count += other.count
    }
  }

  /// Groups by so many keys, of which none is one group of all rows.
  package init(keyCount: Int, _ measures: [MeasureKind]) {
    self.keyCount = keyCount
    // A sum or extremes take about as much.
    keys = KeyTable(bytesBeside: measures.count * 64)
    self.measures = measures.map { MeasureTable($0) }
    recent = keyCount == 1 ? Array(repeating: .max, count: Self.recentCount) : []
    keySpellings = Array(repeating: .integer, count: keyCount)
    if keyCount == 0 { _ = group() }
  }

  /// The number of groups.
  package var count: Int { counts.count }

  /// The number of groups, of which those with long keys count more than once.
  package var size: Int { keys.size }

  /// Whether there are more groups, or more distinct values of a measure, than a number.
  package func exceeds(_ most: Int) -> Bool {
    keys.size > most || measures.contains { $0.distinctSize > most }
  }

  // MARK: - Adding

  /// Adds rows to the group of a text of fewer than 255 bytes, the value of the only key, and returns its number.
  package mutating func add(_ text: UnsafeBufferPointer<UInt8>, rows: Int) -> Int {
    // Three bytes that tell most words apart.
    let place =
      text.count == 0
      ? 0
      : (text.count &* 7 &+ Int(text[0]) &* 31 &+ Int(text[text.count / 2]) &* 5
        &+ Int(text[text.count &- 1])) & (Self.recentCount &- 1)
    let start = ValueKey.start(ofTextWith: text.count)
    var group = recent[place]
    if group >= counts.count || !keys.isKey(group, start, text) {
      key.removeAll()
      key.append(start.0)
      key.append(start.1)
      key.append(contentsOf: UnsafeRawBufferPointer(text))
      keySpellings[0] = .integer
      group = self.group()
      recent[place] = group
    }
    counts[group] &+= rows
    return group
  }

  /// Adds rows to the group of the values of slots and returns its number; nil if a slot does not hold all of its value.
  package mutating func add(_ slots: [RowSlot], rows: Int) -> Int? {
    key.removeAll()
    for index in 0..<keyCount {
      guard let spelling = ValueKey.append(slots[index], to: &key) else { return nil }
      keySpellings[index] = spelling
    }
    let group = group()
    counts[group] &+= rows
    return group
  }

  /// Adds rows to the group of values and returns its number. Charges `run` for the bytes of the key; nil if it ends.
  package mutating func add(
    _ values: [FilterValue], rows: Int, _ run: EvaluationContext? = nil
  ) -> Int? {
    key.removeAll()
    for (index, value) in values.enumerated() {
      keySpellings[index] = ValueKey.append(value, to: &key)
    }
    if let run, run.move(bytes: key.count) != nil { return nil }
    let group = group()
    for (index, value) in values.enumerated() where keySpellings[index].needsName {
      name(value, at: group * keyCount + index)
    }
    counts[group] += rows
    return group
  }

  /// The number of the group of the key in memory, which is added without rows if it is new.
  @inline(__always)
  private mutating func group() -> Int {
    let (group, isNew) = key.withBytes { keys.insert($0) }
    if isNew {
      addGroup(keySpellings[...])
    } else {
      for index in 0..<keyCount { note(keySpellings[index], at: group &* keyCount &+ index) }
    }
    return group
  }

  /// Notes a spelling of a value, of which the least counts.
  @inline(__always)
  private mutating func note(_ spelling: ValueKey.Spelling, at place: Int) {
    if spelling.rawValue < spellings[place].rawValue { spellings[place] = spelling }
  }

  private mutating func addGroup(_ spellings: ArraySlice<ValueKey.Spelling>) {
    counts.append(0)
    self.spellings += spellings
    for index in measures.indices { measures[index].addGroup() }
  }

  /// Names a value of a group if its bytes do not spell it and it is the least spelling so far.
  private mutating func name(_ value: FilterValue, at place: Int) {
    guard let known = names[place] else {
      names[place] = value
      return
    }
    // Equal dates, data and UUIDs have one spelling.
    if [.date, .data, .uuid].contains(value.kind) { return }
    if value.isLesserSpelling(than: known) { names[place] = value }
  }

  /// Adds the value of a row to a measure of a group; false if it is not in its slot.
  package mutating func add(_ slot: RowSlot, to measure: Int, of group: Int) -> Bool {
    measures[measure].add(slot, to: group)
  }

  /// Adds the value of a row to a measure of a group.
  package mutating func add(_ value: FilterValue, to measure: Int, of group: Int) {
    measures[measure].add(value, to: group)
  }

  /// Counts a row for which the column of a measure cannot be computed.
  package mutating func fail(_ error: EvaluationError, in measure: Int) {
    measures[measure].fail(error)
  }

  // MARK: - Merging

  /// Adds the groups of another table.
  package mutating func merge(_ other: GroupTable) {
    var groups: [Int?] = []
    groups.reserveCapacity(other.count)
    other.keys.forEach { old, key in
      let (group, isNew) = keys.insert(key)
      let places = old * keyCount..<(old + 1) * keyCount
      if isNew {
        addGroup(other.spellings[places])
      } else {
        for (index, spelling) in other.spellings[places].enumerated() {
          note(spelling, at: group * keyCount + index)
        }
      }
      groups.append(group)
      counts[group] += other.counts[old]
    }
    merge(other, into: groups)
    failures.merge(other.failures)
  }

  /// Adds the groups of another table, which have one key each, under another value of it; leaves out those for which
  /// `value` is nil.
  package mutating func merge(_ other: GroupTable, _ value: (Int) -> FilterValue?) {
    let groups = other.counts.enumerated().map { old, rows in
      value(old).flatMap { add([$0], rows: rows) }
    }
    merge(other, into: groups)
  }

  /// Adds the names and measures of the groups of another table, which have these numbers here.
  private mutating func merge(_ other: GroupTable, into groups: [Int?]) {
    for (place, value) in other.names {
      if let group = groups[place / keyCount] {
        name(value, at: group * keyCount + place % keyCount)
      }
    }
    for index in measures.indices { measures[index].merge(other.measures[index], into: groups) }
  }

  // MARK: - Results

  /// The values of the keys of a group.
  package func values(of group: Int) -> [FilterValue] {
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
  package func value(of group: Int) -> FilterValue {
    var bytes = keys[group]
    return ValueKey.takeValue(spellings[group], from: &bytes) ?? names[group] ?? .null
  }
}
