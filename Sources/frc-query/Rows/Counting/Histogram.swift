internal import FilterEngine

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

  /// The most ranges of a chosen width, days and months.
  private static let (mostBars, mostDays, mostMonths) = (20, 31, 36)

  private let counting: Counting
  private let width: HistogramWidth

  /// Groups by number, or by range if there is a scale.
  private var numbers: GroupTable
  private var scale: HistogramScale?

  /// Groups by day, month or year.
  private var dates: GroupTable
  private var unit = ValueRanges.Unit.day

  /// The least and the greatest number, and whether all of them are integers.
  private var extent: (least: FilterValue, greatest: FilterValue)?
  private var isIntegral = true

  private var leftOut = LeftOut()

  /// The rows that are in no range.
  private struct LeftOut {
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
    numbers = GroupTable(counting)
    dates = GroupTable(counting)
    switch width {
    case .automatic: break
    case .number(let scale): self.scale = scale
    case .dates(let unit): self.unit = unit
    }
  }

  /// The groups that are kept.
  var tables: [GroupTable] { [numbers, dates] }

  /// Adds groups of rows by value.
  mutating func add(_ part: GroupTable) {
    var places: [Place?] = []
    for group in 0..<part.count {
      places.append(place(of: part.values(of: group)[0], rows: part.counts[group]))
    }
    if case .automatic = width { coarsenNumbers() }
    let (scale, ranges) = (scale, ValueRanges(unit))
    numbers.merge(part) { group in
      guard case .number(let number)? = places[group] else { return nil }
      return Self.key(of: number, scale)
    }
    dates.merge(part) { group in
      guard case .date(let date)? = places[group], case .range(let range) = ranges.slot(of: date)
      else { return nil }
      return Self.key(.int(Int64(range)))
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
      guard case .range = ValueRanges(unit).slot(of: value) else {
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
  private func numbers(in wider: HistogramScale) -> GroupTable {
    var table = GroupTable(counting)
    table.merge(numbers) { group in
      let value = numbers.values(of: group)[0]
      guard let scale else { return Self.key(of: value, wider) }
      guard case .int(let range) = value else { return nil }
      return scale.range(range, in: wider).map { Self.key(.int($0)) }
    }
    return table
  }

  /// Counts months instead of days, or years instead of months.
  private mutating func lengthen() {
    let longer: ValueRanges.Unit = unit == .day ? .month : .year
    let (old, new) = (ValueRanges(unit), ValueRanges(longer))
    var table = GroupTable(counting)
    table.merge(dates) { group in
      guard case .int(let index) = dates.values(of: group)[0],
        case .range(let range) = old.bounds(of: Int(index)).from.map(new.slot)
      else { return nil }
      return Self.key(.int(Int64(range)))
    }
    (dates, unit) = (table, longer)
  }

  private static func key(
    of number: FilterValue, _ scale: HistogramScale?
  ) -> (bytes: [UInt8], spellings: [ValueKey.Spelling])? {
    guard let scale else { return key(number) }
    return scale.range(of: number).map { key(.int($0)) }
  }

  private static func key(
    _ value: FilterValue
  ) -> (bytes: [UInt8], spellings: [ValueKey.Spelling]) {
    var bytes: [UInt8] = []
    let spelling = ValueKey.append(value, to: &bytes)
    return (bytes, [spelling])
  }

  // MARK: - Results

  /// Whether dates are shown, and not numbers: the kind that most rows have.
  private var showsDates: Bool { dates.counts.reduce(0, +) > numbers.counts.reduce(0, +) }

  /// The groups whose bars are shown.
  var shown: GroupTable { showsDates ? dates : numbers }

  /// The unit of the shown dates; nil for numbers.
  private(set) var shownUnit: ValueRanges.Unit?

  /// The ranges in order, with those between them that have no rows.
  mutating func bars() throws(ToolError) -> [Bar] {
    guard showsDates else { return try numberBars() }
    if case .automatic = width {
      while unit != .year,
        try ranges(of: dates).count > (unit == .day ? Self.mostDays : Self.mostMonths)
      {
        lengthen()
      }
    }
    shownUnit = unit
    let ranges = ValueRanges(unit)
    return try bars(of: dates) { range in
      let (from, to) = ranges.bounds(of: Int(range))
      return (from ?? .null, to ?? .null)
    }
  }

  private mutating func numberBars() throws(ToolError) -> [Bar] {
    guard let (least, greatest) = extent else { return [] }
    if case .automatic = width {
      let wide = HistogramScale(
        from: least, to: greatest, count: Int64(Self.mostBars), isIntegral: isIntegral)
      numbers = numbers(in: wide)
      scale = wide
    }
    guard let scale else { return [] }
    return try bars(of: numbers) { (scale.bound($0), scale.bound($0 + 1)) }
  }

  /// The numbers of the first range and of the one after the last.
  private func ranges(of table: GroupTable) throws(ToolError) -> Range<Int64> {
    var (low, high) = (Int64.max, Int64.min)
    for group in 0..<table.count {
      guard case .int(let range) = table.values(of: group)[0] else { continue }
      (low, high) = (min(low, range), max(high, range))
    }
    guard low <= high else { return 0..<0 }
    guard high < .max, high.subtractingReportingOverflow(low).overflow == false else {
      throw tooMany
    }
    return low..<high + 1
  }

  private var tooMany: ToolError {
    .message(
      "more than \(counting.maxGroups) ranges: a greater width makes fewer, and --max-groups N allows more"
    )
  }

  private func bars(
    of table: GroupTable, _ bounds: (Int64) -> (FilterValue, FilterValue)
  ) throws(ToolError) -> [Bar] {
    let all = try ranges(of: table)
    guard all.count <= counting.maxGroups else { throw tooMany }
    var groups: [Int64: Int] = [:]
    for group in 0..<table.count {
      if case .int(let range) = table.values(of: group)[0] { groups[range] = group }
    }
    var none = GroupTable(counting)
    let (bytes, spellings) = Self.key(.null)
    let empty = none.group(bytes, spellings)
    return all.map { range in
      let (from, to) = bounds(range)
      return Bar(
        from: from, to: to,
        results: groups[range].map { table.results(of: $0) } ?? none.results(of: empty))
    }
  }

  /// What is said of the rows in no range; nil if there are none.
  var note: String? {
    let others =
      leftOut.others + (showsDates ? numbers : dates).counts.reduce(0, +)
    let parts = [
      (leftOut.missing, "without a value"), (leftOut.notNumbers, "with NaN"),
      (leftOut.infinite, "with an infinity"),
      (leftOut.far, "with a value too far from zero for the width"),
      (others, "with a value that is not a \(showsDates || isOfDates ? "date" : "number")"),
    ].filter { $0.0 > 0 }
    guard !parts.isEmpty else { return nil }
    return "the histogram leaves out "
      + parts.map { "\($0) row\($0 == 1 ? "" : "s") \($1)" }.joined(separator: ", ")
  }

  private var isOfDates: Bool { if case .dates = width { true } else { false } }
}
