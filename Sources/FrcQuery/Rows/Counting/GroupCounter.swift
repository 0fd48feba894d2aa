internal import FilterEngine

/// Counts the matching rows of a part of an input. Used by one thread.
///
/// A struct, so that a row needs one access to what its owner keeps, and not one to each property.
struct GroupCounter {
  private let counting: Counting
  private let columns: [ProjectedColumn]
  private let run: EvaluationContext
  private var table: GroupTable

  /// The slot of the only key; nil if there are others, or if it is not read in place.
  private let onlySlot: Int?

  /// The groups of recent texts, each at the place of a hash of its length and its ends.
  private var recent: [Int]

  // Memory that is used for one row after another.
  private var key = KeyBuffer()
  private var spellings: [ValueKey.Spelling]
  private var scratch = KeyBuffer()

  private static let recentCount = 256

  /// A counter of rows by `columns`: the keys, then the columns of aggregates. Its loops charge `run`.
  init(_ counting: Counting, _ columns: [ProjectedColumn], _ run: EvaluationContext) {
    self.counting = counting
    self.columns = columns
    self.run = run
    table = GroupTable(counting)
    onlySlot = counting.keyCount == 1 ? columns[0].plain : nil
    recent = Array(repeating: .max, count: Self.recentCount)
    spellings = Array(repeating: .integer, count: counting.keyCount)
  }

  /// Removes and returns what has been counted since the last call.
  mutating func takeTable() -> GroupTable {
    let taken = table
    table = GroupTable(counting)
    return taken
  }

  /// Counts a row, whose computed values `builder` reads.
  @inline(__always)
  mutating func add(_ row: some MatchedRow, _ builder: OutputRowBuilder) {
    if let onlySlot {
      let slot = row.slot(at: onlySlot)
      if slot.kind == .string, slot.count < 255 {
        builder.see(0)
        return add(row, to: group(of: slot.utf8), builder)
      }
    }
    if appendSlots(of: row, builder) {
      return add(row, to: key.withBytes { table.group($0, spellings) }, builder)
    }
    addValues(of: row, builder)
  }

  /// The group of a text of fewer than 255 bytes.
  @inline(__always)
  private mutating func group(of text: UnsafeBufferPointer<UInt8>) -> Int {
    // Three bytes that tell most words apart.
    let place =
      text.count == 0
      ? 0
      : (text.count &* 7 &+ Int(text[0]) &* 31 &+ Int(text[text.count / 2]) &* 5
        &+ Int(text[text.count &- 1])) & (Self.recentCount &- 1)
    let known = recent[place]
    if table.isGroup(known, ofText: text) { return known }
    key.removeAll()
    let start = ValueKey.start(ofTextWith: text.count)
    key.append(start.0)
    key.append(start.1)
    key.append(contentsOf: UnsafeRawBufferPointer(text))
    spellings[0] = .integer
    let group = key.withBytes { table.group($0, spellings) }
    recent[place] = group
    return group
  }

  /// Makes the key of a row from its slots; false if they do not hold all of it.
  @inline(__always)
  private mutating func appendSlots(of row: some MatchedRow, _ builder: OutputRowBuilder) -> Bool {
    key.removeAll()
    for index in 0..<counting.keyCount {
      guard let plain = columns[index].plain else { return false }
      let slot = row.slot(at: plain)
      guard let spelling = ValueKey.append(slot, to: &key) else { return false }
      spellings[index] = spelling
      if slot.kind != .null, slot.kind != .missing { builder.see(index) }
    }
    return true
  }

  /// Counts a row by the values of its keys, once for each distinct element of a list.
  private mutating func addValues(of row: some MatchedRow, _ builder: OutputRowBuilder) {
    var choices: [[FilterValue]] = []
    var count = 1
    for index in 0..<counting.keyCount {
      do throws(EvaluationError) {
        let value = try builder.computed(columns[index], in: row)
        if value.kind != .null { builder.see(index) }
        choices.append(try distinct(value.countedElements))
        let (product, overflows) = count.multipliedReportingOverflow(by: choices[index].count)
        count = overflows ? .max : product
        // All combinations are charged before the first one is counted: no row is counted in part.
        if index + 1 == counting.keyCount, count > 1 { try run.spend(min(count, .max >> 1)) }
      } catch {
        return fail(error, columns[index].key.name)
      }
    }
    var places = choices.map { _ in 0 }
    // There can be more combinations of elements than groups are allowed.
    while !table.isOverfull, run.work(choices.count + Self.unitsOfGroup) == nil {
      addGroup(zip(choices, places).map { $0[$1] }, row, builder)
      guard let last = places.indices.last(where: { places[$0] + 1 < choices[$0].count }) else {
        return
      }
      places[last] += 1
      for index in places.indices where index > last { places[index] = 0 }
    }
  }

  private mutating func addGroup(
    _ values: [FilterValue], _ row: some MatchedRow, _ builder: OutputRowBuilder
  ) {
    key.removeAll()
    for (index, value) in values.enumerated() {
      spellings[index] = ValueKey.append(value, to: &key)
    }
    guard run.move(bytes: key.count) == nil else { return }
    let group = key.withBytes { table.group($0, spellings) }
    for (index, value) in values.enumerated() where spellings[index].needsName {
      table.name(value, key: index, of: group)
    }
    add(row, to: group, builder)
  }

  /// The units of work of counting a row in a group, whose key is hashed and compared.
  private static let unitsOfGroup = 32

  /// The elements without repetitions.
  private func distinct(_ elements: [FilterValue]) throws(EvaluationError) -> [FilterValue] {
    guard elements.count > 1 else { return elements }
    if let end = run.loop(over: elements) { throw end }
    // The least spelling of a value counts.
    var indices: [FilterValue: Int] = [:]
    var result: [FilterValue] = []
    for element in elements {
      if let index = indices[element] {
        if element.isLesserSpelling(than: result[index]) { result[index] = element }
      } else {
        indices[element] = result.count
        result.append(element)
      }
    }
    return result
  }

  @inline(__always)
  private mutating func add(_ row: some MatchedRow, to group: Int, _ builder: OutputRowBuilder) {
    table.count(row.weight, in: group)
    for index in counting.aggregates.indices {
      let number = counting.aggregates[index].column
      let column = columns[number]
      if let plain = column.plain {
        let slot = row.slot(at: plain)
        if table.add(slot, to: index, of: group, &scratch) {
          if slot.kind != .null, slot.kind != .missing { builder.see(number) }
          continue
        }
      }
      addValue(of: column, number, in: row, to: index, of: group, builder)
    }
  }

  @inline(never)
  private mutating func addValue(
    of column: ProjectedColumn, _ number: Int, in row: some MatchedRow, to aggregate: Int,
    of group: Int, _ builder: OutputRowBuilder
  ) {
    do throws(EvaluationError) {
      let value = try builder.computed(column, in: row)
      if value.kind != .null { builder.see(number) }
      if let end = run.loop(over: value) { throw end }
      table.add(value, to: aggregate, of: group, &scratch)
    } catch {
      // The run says that it has ended.
      if !error.endsCall { table.fail(error, in: aggregate) }
    }
  }

  private mutating func fail(_ error: EvaluationError, _ key: String) {
    guard !error.endsCall else { return }
    table.failures.count += 1
    if table.failures.first == nil { table.failures.first = (key, error.message) }
  }
}
