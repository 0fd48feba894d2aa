internal import FilterEngine
internal import FilterSQL
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
  var values: [FilterValue: Int] = [:]

  /// The number of rows with a value.
  var count = 0

  /// The number of rows whose value is not a number.
  private var notNumbers = 0

  /// The number of rows whose value has no order.
  private var unordered = 0
  private var sum = ExactSum()
  private var least: FilterValue?
  private var greatest: FilterValue?

  init(_ needs: MeasuredColumn.Needs) { self.needs = needs }

  /// Adds rows with a value.
  mutating func add(_ value: FilterValue, _ rows: Int = 1) {
    if needs.contains(.values) { values[value, default: 0] += rows }
    guard !value.isNull else { return }
    count += rows
    if needs.contains(.sum) { addNumber(value, rows) }
    if needs.contains(.extremes) { addExtreme(value, rows) }
  }

  private mutating func addNumber(_ value: FilterValue, _ rows: Int) {
    switch value {
    case .int(let integer): sum.add(sum: Int128(integer) * Int128(rows), of: rows)
    case .bool(let flag): sum.add(sum: flag ? Int128(rows) : 0, of: rows)
    case .double(let double): for _ in 0..<rows { sum.add(double) }
    default: notNumbers += rows
    }
  }

  private mutating func addExtreme(_ value: FilterValue, _ rows: Int) {
    if case .double(let double) = value, double.isNaN { return }
    // Values of one kind have an order, or none.
    guard value.isBelow(value) != nil else {
      unordered += rows
      return
    }
    if least.map({ Self.replaces(value, $0) { $0.isBelow($1) } }) ?? true { least = value }
    if greatest.map({ Self.replaces(value, $0) { $1.isBelow($0) } }) ?? true { greatest = value }
  }

  /// Whether a value replaces an extreme. Of equivalent texts the least spelling is the extreme.
  private static func replaces(
    _ value: FilterValue, _ extreme: FilterValue,
    _ isBeyond: (FilterValue, FilterValue) -> Bool?
  ) -> Bool {
    if isBeyond(value, extreme) == true { return true }
    guard case .string = value, isBeyond(extreme, value) == false else { return false }
    return value.isLesserSpelling(than: extreme)
  }

  /// Adds the measures of a database: the number of values, the extremes, and the sums of the halves of integers.
  mutating func add(
    count: Int, least: FilterValue, greatest: FilterValue, high: Int64, low: Int64, isNumber: Bool
  ) {
    self.count += count
    if !least.isNull { (self.least, self.greatest) = (least, greatest) }
    if isNumber {
      sum.add(sum: (Int128(high) << 32) + Int128(low), of: count)
    } else {
      notNumbers += count
    }
  }

  /// The value of an aggregate.
  func value(of function: AggregateFunction) -> AggregateValue {
    switch function {
    case .count: AggregateValue(.int(Int64(count)))
    case .distinct: AggregateValue(.int(Int64(values.keys.count { !$0.isNull })))
    case .sum: AggregateValue(sum.sum, failed: notNumbers)
    case .average: AggregateValue(sum.average ?? .null, failed: notNumbers)
    case .minimum: AggregateValue(least ?? .null, failed: unordered)
    case .maximum: AggregateValue(greatest ?? .null, failed: unordered)
    }
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
