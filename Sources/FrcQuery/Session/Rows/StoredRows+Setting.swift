internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax
internal import FilterableResults

/// The result of an edit of one field of rows.
struct FieldEdit {
  /// The rows that the predicate could not be evaluated on.
  var untested = RowMatches()

  /// The number of rows that have another content now.
  var changed = 0

  /// The number of those that the filters hid before.
  var hidden = 0

  /// The number of rows that were left as they are because the edit has no value for them.
  var failures = 0

  /// The key of the first of these, and the reason.
  var first: (key: FilterValue, reason: Cause)?

  /// The number of values that the edit has computed.
  private(set) var values = 0

  /// The number of those in which a division of integers lost a remainder, and the last such division.
  private(set) var cuts = 0
  private(set) var cut: LostPart?

  /// The reason that a row has no value.
  enum Cause: Error {
    case evaluation(EvaluationError)
    case text(String)
  }

  /// Counts a value, and the divisions in it that lost a remainder as one.
  mutating func count(_ lostParts: [LostPart]) {
    values += 1
    guard let division = lostParts.last(where: { $0.reading == nil }) else { return }
    cuts += 1
    cut = division
  }

  /// Records a row that was left as it was. Throws if the reason ends the edit.
  mutating func leave(
    _ key: @autoclosure () -> FilterValue, _ reason: Cause
  ) throws(ToolError) {
    if case .evaluation(let error) = reason, error.endsCall {
      try Interrupt.check()
      throw .message(error.message)
    }
    failures += 1
    if first == nil { first = (key(), reason) }
  }
}

/// The values that an edit writes.
enum FieldValue {
  case expression(FilterExpression<FilterValue>)

  /// Whether a predicate is true.
  case predicate(FilterPredicate<FilterValue>)

  /// The value computed from values of the stated kinds.
  func converting(in rows: some ConvertedRows) -> FieldValue {
    switch self {
    case .expression(let expression): .expression(rows.converting(expression))
    case .predicate(let predicate): .predicate(rows.converting(predicate))
    }
  }

  /// The value that reads cells as what they are compared with, except for those of `stated` columns; nil if it reads
  /// them as they are.
  func readingCells(stated: [String]) -> FieldValue? {
    switch self {
    case .expression(let expression):
      expression.readingCells(stated: stated).map { .expression($0) }
    case .predicate(let predicate):
      predicate.readingCells(stated: stated).map { .predicate($0) }
    }
  }

  /// The value for a row, which `edit` counts.
  func value(
    of row: FilterValue, _ limits: EvaluationLimits, in edit: inout FieldEdit
  ) throws(FieldEdit.Cause) -> FilterValue {
    let value: FilterValue
    do throws(EvaluationError) {
      switch self {
      case .expression(let expression):
        let (result, lostParts) = try expression.valueAndLostParts(of: row, limits: limits)
        edit.count(lostParts)
        value = result
      case .predicate(let predicate):
        value = .bool(try predicate.matches(row, limits: limits))
        edit.count([])
      }
    } catch {
      throw .evaluation(error)
    }
    if case .double(let number) = value, !number.isFinite {
      throw .text("\(number) is not a number of JSON")
    }
    return value
  }
}

extension StoredRows {
  func set(
    _ path: [String], to value: FieldValue, where predicate: FilterPredicate<FilterValue>?
  ) throws(ToolError) -> FieldEdit {
    var edit = FieldEdit()
    var rows = visibleRows
    let shown = predicate == nil || filters.isEmpty ? nil : Set(rows)
    if let predicate { (rows, edit.untested) = try self.rows(matching: predicate) }
    var (edited, texts) = ([OpenRow](), RowTextBuilder())
    let limits = limits.beginning()
    let writer = RowFieldWriter(path: path)
    let value = value.converting(in: store)
    let read = store.hasCells ? value.readingCells(stated: store.types.names) : nil
    for (index, row) in rows.enumerated() {
      if index & 0xFF == 0 { try Interrupt.check() }
      do throws(FieldEdit.Cause) {
        let json = try Self.json(
          spelling(of: row), path, value, reading: read, writer, limits, &edit)
        guard let json else { continue }
        texts.append(json, number: row.number)
        edited.append(row)
      } catch {
        try edit.leave(key(of: row), error)
      }
    }
    edit.changed = edited.count
    if let shown { edit.hidden = edited.count { !shown.contains($0) } }
    if !edited.isEmpty {
      let new = texts.finish().flatMap(store.add)
      try replace(Dictionary(zip(edited, new)) { $1 })
    }
    return edit
  }

  /// The JSON of a row as its file has it, which can be on several lines.
  private func spelling(of row: OpenRow) -> [UInt8] {
    if row.text === file.original.first?.text, file.text.format.records == nil,
      !file.text.isPart
    {
      return Array(file.text.row(Int(row.index)))
    }
    return row.spelling ?? row.json
  }

  /// The JSON of a row after the edit; nil if its value is the same. `read` is the value that reads cells.
  private static func json(
    _ row: [UInt8], _ path: [String], _ value: FieldValue, reading read: FieldValue?,
    _ writer: RowFieldWriter, _ limits: EvaluationLimits, _ edit: inout FieldEdit
  ) throws(FieldEdit.Cause) -> [UInt8]? {
    let old = writer.read(row)
    let new =
      if let read {
        try read.value(of: CellReading.row(row, JSONReader()) ?? .null, limits, in: &edit)
      } else {
        try value.value(of: old, limits, in: &edit)
      }
    if let member = old.member(path), member == new, member.kind == new.kind { return nil }
    if let json = writer.json(row, with: new) { return json }
    let parent = path.dropLast().joined(separator: ".")
    throw .text(parent.isEmpty ? "the row is not an object" : "\(parent) is not an object")
  }

  /// Puts rows in the positions of others, all of them or none.
  private func replace(_ replacements: [OpenRow: OpenRow]) throws(ToolError) {
    let edits = self.rows.enumerated().compactMap { position, old in
      replacements[old].map { RowEdit(position: position, old: old, new: $0) }
    }
    let rows = try rows(after: edits)
    try prepare()
    if let identity = settings.identity, let conflict = try conflict(identity, rows) {
      throw .message("nothing is changed: rows are identified by \(identityName), and \(conflict)")
    }
    try edit { () throws(ResultsError) in try controller.setItems(rows) }
    record(edits)
  }
}

extension FilterValue {
  /// The value at a path of names; nil if there is none.
  fileprivate func member(_ path: [String]) -> FilterValue? {
    var value = self
    for key in path {
      guard case .object(let object) = value, let member = object[key] else { return nil }
      value = member
    }
    return value
  }
}
