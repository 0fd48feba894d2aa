internal import FilterEngine

/// Counts the matching rows of a part of an input. Used by one thread.
final class GroupCounter {
  private let counting: Counting
  private let columns: [ProjectedColumn]
  private var table: GroupTable

  // Reused from row to row.
  private var key: [UInt8] = []
  private var spellings: [ValueKey.Spelling] = []
  private var scratch: [UInt8] = []

  /// A counter of rows by `columns`: the keys, then the columns of aggregates.
  init(_ counting: Counting, _ columns: [ProjectedColumn]) {
    self.counting = counting
    self.columns = columns
    table = GroupTable(counting)
  }

  /// Removes and returns what has been counted since the last call.
  func takeTable() -> GroupTable {
    defer { table = GroupTable(counting) }
    return table
  }

  /// Counts a row, whose computed values `builder` reads.
  func add(_ row: some MatchedRow, _ builder: OutputRowBuilder) {
    if appendSlots(of: row, builder) {
      return add(row, to: table.group(key, spellings), builder)
    }
    addValues(of: row, builder)
  }

  /// Makes the key of a row from its slots; false if they do not hold all of it.
  @inline(__always)
  private func appendSlots(of row: some MatchedRow, _ builder: OutputRowBuilder) -> Bool {
    key.removeAll(keepingCapacity: true)
    spellings.removeAll(keepingCapacity: true)
    for index in 0..<counting.keyCount {
      guard let plain = columns[index].plain else { return false }
      let slot = row.slot(at: plain)
      guard let spelling = ValueKey.append(slot, to: &key) else { return false }
      spellings.append(spelling)
      if slot.kind != .null, slot.kind != .missing { builder.see(index) }
    }
    return true
  }

  /// Counts a row by the values of its keys, once for each distinct element of a list.
  private func addValues(of row: some MatchedRow, _ builder: OutputRowBuilder) {
    var choices: [[FilterValue]] = []
    for index in 0..<counting.keyCount {
      do throws(EvaluationError) {
        let value = try builder.computed(columns[index], in: row)
        if value.kind != .null { builder.see(index) }
        choices.append(distinct(value.countedElements))
      } catch {
        return fail(error, columns[index].key.name, builder)
      }
    }
    var places = choices.map { _ in 0 }
    // Every combination of elements, of which there can be more than groups are allowed.
    while table.count <= counting.maxGroups {
      addGroup(zip(choices, places).map { $0[$1] }, row, builder)
      guard let last = places.indices.last(where: { places[$0] + 1 < choices[$0].count }) else {
        return
      }
      places[last] += 1
      for index in places.indices where index > last { places[index] = 0 }
    }
  }

  private func addGroup(
    _ values: [FilterValue], _ row: some MatchedRow, _ builder: OutputRowBuilder
  ) {
    key.removeAll(keepingCapacity: true)
    spellings.removeAll(keepingCapacity: true)
    for value in values { spellings.append(ValueKey.append(value, to: &key)) }
    let group = table.group(key, spellings)
    for (index, value) in values.enumerated() where spellings[index].needsName {
      table.name(value, key: index, of: group)
    }
    add(row, to: group, builder)
  }

  /// The elements without repetitions.
  private func distinct(_ elements: [FilterValue]) -> [FilterValue] {
    guard elements.count > 1 else { return elements }
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
  private func add(_ row: some MatchedRow, to group: Int, _ builder: OutputRowBuilder) {
    table.count(row.weight, in: group)
    for index in counting.aggregates.indices {
      let number = counting.aggregates[index].column
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
  private func addValue(
    of column: ProjectedColumn, _ number: Int, in row: some MatchedRow, to aggregate: Int,
    of group: Int, _ builder: OutputRowBuilder
  ) {
    do throws(EvaluationError) {
      let value = try builder.computed(column, in: row)
      if value.kind != .null { builder.see(number) }
      table.add(value, to: aggregate, of: group, &scratch)
    } catch {
      // A limit of the run ends it, which the report of the builder says.
      if error.endsCall { builder.end(error) } else { table.fail(error, in: aggregate) }
    }
  }

  private func fail(_ error: EvaluationError, _ key: String, _ builder: OutputRowBuilder) {
    if error.endsCall { return builder.end(error) }
    table.failures.count += 1
    if table.failures.first == nil { table.failures.first = (key, error.message) }
  }
}
