internal import EssentialFoundation
internal import FilterEngine
internal import FilterSyntax
internal import FilterableResults

// Facets and aggregates: the words that ask for them, and the numbers as people read them.
extension Session {
  /// A facet as a line describes it.
  func facet(_ words: CommandWords) throws(ToolError) -> SessionFacet {
    var words = words
    var first = words
    if try first.nextTitle() != nil { return try facet(ofFilters: words.parts) }
    let title = words.rest
    guard let name = try words.nextKey(), let column = try key(name) else { throw .misuse }
    var texts: [String] = []
    while let word = try words.next() { texts.append(word) }
    var bounds = texts.map(ValueText.value)
    guard !bounds.isEmpty else {
      return facet(title, column, .values(limit: CountedKey.listed), isDate: false)
    }
    let dates = bounds.map(ColumnKind.date.converted)
    let isDate = dates.allSatisfy { $0.kind == .date }
    if isDate { bounds = dates }
    if let place = bounds.firstIndex(where: { ![.number, .date].contains($0.kind) }) {
      throw .message(
        "'\(TerminalText.line(texts[place]))' is no bound of a range: write numbers or dates, as in .count by "
          + "\(column.name) 0 10 100; dates are counted by .count histogram \(column.name):month")
    }
    do throws(ValueRanges.Mistake) {
      _ = try ValueRanges(bounds: bounds)
    } catch {
      throw .message(error.message)
    }
    return facet(title, column, .ranges(bounds), isDate: isDate)
  }

  /// A facet of `due:month` or `due:hour zone Europe/Berlin`.
  func histogram(_ words: CommandWords) throws(ToolError) -> SessionFacet {
    let (text, place) = words.parts(at: "zone")
    guard let (name, word) = ColumnText.divided(text.rest, atLast: ":"),
      let unit = FacetUnit.allCases.first(where: { "\($0)" == word }),
      let column = try key(try CommandWords(name).onlyKey())
    else {
      throw .message(
        "a histogram is of a date by minute … year, as in due:month; ranges of numbers are counted "
          + "by .count by price 0 10 100")
    }
    let zone: TimeZone = if let place { try .named(place.rest) } else { .gmt }
    return facet(words.rest, column, .units(unit, zone), isDate: true)
  }

  private func facet(
    _ title: String, _ column: KeyColumn, _ form: FacetForm, isDate: Bool
  ) -> SessionFacet {
    SessionFacet(
      name: title, subject: .key(CountedKey(column: column, isDate: isDate), form),
      group: column.name)
  }

  /// `NAME[@GROUP]: PREDICATE`, of each part
  private func facet(ofFilters parts: [CommandWords]) throws(ToolError) -> SessionFacet {
    var filters: [OpenFilter] = []
    for part in parts where !part.isEmpty {
      var words = part
      guard let (name, group) = try words.nextTitle() else { throw .misuse }
      let predicate = try predicate(words.rest, offset: words.offset)
      filters.append(
        OpenFilter(name: name, group: group, text: words.rest, condition: .predicate(predicate)))
    }
    let groups = filters.map(\.group)
    let common = groups.first.flatMap { first in
      groups.allSatisfy { $0 == first } ? first : nil
    }
    return SessionFacet(
      name: common ?? filters.map(\.name).joined(separator: ", "), subject: .filters(filters))
  }

  /// Counts a facet from now on, and shows it.
  func count(_ facet: SessionFacet) throws(ToolError) {
    let data = try opened()
    var numbers = data.numbers
    let index = numbers.add(facet)
    try data.setNumbers(numbers)
    let counted = try data.countNumbers(matching: nil)
    if counted.facets.indices.contains(index) {
      try show(facet, counted.facets[index], filters: data.filters)
    }
    if case .key(let key, _) = facet.subject { try hint(at: [key.column]) }
  }

  /// Computes an aggregate from now on, and shows it with the others.
  func compute(_ aggregate: NamedAggregate<CountedKey>) throws(ToolError) {
    let data = try opened()
    var numbers = data.numbers
    numbers.add(aggregate)
    try data.setNumbers(numbers)
    try show(numbers.aggregates, try data.countNumbers(matching: nil).aggregates)
    try hint(at: [aggregate.key.column])
  }

  // MARK: - Output

  /// Shows the numbers of the visible rows, or of those that a predicate matches.
  func showNumbers(matching predicate: FilterPredicate<FilterValue>? = nil) throws(ToolError) {
    let data = try opened()
    let numbers = data.numbers
    guard !numbers.isEmpty else { return }
    let counted = try data.countNumbers(matching: predicate)
    for (facet, counts) in zip(numbers.facets, counted.facets) {
      try show(facet, counts, filters: predicate == nil ? data.filters : [])
    }
    try show(numbers.aggregates, counted.aggregates)
  }

  private func show(
    _ facet: SessionFacet, _ counts: FacetCounts, filters: [OpenFilter]
  ) throws(ToolError) {
    guard !counts.isUnknown else {
      return try say(
        "the counts of \(TerminalText.line(facet.name)) are unknown: a filter hit a limit")
    }
    let lines = FacetLines(facet, counts, filters: filters)
    if isTerminal, mode.isTable {
      try answer(TerminalText.line(facet.name))
      let chart = BarChart(
        lines.bars, width: sink.terminal.width, isUnicode: sink.terminal.isUnicode)
      for line in chart.lines { try answer(line) }
    } else {
      try show(lines.description(asText: mode.isTable))
    }
    if let note = lines.note { try say(note) }
  }

  private func show(
    _ aggregates: [NamedAggregate<CountedKey>], _ values: [AggregateValue]
  ) throws(ToolError) {
    guard !aggregates.isEmpty else { return }
    try show(
      RowDescription(
        columns: aggregates.map(\.name),
        rows: [zip(aggregates, values).map { $0.key.column.written($1.value) }], note: nil))
    for (aggregate, value) in zip(aggregates, values) where value.failed > 0 {
      try say(
        "\(TerminalText.line(aggregate.name)) leaves out \(ValueText.count(value.failed, "row"))")
    }
  }
}

/// The counts of a facet as lines for people.
struct FacetLines {
  private struct Line {
    let label: FilterValue
    var end: FilterValue?
    let count: Int
    let isMarked: Bool
  }

  private let title: String
  private let lines: [Line]
  private let isOfRanges: Bool

  /// A line about the rows that are in no other line; nil if there are none.
  let note: String?

  /// The lines; of the filters in force one marks a line.
  init(_ facet: SessionFacet, _ counts: FacetCounts, filters: [OpenFilter]) {
    title = if case .key(let key, _) = facet.subject { key.column.name } else { facet.name }
    var isOfRanges = false
    var notes: [String] = []
    switch facet.subject {
    case .filters(let candidates):
      lines = zip(candidates, counts.counts).map { candidate, count in
        let isInForce = filters.contains {
          $0.name == candidate.name && $0.group == candidate.group && $0.text == candidate.text
        }
        return Line(label: .string(candidate.name), count: count.count, isMarked: isInForce)
      }
    case .key(let key, .values):
      let marks = ValueMarks(key.column, filters.first { $0.group == facet.group })
      lines = counts.counts.map {
        Line(
          label: key.column.written($0.value), count: $0.count, isMarked: marks.has($0.value))
      }
      if counts.distinct > lines.count {
        let others = ValueText.count(counts.distinct - lines.count, "other value")
        notes.append("\(others) in \(ValueText.count(counts.others, "row"))")
      }
    case .key(_, .ranges):
      isOfRanges = true
      lines = counts.counts.map {
        Line(label: $0.value, end: $0.upperBound ?? .null, count: $0.count, isMarked: false)
      }
    case .key(_, .units(let unit, let zone)):
      lines = counts.counts.map {
        let label = unit.unit.label(of: $0.value, in: zone)
        return Line(label: .string(label), count: $0.count, isMarked: false)
      }
    }
    self.isOfRanges = isOfRanges
    if counts.missing > 0 {
      notes.append("\(ValueText.count(counts.missing, "row")) without a value")
    }
    if counts.notANumber > 0 { notes.append("\(counts.notANumber) NaN") }
    if counts.failed > 0 { notes.append("\(counts.failed) that cannot be counted") }
    note = notes.isEmpty ? nil : notes.joined(separator: ", ")
  }

  /// The lines as a table, with `in force` if a line is; nil is a text if people read it.
  func description(asText: Bool) -> RowDescription {
    let hasMarks = lines.contains(where: \.isMarked)
    var columns = isOfRanges ? ["\(title) from", "to"] : [title]
    columns.append("count")
    if hasMarks { columns.append("in force") }
    let rows = lines.map { line in
      var row = [line.label]
      if let end = line.end {
        row.append(end)
      } else if asText, [.null, ""].contains(line.label) {
        row = [.string(Self.text(line.label, isBound: false))]
      }
      row.append(.int(Int64(line.count)))
      if hasMarks { row.append(line.isMarked ? .bool(true) : .null) }
      return row
    }
    return RowDescription(columns: columns, rows: rows, note: nil)
  }

  /// The lines as bars.
  var bars: [BarChart.Bar] {
    lines.map { line in
      BarChart.Bar(
        label: Self.text(line.label, isBound: line.end != nil),
        end: line.end.map { Self.text($0, isBound: true) }, count: line.count,
        isMarked: line.isMarked)
    }
  }

  private static func text(_ value: FilterValue, isBound: Bool) -> String {
    switch value {
    case .null: isBound ? "" : "nil"
    case .string(""): "\"\""
    default: Columns.text(of: value)
    }
  }
}

/// The values of a key that a filter lets pass, if it reads nothing else.
private struct ValueMarks {
  private let path: [String]
  private var predicate: FilterPredicate<FilterValue>?

  init(_ column: KeyColumn, _ filter: OpenFilter?) {
    path = column.path ?? []
    guard !path.isEmpty, case .predicate(let predicate)? = filter?.condition,
      predicate.syntax.usedKeyPathsAreComplete,
      case let keys = predicate.syntax.usedKeyPaths, keys.count == 1,
      let key = try? KeyColumn(keys.first ?? ""), key.path == column.path
    else { return }
    self.predicate = predicate
  }

  /// Whether a row with the value, or with a list of it, passes.
  func has(_ value: FilterValue) -> Bool {
    guard let predicate else { return false }
    return [value, .list(FilterList([value]))].contains { value in
      let row = path.reversed().reduce(value) { .object(FilterObject([(key: $1, value: $0)])) }
      return (try? predicate.matches(row)) == true
    }
  }
}
