internal import EssentialFoundation
internal import FilterEngine
internal import FilterJSON
internal import FilterableResults

// The output of a run that counts rows in groups.
extension FilterRun {
  /// Writes the groups in the format of the output, or as bars if a person reads a histogram.
  func write(_ groups: GroupedRows) throws(ToolError) {
    var groups = groups
    let shape = FilterObject.Shape(query.counting?.columns ?? [])
    var rows: [[FilterValue]]
    if query.counting?.histogram == nil {
      rows = try groups.rows(run)
    } else {
      let bars = try groups.bars()
      if query.isInteractive, query.output.isTable, query.counting?.aggregates.isEmpty == true {
        return try write(bars, unit: groups.histogram?.shownUnit)
      }
      rows = bars.map { [$0.from, $0.to] + $0.results }
    }
    for values in rows {
      try run.check(run.loop(over: values))
      let row = FilterValue.object(FilterObject(shape: shape, values: written(values)))
      let json = query.output.isJSON ? JSONWriter().bytes(row) : []
      if query.output.isJSON { columns.lose(values.count(where: \.isSpecial)) }
      try writer.write(OutputRow(value: row, json: json))
    }
    try writer.end()
  }

  /// The values of a group as they are written: versions in place of their keys, and for people averages of six digits.
  private func written(_ values: [FilterValue]) -> [FilterValue] {
    guard let counting = query.counting, let columns = query.selection.columns,
      query.output.isForPeople || columns.contains(where: \.isVersion)
    else { return values }
    let first = values.count - counting.aggregates.count
    return values.enumerated().map { index, value in
      if index < counting.keyCount, counting.histogram == nil {
        return columns[index].written(value)
      }
      guard index >= first else { return value }
      let aggregate = counting.aggregates[index - first]
      if query.output.isForPeople, aggregate.function == .average, case .double(let number) = value
      {
        return .double(number.withSixDigits)
      }
      return columns[aggregate.key].written(value)
    }
  }

  private func write(
    _ bars: [Histogram.Bar], unit: ValueRanges.Unit?
  ) throws(ToolError) {
    let zone = query.counting?.zone ?? .gmt
    let chart = BarChart(
      bars.map { bar in
        let count = if case .int(let count)? = bar.results.first { Int(count) } else { 0 }
        if let unit {
          return BarChart.Bar(label: unit.label(of: bar.from, in: zone), count: count)
        }
        return BarChart.Bar(
          label: Columns.text(of: bar.from), end: Columns.text(of: bar.to), count: count)
      },
      width: sink.terminal.tableWidth, isUnicode: sink.terminal.isUnicode)
    for line in chart.lines { try sink.write(line + "\n") }
  }
}

extension Double {
  /// The nearest number with six digits, or with all those before the point.
  fileprivate var withSixDigits: Double {
    guard isFinite, self != 0 else { return self }
    var scale = 1.0
    while magnitude * scale < 1e5, scale < 1e22 { scale *= 10 }
    return (self * scale).rounded() / scale
  }
}
