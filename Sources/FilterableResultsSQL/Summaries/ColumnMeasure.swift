internal import FilterEngine
internal import FilterSQL
internal import FilterSummaries
internal import FilterableResults

/// A column that is measured.
struct MeasuredColumn {
  let column: SQLColumn
  private(set) var measures: [MeasureKind] = []

  /// Whether a facet needs the number of rows by value.
  private(set) var hasFacet = false

  init(_ column: SQLColumn) { self.column = column }

  /// Whether the rows are counted by value. The engine compares texts, once for each distinct one, as databases order
  /// them by bytes.
  var isCountedByValue: Bool {
    hasFacet
      || measures.contains { measure in
        switch measure {
        case .distinct, .quantile: true
        case .least, .greatest: column.kind == .text
        case .present, .number: false
        }
      }
  }

  /// Whether a database measures the column exactly without its values. It rounds sums of doubles more than once.
  func isPushed(to dialect: SQLDialect) -> Bool {
    guard !isCountedByValue, dialect.isMeasured(column) else { return false }
    if case .real = column.kind { return !measures.contains(.number) }
    return true
  }

  /// Adds a measure, or for nil the number of rows by value.
  mutating func need(_ measure: MeasureKind?) {
    guard let measure else { return hasFacet = true }
    if !measures.contains(measure) { measures.append(measure) }
  }
}

/// The measures of a column over rows.
struct ColumnMeasure {
  /// The number of rows by value, nil included; nil if no facet needs it.
  private(set) var values: ValueCountState?
  private var tables: [MeasureTable]

  init(_ column: MeasuredColumn) {
    if column.hasFacet { values = ValueCountState() }
    tables = column.measures.map { MeasureTable($0) }
    for index in tables.indices { tables[index].addGroup() }
  }

  /// Adds rows with a value.
  mutating func add(_ value: FilterValue, _ rows: Int = 1) {
    values?.add(value, weight: rows)
    for index in tables.indices { tables[index].add(value, weight: rows, to: 0) }
  }

  /// Adds the measures of a database: the number of values, their extremes, and the sum of integers.
  mutating func add(count: Int, least: FilterValue, greatest: FilterValue, sum: Int128?) {
    for index in tables.indices {
      tables[index].add(count, least: least, greatest: greatest, sum: sum, to: 0)
    }
  }

  /// The value of an aggregate, whose measure the column has.
  func value(of function: AggregateFunction) -> AggregateValue {
    guard let table = tables.first(where: { $0.measure == function.measure }) else {
      return AggregateValue(.null)
    }
    return AggregateValue(function.value(of: 0, in: table), failed: table.leftOut)
  }
}

extension FetchPlan {
  /// Measures columns over all rows that match; limit and offset are ignored.
  func measures(
    of columns: [MeasuredColumn], _ reader: any SQLReader
  ) throws -> [ColumnMeasure] {
    var measures = columns.map { ColumnMeasure($0) }
    var rest = Array(columns.indices)
    if translation.isExact {
      for index in rest where columns[index].isCountedByValue {
        for (value, count) in try counts(by: columns[index].column, reader) {
          measures[index].add(value, count)
        }
      }
      rest.removeAll { columns[$0].isCountedByValue }
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
        let (high, low) = (Int128(values[4].integer ?? 0), Int128(values[5].integer ?? 0))
        found[index].add(
          count: Int(count), least: least, greatest: greatest,
          sum: column.kind == .integer ? (high << 32) + low : nil)
      }
      return false
    }
    if isExact { measures = found }
    return isExact
  }
}
