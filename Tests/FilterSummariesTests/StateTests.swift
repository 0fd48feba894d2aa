import FilterEngine
import FilterSummaries
import TestSupport
import Testing

/// States of random values, weights, removals and merges against a recount of the values that are present.
@Suite struct StateTests {
  private static let kinds: [MeasureKind] = [
    .present, .number, .least, .greatest, .distinct, .quantile,
  ]

  /// A row of a table: its keys, the elements of its value, and how often its group counts it.
  private struct Row {
    let keys: [Sample]
    let elements: [Sample]
    let isList: Bool
    let weight: Int

    init(keyCount: Int, _ dice: inout SeededGenerator) {
      keys = (0..<keyCount).map { _ in Sample.random(&dice) }
      isList = dice.chance(10)
      elements = (0..<(isList ? dice.below(4) : 1)).map { _ in Sample.random(&dice) }
      weight = 1 + dice.below(3)
    }

    var value: FilterValue {
      isList ? .list(FilterList(elements.map(\.value))) : elements[0].value
    }
  }

  /// Enters a row in one of the ways in which rows are read.
  private static func enter(_ row: Row, _ table: inout GroupTable, _ dice: inout SeededGenerator) {
    let slots = row.keys.compactMap(\.slot)
    var group: Int?
    if row.keys.count == 1, case .string(var text) = row.keys[0].value, dice.chance(70) {
      group = text.withUTF8 { table.add($0, rows: row.weight) }
    } else if slots.count == row.keys.count, dice.chance(50) {
      group = table.add(slots, rows: row.weight)
    }
    guard let group = group ?? table.add(row.keys.map(\.value), rows: row.weight) else { return }
    for measure in kinds.indices {
      if !row.isList, dice.chance(50), let slot = row.elements[0].slot,
        table.add(slot, to: measure, of: group)
      {
        continue
      }
      table.add(row.value, to: measure, of: group)
    }
  }

  @Test(arguments: RandomSearch.seeds(100))
  func groupsAreThoseOfARecount(_ seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    let keyCount = dice.below(3)
    let rows = (0..<dice.below(200)).map { _ in Row(keyCount: keyCount, &dice) }
    var tables = (0..<3).map { _ in GroupTable(keyCount: keyCount, Self.kinds) }
    for row in rows { Self.enter(row, &tables[dice.below(3)], &dice) }
    let table = tables.dropFirst().reduce(into: tables[0]) { $0.merge($1) }

    var groups: [[Row]] = keyCount == 0 ? [[]] : []
    for row in rows {
      let known = groups.firstIndex { group in
        group.first.map { zip($0.keys, row.keys).allSatisfy { $0.equals($1) } } ?? true
      }
      if let known { groups[known].append(row) } else { groups.append([row]) }
    }
    #expect(table.count == groups.count, "seed \(seed)")
    let ordered = rows.filter { row in
      !row.isList && [.number, .string, .date].contains(row.elements[0].kind)
        && !row.elements[0].isNotANumber
    }
    let counts = [FilterKind.number, .string, .date].map { kind in
      (kind, ordered.count { $0.elements[0].kind == kind })
    }
    let most = counts.map(\.1).max() ?? 0
    let kind = counts.first { $0.1 == most }?.0 ?? .number
    let values = rows.filter { $0.isList || $0.elements[0].value.kind != .null }
    let notNumbers = values.count { $0.isList || $0.elements[0].kind != .number }
    let notANumber = values.count { !$0.isList && $0.elements[0].isNotANumber }
    #expect(table.measures[1].leftOut == notNumbers, "seed \(seed)")
    #expect(table.measures[5].leftOut == table.measures[2].leftOut, "seed \(seed)")
    #expect(table.measures[2].leftOut == values.count - notANumber - most, "seed \(seed)")

    for number in 0..<table.count {
      let names = table.values(of: number)
      let found = groups.first { rows in
        (0..<keyCount).allSatisfy { key in
          rows.map { $0.keys[key] }.distinct[0].value.isSpelled(as: names[key])
        }
      }
      guard let found else {
        Issue.record("no row is in the group \(names), seed \(seed)")
        continue
      }
      #expect(table.counts[number] == found.reduce(0) { $0 + $1.weight }, "seed \(seed)")
      let scalars = found.filter { !$0.isList }.map { $0.elements[0] }
      let total = scalars.filter { $0.kind == .number }.total
      let present = found.count { $0.isList || $0.elements[0].value.kind != .null }
      let distinct = found.flatMap(\.elements).distinct.count { $0.value.kind != .null }
      let expected: [FilterValue] = [
        .int(Int64(present)), total.sum, scalars.extreme(of: kind, isGreatest: false),
        scalars.extreme(of: kind, isGreatest: true), .int(Int64(distinct)),
        scalars.median(of: kind),
      ]
      for (measure, value) in zip(table.measures, expected) {
        #expect(measure.value(of: number).isSpelled(as: value), "\(names), seed \(seed)")
      }
      for percent in [0, 30, 95, 100] {
        let value = table.measures[5].value(of: .percentile(Double(percent)), of: number)
        #expect(
          value.isSpelled(as: scalars.percentile(percent, of: kind)),
          "\(names), \(percent) %, seed \(seed)")
      }
      #expect(table.measures[1].average(of: number).isSpelled(as: total.average), "seed \(seed)")
    }
  }

  @Test(arguments: RandomSearch.seeds(100))
  func statesForgetWhatIsRemoved(_ seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    let bounds = ValueRanges(sorting: [-1, 0, .double(0.5)])
    var sums = (0..<2).map { _ in SumState() }
    var ranges = (0..<2).map { _ in RangeState(bounds) }
    var counts = (0..<2).map { _ in ValueCountState() }
    for part in 0..<2 { sums[part].addGroup() }
    var present: [(sample: Sample, weight: Int, part: Int)] = []
    var others = 0
    for _ in 0..<dice.below(300) {
      if dice.chance(40), !present.isEmpty {
        let (sample, weight, part) = present.remove(at: dice.below(present.count))
        if sample.value.kind != .null { sums[part].add(sample.value, weight: -weight, to: 0) }
        if !ranges[part].add(sample.value, weight: -weight) { others -= weight }
      } else {
        let entry = (sample: Sample.random(&dice), weight: 1 + dice.below(3), part: dice.below(2))
        present.append(entry)
        let (sample, weight, part) = entry
        if sample.value.kind != .null { sums[part].add(sample.value, weight: weight, to: 0) }
        if !ranges[part].add(sample.value, weight: weight) { others += weight }
      }
    }
    for (sample, weight, part) in present { counts[part].add(sample.value, weight: weight) }
    sums[0].merge(sums[1], into: [0])
    ranges[0].merge(ranges[1])
    counts[0].merge(counts[1])

    let all = present.flatMap { Array(repeating: $0.sample, count: $0.weight) }
    let numbers = all.filter { $0.number != nil || $0.isNotANumber }
    let total = numbers.total
    #expect(sums[0].sum(of: 0).isSpelled(as: total.sum), "seed \(seed)")
    #expect(sums[0].average(of: 0).isSpelled(as: total.average), "seed \(seed)")
    let missing = all.count { $0.value.kind == .null }
    #expect(sums[0].leftOut == all.count - missing - numbers.count, "seed \(seed)")

    let limits = [-Sample.parts, 0, Sample.parts / 2]
    let bars = (0...limits.count).map { bar in
      numbers.compactMap(\.number).count { number in limits.count { $0 <= number } == bar }
    }
    #expect(ranges[0].list.map(\.count) == bars, "seed \(seed)")
    #expect(ranges[0].missing == missing, "seed \(seed)")
    #expect(ranges[0].notANumber == numbers.count(where: \.isNotANumber), "seed \(seed)")
    #expect(others == all.count - missing - numbers.count, "seed \(seed)")

    let distinct = all.distinct
    var found = 0
    for (value, count) in counts[0].counts {
      found += 1
      let sample = distinct.first { $0.value.isSpelled(as: value) }
      let expected = sample.map { sample in all.count { $0.equals(sample) } }
      #expect(expected == count, "\(value), seed \(seed)")
    }
    #expect(found == distinct.count, "seed \(seed)")
  }
}
