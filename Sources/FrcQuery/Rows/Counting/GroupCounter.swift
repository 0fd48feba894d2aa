internal import FilterEngine
internal import FilterSummaries

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

  /// The slots of the keys of one row after another.
  private var slots: [RowSlot]

  /// A counter of rows by `columns`: the keys, then the columns of aggregates. Its loops charge `run`.
  init(_ counting: Counting, _ columns: [ProjectedColumn], _ run: EvaluationContext) {
    self.counting = counting
    self.columns = columns
    self.run = run
    table = counting.table
    onlySlot = counting.keyCount == 1 ? columns[0].plain : nil
    slots = Array(repeating: RowSlot(.null), count: counting.keyCount)
  }

  /// Removes and returns what has been counted since the last call.
  mutating func takeTable() -> GroupTable {
    let taken = table
    table = counting.table
    return taken
  }

  /// Counts a row, whose computed values `builder` reads.
  @inline(__always)
  mutating func add(_ row: some MatchedRow, _ builder: OutputRowBuilder) {
    if let onlySlot {
      let slot = row.slot(at: onlySlot)
      if slot.kind == .string, slot.count < 255 {
        builder.see(0)
        return add(row, to: table.add(slot.utf8, rows: row.weight), builder)
      }
    }
    if readSlots(of: row), let group = table.add(slots, rows: row.weight) {
      for index in slots.indices where slots[index].kind != .null && slots[index].kind != .missing {
        builder.see(index)
      }
      return add(row, to: group, builder)
    }
    addValues(of: row, builder)
  }

  /// Reads the slots of the keys of a row; false if a key is not read in place.
  @inline(__always)
  private mutating func readSlots(of row: some MatchedRow) -> Bool {
    for index in slots.indices {
      guard let plain = columns[index].plain else { return false }
      slots[index] = row.slot(at: plain)
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
        let elements = value.countedElements
        if elements.count > 1, let end = run.loop(over: elements) { throw end }
        choices.append(elements.leastSpellings)
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
    while !table.exceeds(counting.maxGroups), run.work(choices.count + Self.unitsOfGroup) == nil {
      let values = zip(choices, places).map { $0[$1] }
      if let group = table.add(values, rows: row.weight, run) { add(row, to: group, builder) }
      guard let last = places.indices.last(where: { places[$0] + 1 < choices[$0].count }) else {
        return
      }
      places[last] += 1
      for index in places.indices where index > last { places[index] = 0 }
    }
  }

  /// The units of work of counting a row in a group, whose key is hashed and compared.
  private static let unitsOfGroup = 32

  @inline(__always)
  private mutating func add(_ row: some MatchedRow, to group: Int, _ builder: OutputRowBuilder) {
    for index in counting.aggregates.indices {
      let number = counting.aggregates[index].key
      let column = columns[number]
      if let plain = column.plain {
        let slot = row.slot(at: plain)
        if table.add(slot, to: index, of: group) {
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
      table.add(value, to: aggregate, of: group)
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
