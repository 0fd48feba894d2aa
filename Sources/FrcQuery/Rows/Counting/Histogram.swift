internal import FilterEngine
internal import FilterSummaries

/// Rows in ranges of the values of a key, whose width can depend on the values.
///
/// Without a stated width, values are kept until there are too many, and then ranges that are fine enough to be
/// joined to the final ones. So the result is that of a first pass for the width, in memory that does not grow.
struct Histogram {
  /// A range with its rows.
  struct Bar {
    let from: FilterValue
    let to: FilterValue

    /// The count and the aggregates.
    let results: [FilterValue]
  }

  /// The number of values or days that are kept apart.
  private static let mostValues = 1_000

  /// The number of fine ranges from the least to the greatest number.
  private static let mostRanges = 100_000.0

  let counting: Counting
  let width: HistogramWidth

  /// Groups by number, or by range if there is a scale.
  var numbers: GroupTable
  var scale: HistogramScale?

  /// Groups by unit of the calendar.
  private(set) var dates: GroupTable
  private(set) var unit = ValueRanges.Unit.day {
    didSet { units = ValueRanges(unit, in: counting.zone) }
  }
  private(set) var units: ValueRanges

  /// The least and the greatest number, and whether all of them are integers.
  private(set) var extent: (least: FilterValue, greatest: FilterValue)?
  private(set) var isIntegral = true

  /// The unit of the dates that are shown; nil for numbers, and before they are.
  var shownUnit: ValueRanges.Unit?

  private(set) var leftOut = LeftOut()

  /// The rows that are in no range.
  struct LeftOut {
    var missing = 0
    var notNumbers = 0
    var infinite = 0
    var others = 0
    var far = 0
  }

  /// The kind of the ranges that a value is counted in.
  private enum Place {
    case number(FilterValue)
    case date(FilterValue)
  }

  init(_ counting: Counting, _ width: HistogramWidth) {
    self.counting = counting
    self.width = width
    numbers = counting.table
    dates = counting.table
    if case .dates(let unit) = width { self.unit = unit }
    units = ValueRanges(unit, in: counting.zone)
    if case .number(let scale) = width { self.scale = scale }
  }

  /// Adds groups of rows by value.
  mutating func add(_ part: GroupTable) {
    var places: [Place?] = []
    for group in 0..<part.count {
      places.append(place(of: part.value(of: group), rows: part.counts[group]))
    }
    if case .automatic = width { coarsenNumbers() }
    let (scale, units) = (scale, units)
    numbers.merge(part) { group in
      guard case .number(let number)? = places[group] else { return nil }
      return Self.range(of: number, scale)
    }
    dates.merge(part) { group in
      guard case .date(let date)? = places[group], case .range(let range) = units.slot(of: date)
      else { return nil }
      return .int(Int64(range))
    }
    if case .automatic = width { coarsen() }
  }

  /// The place of the value of a group, whose rows are counted as left out if there is none.
  private mutating func place(of value: FilterValue, rows: Int) -> Place? {
    switch value {
    case .null: leftOut.missing += rows
    case .bool(let flag): return numberPlace(.int(flag ? 1 : 0), rows)
    case .int, .double: return numberPlace(value, rows)
    case .wide, .decimal: return numberPlace(.double(value.rounded), rows)
    case .date:
      if case .number = width { break }
      guard case .range = units.slot(of: value) else {
        leftOut.far += rows
        return nil
      }
      return .date(value)
    default: break
    }
    if value.kind != .null { leftOut.others += rows }
    return nil
  }

  private mutating func numberPlace(_ number: FilterValue, _ rows: Int) -> Place? {
    if case .dates = width {
      leftOut.others += rows
      return nil
    }
    if case .double(let double) = number {
      guard double.isFinite else {
        if double.isNaN { leftOut.notNumbers += rows } else { leftOut.infinite += rows }
        return nil
      }
      if double.rounded() != double { isIntegral = false }
    }
    if case .number(let scale) = width, scale.range(of: number) == nil {
      leftOut.far += rows
      return nil
    }
    let order = SortComparison()
    let (least, greatest) = extent ?? (number, number)
    extent = (
      order.order(number, least) < 0 ? number : least,
      order.order(number, greatest) > 0 ? number : greatest
    )
    return .number(number)
  }

  // MARK: - Widths

  /// Widens fine ranges until those from the least to the greatest number are few enough.
  private mutating func coarsenNumbers() {
    guard let scale, let (least, greatest) = extent else { return }
    var wider = scale
    while true {
      if let low = wider.range(of: least), let high = wider.range(of: greatest),
        Double(high) - Double(low) <= Self.mostRanges
      {
        break
      }
      wider = HistogramScale(1, tens: wider.tens + 1)
    }
    if wider != scale {
      numbers = numbers(in: wider)
      self.scale = wider
    }
  }

  /// Replaces values by fine ranges and days by longer units if there are many.
  private mutating func coarsen() {
    if scale == nil, numbers.count > Self.mostValues, let (least, greatest) = extent {
      let fine = HistogramScale(finelyFrom: least, to: greatest)
      numbers = numbers(in: fine)
      scale = fine
    }
    while unit != .year, dates.count > Self.mostValues { lengthen() }
  }

  /// The groups of numbers in the ranges of a scale that is as fine as the present one or wider.
  func numbers(in wider: HistogramScale) -> GroupTable {
    var table = counting.table
    table.merge(numbers) { group in
      let value = numbers.value(of: group)
      guard let scale else { return Self.range(of: value, wider) }
      guard case .int(let range) = value else { return nil }
      return scale.range(range, in: wider).map { .int($0) }
    }
    return table
  }

  /// Counts months instead of days, or years instead of months.
  mutating func lengthen() {
    let longer: ValueRanges.Unit = unit == .day ? .month : .year
    let (old, new) = (units, ValueRanges(longer, in: counting.zone))
    var table = counting.table
    table.merge(dates) { group in
      guard case .int(let index) = dates.value(of: group),
        case .range(let range) = old.bounds(of: Int(index)).from.map(new.slot)
      else { return nil }
      return .int(Int64(range))
    }
    (dates, unit) = (table, longer)
  }

  /// The range of a number; without a scale the number itself.
  private static func range(of number: FilterValue, _ scale: HistogramScale?) -> FilterValue? {
    guard let scale else { return number }
    return scale.range(of: number).map { .int($0) }
  }
}
