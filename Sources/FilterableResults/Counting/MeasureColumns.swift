internal import FilterEngine
internal import FilterSummaries

/// The columns of the keys that facets and aggregates read, each made if something needs it.
struct MeasureColumns {
  /// Numbers by key, for sums, averages and extremes of stored numbers and dates.
  private(set) var numbers: [NumberColumn?]

  /// Values by key, for value facets, distinct values, and everything about other keys.
  var values: [ValueColumn?]

  /// The source of each measure.
  private let sources: [Source]
  private let measures: [SummaryPlan.Measure]

  private enum Source {
    case numbers, values
  }

  init(_ plan: SummaryPlan) {
    numbers = plan.keys.map { _ in nil }
    values = plan.keys.map { _ in nil }
    measures = plan.measures
    var sources: [Source] = []
    for measure in plan.measures {
      if measure.kind != .distinct, let column = plan.keys[measure.key].numbers {
        numbers[measure.key] = NumberColumn(column)
        sources.append(.numbers)
      } else {
        values[measure.key] = ValueColumn(plan.keys[measure.key])
        sources.append(.values)
      }
    }
    for case .values(let key, _, _) in plan.facets where values[key] == nil {
      values[key] = ValueColumn(plan.keys[key])
    }
    self.sources = sources
  }

  /// Enters all rows of a table. Returns false if `goesOn` does, which is asked before it reads values.
  mutating func enter(
    _ rows: RowBits, in table: RowTable, while goesOn: (_ count: Int) -> Bool
  ) -> Bool {
    for key in values.indices {
      if values[key]?.enter(rows, in: table, while: goesOn) == false { return false }
      guard numbers[key] != nil else { continue }
      guard goesOn(table.count) else { return false }
      numbers[key]?.enter(rows, in: table)
    }
    return true
  }

  /// Sets the values of a row; nil for a row that was removed. Returns the old slots by key, to be released after the
  /// row has been counted again.
  mutating func update(_ id: RowID, at address: UnsafeRawPointer?) -> [UInt32] {
    for key in numbers.indices { numbers[key]?.update(id, at: address) }
    return values.indices.map { values[$0]?.update(id, at: address) ?? ValueColumn.absent }
  }

  /// Releases slots that `update(_:at:)` returned.
  mutating func release(_ slots: [UInt32]) {
    for key in values.indices { values[key]?.release(slots[key]) }
  }

  // MARK: - Reading

  /// The part of a row in a measure.
  enum Part {
    /// Nothing: the row has no value, or one that the measure leaves out.
    case none
    /// The key fails, or its value is of another kind than the measure takes.
    case failed
    /// A value of any kind.
    case present
    case integer(Int64)
    case double(Double)
    case value(FilterValue)
    /// A value with an order, by its kind.
    case ordered(OrderedKind)
    /// A value whose rank counts, by its kind.
    case ranked(OrderedKind)
    /// The slot of the value in the column of the key.
    case slot(UInt32)
  }

  /// The part of a row in a measure.
  @inline(__always)
  func part(of id: RowID, in measure: Int) -> Part {
    let (kind, key) = (measures[measure].kind, measures[measure].key)
    if case .numbers = sources[measure] {
      return numbers[key].map { part(of: id, kind, $0) } ?? .none
    }
    return values[key].map { part(of: id, kind, $0) } ?? .none
  }

  @inline(__always)
  private func part(
    of id: RowID, _ kind: MeasureKind, _ column: NumberColumn
  ) -> Part {
    guard column.hasValue(id) else { return .none }
    switch kind {
    case .number:
      if column.areDates { return .failed }
      return column.areIntegers ? .integer(column.integer(id)) : .double(column.double(id))
    case .least, .greatest: return column.isNaN(id) ? .none : .ordered(.number)
    case .quantile: return column.isNaN(id) ? .none : .ranked(.number)
    case .present, .distinct: return .present
    }
  }

  /// The stored numbers or dates of a measure; nil if it has values of any kind.
  func numberColumn(of measure: Int) -> NumberColumn? {
    if case .numbers = sources[measure] { numbers[measures[measure].key] } else { nil }
  }

  /// The values of a measure; nil if it has stored numbers or dates.
  func valueColumn(of measure: Int) -> ValueColumn? {
    if case .values = sources[measure] { values[measures[measure].key] } else { nil }
  }

  private func part(of id: RowID, _ kind: MeasureKind, _ column: ValueColumn) -> Part {
    let slot = column.slot(of: id)
    guard slot != ValueColumn.absent else { return .none }
    guard slot != ValueColumn.failed else { return .failed }
    switch kind {
    case .present, .distinct:
      if ValueColumn.isSpelling(slot), column.value(of: slot).isNull { return .none }
      return kind == .present ? .present : .slot(slot)
    case .number:
      guard ValueColumn.isSpelling(slot) else { return .failed }
      let value = column.value(of: slot)
      return value.isNull ? .none : .value(value)
    case .least, .greatest, .quantile:
      guard ValueColumn.isSpelling(slot) else { return .failed }
      let value = column.value(of: slot)
      if value.isNull || value.isNotANumber { return .none }
      guard let order = OrderedKind(value) else { return .failed }
      return kind == .quantile ? .ranked(order) : .ordered(order)
    }
  }

  /// The kind of the value of a row in a measure of extremes; nil if the row has no part in it.
  func kind(of id: RowID, in measure: Int) -> OrderedKind? {
    if case .ordered(let kind) = part(of: id, in: measure) { kind } else { nil }
  }

  /// Whether a row precedes another one, whose value is of the same kind, in a measure of extremes.
  @inline(never)
  func precedes(_ left: RowID, _ right: RowID, in measure: Int) -> Bool {
    let (kind, key) = (measures[measure].kind, measures[measure].key)
    let isGreatest = kind == .greatest
    if case .numbers = sources[measure] {
      guard let words = numbers[key]?.words else { return false }
      return isGreatest
        ? words[Int(left)] > words[Int(right)] : words[Int(left)] < words[Int(right)]
    }
    guard let column = values[key] else { return false }
    let (left, right) = (column.slot(of: left), column.slot(of: right))
    return left != right
      && ExtremeState.precedes(
        column.value(of: left), column.value(of: right), isGreatest: isGreatest)
  }

  /// Whether a row ranks before another one in a measure of quantiles: by kind, by value, by spelling, and by number.
  func ranks(_ left: RowID, before right: RowID, in measure: Int) -> Bool {
    precedes(left, right, in: measure) || left < right && !precedes(right, left, in: measure)
  }

  /// The value of a row in a measure of extremes or quantiles.
  func value(of id: RowID, in measure: Int) -> FilterValue {
    let key = measures[measure].key
    if case .numbers = sources[measure] { return numbers[key]?.value(id) ?? .null }
    guard let column = values[key], case let slot = column.slot(of: id),
      ValueColumn.isSpelling(slot)
    else { return .null }
    return column.value(of: slot)
  }
}
