internal import FilterEngine
internal import FilterSQL
internal import FilterSummaries
internal import FilterableResults

/// A column that is measured, and the measures that are needed beside the number of its values.
struct MeasuredColumn {
  struct Needs: OptionSet {
    let rawValue: Int

    static let values = Needs(rawValue: 1)
    static let sum = Needs(rawValue: 2)
    static let extremes = Needs(rawValue: 4)
  }

  let column: SQLColumn
  private(set) var needs: Needs = []

  init(_ column: SQLColumn) { self.column = column }

  /// Whether a database measures the column exactly without its values. It rounds sums of doubles more than once.
  func isPushed(to dialect: SQLDialect) -> Bool {
    guard !needs.contains(.values), dialect.isMeasured(column) else { return false }
    if case .real = column.kind { return !needs.contains(.sum) }
    return true
  }

  /// Adds needs. The engine compares texts, once for each distinct one, as databases order them by bytes.
  mutating func need(_ others: Needs) {
    needs.formUnion(others)
    if case .text = column.kind, needs.contains(.extremes) { needs.insert(.values) }
  }
}

/// The measures of a column over rows.
struct ColumnMeasure {
  let needs: MeasuredColumn.Needs

  /// The number of rows by value, nil included, if it is needed.
  private(set) var values = ValueCountState()

  /// The number of rows with a value.
  private var count = 0
  private var sums = SumState(countsBooleans: true)
  private var least = ExtremeState(isGreatest: false, countsBooleans: true)
  private var greatest = ExtremeState(isGreatest: true, countsBooleans: true)

  init(_ needs: MeasuredColumn.Needs) {
    self.needs = needs
    sums.addGroup()
    least.addGroup()
    greatest.addGroup()
  }

  /// Adds rows with a value.
  mutating func add(_ value: FilterValue, _ rows: Int = 1) {
    if needs.contains(.values) { values.add(value, weight: rows) }
    guard !value.isNull else { return }
    count += rows
    if needs.contains(.sum) { sums.add(value, weight: rows, to: 0) }
    if needs.contains(.extremes) {
      least.add(value, weight: rows, to: 0)
      greatest.add(value, weight: rows, to: 0)
    }
  }

  /// Adds the measures of a database: the number of values, the extremes, and the sums of the halves of integers.
  mutating func add(
    count: Int, least: FilterValue, greatest: FilterValue, high: Int64, low: Int64, isNumber: Bool
  ) {
    self.count += count
    if !least.isNull {
      self.least.add(least, weight: count, to: 0)
      self.greatest.add(greatest, weight: count, to: 0)
    }
    if isNumber {
      sums.add(sum: (Int128(high) << 32) + Int128(low), of: count, to: 0)
    } else {
      sums.leaveOut(count)
    }
  }

  /// The value of an aggregate.
  func value(of function: AggregateFunction) -> AggregateValue {
    switch function {
    case .count: AggregateValue(.int(Int64(count)))
    case .distinct: AggregateValue(.int(Int64(values.distinct)))
    case .sum: AggregateValue(sums.sum(of: 0), failed: sums.leftOut)
    case .average: AggregateValue(sums.average(of: 0), failed: sums.leftOut)
    case .minimum: AggregateValue(least.value(of: 0), failed: least.leftOut)
    case .maximum: AggregateValue(greatest.value(of: 0), failed: greatest.leftOut)
    case .median: value(of: Quantile.median)
    case .percentile(let percent): value(of: Quantile.percentile(percent))
    }
  }

  private func value(of quantile: Quantile) -> AggregateValue {
    var state = QuantileState(countsBooleans: true)
    state.addGroup()
    for (value, rows) in values.counts where !value.isNull { state.add(value, weight: rows, to: 0) }
    return AggregateValue(state.value(of: quantile, of: 0), failed: state.leftOut)
  }
}

extension FetchPlan {
  /// Measures columns over all rows that match; limit and offset are ignored.
  func measures(
    of columns: [MeasuredColumn], _ reader: any SQLReader
  ) throws -> [ColumnMeasure] {
    var measures = columns.map { ColumnMeasure($0.needs) }
    var rest = Array(columns.indices)
    if translation.isExact {
      for index in rest where columns[index].needs.contains(.values) {
        for (value, count) in try counts(by: columns[index].column, reader) {
          measures[index].add(value, count)
        }
      }
      rest.removeAll { columns[$0].needs.contains(.values) }
      let pushed = rest.filter { columns[$0].isPushed(to: translation.dialect) }
      if try push(pushed.map { ($0, columns[$0].column) }, &measures, reader) {
        rest.removeAll(where: pushed.contains)
      }
    }
    guard !rest.isEmpty else { return measures }
    try forEachMatch(reading: rest.map { columns[$0].column }, reader) { values in
      for (index, value) in zip(rest, values) { measures[index].add(value) }
    }
    return measures
  }

  /// Has the database measure columns; false if a cell does not have the declared type.
  private func push(
    _ columns: [(index: Int, column: SQLColumn)], _ measures: inout [ColumnMeasure],
    _ reader: any SQLReader
  ) throws -> Bool {
    guard !columns.isEmpty,
      let select = SQLSelect.measures(translation, of: columns.map(\.column))
    else { return false }
    var found = measures
    var isExact = true
    try reader.read(select, tests: translation.tests) { cells in
      for (place, (index, column)) in columns.enumerated() {
        let values = (0..<6).map { cells.cell(at: 6 * place + $0) }
        guard case .integer(let count) = values[0], values[1].integer ?? 0 == 0,
          let least = column.scalar(values[2]), let greatest = column.scalar(values[3])
        else {
          isExact = false
          return false
        }
        found[index].add(
          count: Int(count), least: least, greatest: greatest, high: values[4].integer ?? 0,
          low: values[5].integer ?? 0, isNumber: column.kind == .integer)
      }
      return false
    }
    if isExact { measures = found }
    return isExact
  }
}
