internal import FilterEngine
internal import FilterSummaries

// The result of a histogram: its ranges, and the rows that are in none.
extension Histogram {
  /// The most ranges of a chosen width, days and months.
  private static let (mostBars, mostDays, mostMonths) = (20, 31, 36)

  /// Whether dates are shown, and not numbers: the kind that most rows have.
  private var showsDates: Bool { dates.counts.reduce(0, +) > numbers.counts.reduce(0, +) }

  /// The groups whose bars are shown.
  var shown: GroupTable { showsDates ? dates : numbers }

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
    let units = units
    return try bars(of: dates) { range in
      let (from, to) = units.bounds(of: Int(range))
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
      guard case .int(let range) = table.value(of: group) else { continue }
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
      if case .int(let range) = table.value(of: group) { groups[range] = group }
    }
    var none = counting.table
    let empty = none.add([.null], rows: 0) ?? 0
    return all.map { range in
      let (from, to) = bounds(range)
      return Bar(
        from: from, to: to,
        results: groups[range].map { counting.results(of: $0, in: table) }
          ?? counting.results(of: empty, in: none))
    }
  }

  /// The numbers of rows in no range, with the reasons; nil if there are none.
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
      + (isOfDates && others > 0 ? "; --types KEY=date reads texts as dates" : "")
  }

  private var isOfDates: Bool { if case .dates = width { true } else { false } }
}
