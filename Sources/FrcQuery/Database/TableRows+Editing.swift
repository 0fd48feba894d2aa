#if SQLite || PostgreSQL
  internal import FilterEngine
  internal import FilterJSON
  internal import FilterTables

  /// An edit of a row of a table: `before` is nil for an insertion, `after` for a removal.
  struct TableEdit: ReversibleEdit {
    let before: TableRecord?
    let after: TableRecord?

    var inverse: TableEdit { TableEdit(before: after, after: before) }

    /// The bytes that the edit takes.
    var size: Int { 128 + (before?.json.count ?? 0) * 2 + (after?.json.count ?? 0) * 2 }
  }

  // Edits are statements by key in one transaction each, or in that of the batch.
  extension TableRows {
    // A name without a column is an error of the edit.
    func newColumns(in rows: some Sequence<[UInt8]>) -> [String] { [] }
    func lacks(_ path: [String]) -> Bool { false }

    func add(json: String) throws(ToolError) {
      let value = try row(json)
      try edit { records throws(ToolError) in
        let key = connection.table.identity(of: value)
        if key.kind != .null, try records.record(identifiedBy: key) != nil {
          throw .message("a row has the \(identityName) \(ValueText.text(key)) already")
        }
        try insert(value, records)
      }
    }

    func remove(_ key: FilterValue) throws(ToolError) {
      try edit { records throws(ToolError) in
        let record = try unchanged(record(key))
        try records.delete(record)
        add(TableEdit(before: record, after: nil))
      }
    }

    func replace(json: String, number: FilterValue?) throws(ToolError) {
      let value = try row(json)
      try edit { records throws(ToolError) in
        let key = try key(of: value)
        let record = try unchanged(record(key))
        try update(record, records.differences(of: record.value, from: value), records)
      }
    }

    func merge(_ text: RowText) throws(ToolError) -> (replaced: Int, added: Int) {
      try edit { records throws(ToolError) in
        var (replaced, added) = (0, 0)
        for index in 0..<text.count {
          try Interrupt.check()
          let value = try row(text.withBytes(text.range(of: index)) { Array($0) })
          if let record = try records.record(identifiedBy: key(of: value)) {
            try update(record, records.differences(of: record.value, from: value), records)
            replaced += 1
          } else {
            try insert(value, records)
            added += 1
          }
        }
        return (replaced, added)
      }
    }

    func set(
      _ path: [String], to value: FieldValue, where predicate: FilterPredicate<FilterValue>?
    ) throws(ToolError) -> FieldEdit {
      guard path.count == 1, let name = path.first else {
        throw .message(
          "'\(path.joined(separator: "."))' is within a column; .set writes whole columns")
      }
      return try edit { records throws(ToolError) in
        var edit = FieldEdit()
        let value = value.converting(in: self)
        let view =
          if let predicate { try rows([.predicate(predicate)]) } else { try visible() }
        // The keys are read before the first change, which may change the order.
        var keys: [FilterValue] = []
        try view.visit(limit: .max) { keys.append($0.key) }
        if predicate != nil { edit.untested = try matches(view) }
        let shown = try predicate.flatMap { predicate throws(ToolError) in
          try namesOfShownKeys(matching: predicate)
        }
        for key in keys {
          try Interrupt.check()
          guard let record = try records.record(of: key) else { continue }
          let new: FilterValue
          do throws(FieldEdit.Cause) {
            new = try value.value(of: .object(record.value), connection.limits, in: &edit)
          } catch {
            try edit.leave(connection.table.identity(of: record), error)
            continue
          }
          if let old = record.value[name], old == new, old.kind == new.kind { continue }
          try update(record, [(name, new)], records)
          edit.changed += 1
          if let shown, !shown.contains(TableRecords.name(of: key)) { edit.hidden += 1 }
        }
        return edit
      }
    }

    /// The names of the keys of the visible rows for which a predicate is true; nil without filters.
    private func namesOfShownKeys(
      matching predicate: FilterPredicate<FilterValue>
    ) throws(ToolError) -> Set<[UInt8]>? {
      guard !filters.isEmpty else { return nil }
      var names: Set<[UInt8]> = []
      try rows(filters.map(\.condition) + [.predicate(predicate)]).visit(limit: .max) { row in
        names.insert(TableRecords.name(of: row.key))
      }
      return names
    }

    // MARK: - Undo

    func restore(_ direction: HistoryDirection) throws(ToolError) -> RestoredRows {
      let edits = try history.edits(direction, isInBatch: batchDepth > 0)
      try make(edits, direction)
      history.move(direction)
      return try restored(edits)
    }

    /// The rows that edits have changed.
    private func restored(_ edits: [TableEdit]) throws(ToolError) -> RestoredRows {
      var restored = RestoredRows()
      guard !filters.isEmpty else { return restored }
      var tests: [ConditionTest] = []
      for filter in filters { tests.append(try ConditionTest(filter.condition, in: connection)) }
      var rows: [[UInt8]: (before: TableRecord?, after: TableRecord?)] = [:]
      for edit in edits {
        if let before = edit.before {
          rows[TableRecords.name(of: before.key), default: (before, nil)].after = nil
        }
        if let after = edit.after {
          rows[TableRecords.name(of: after.key), default: (nil, nil)].after = after
        }
      }
      for (before, after) in rows.values where before?.json != after?.json {
        guard let row = before ?? after else { continue }
        let isShown = tests.allSatisfy { (try? $0.passes(.object(row.value), row.json)) == true }
        restored.add(isHidden: !isShown)
      }
      return restored
    }

    /// Makes edits, each of a row that has not been changed since.
    private func make(
      _ edits: [TableEdit], _ direction: HistoryDirection
    ) throws(ToolError) {
      try edit { records throws(ToolError) in
        for edit in edits {
          try Interrupt.check()
          guard let key = (edit.before ?? edit.after)?.key else { continue }
          let now = try records.record(of: key)
          guard now?.json == edit.before?.json else {
            let name = (edit.before ?? edit.after).map { connection.table.identity(of: $0) }
            throw .message(
              "the \(direction.rawValue) is refused: the row with the \(identityName) "
                + "\(ValueText.text(name ?? .null)) was changed since by another program")
          }
          switch (now, edit.after) {
          case (nil, let after?): _ = try records.insert(writable(after.stored), key: after.key)
          case (let now?, nil): try records.delete(now)
          case (let now?, let after?):
            _ = try records.update(
              now, records.differences(of: now.stored, from: writable(after.stored)))
          case (nil, nil): break
          }
          shownRows[TableRecords.name(of: key)] = edit.after?.json
        }
      }
    }

    /// The members that are not computed by the database.
    private func writable(_ value: FilterObject) -> FilterObject {
      let computed = Set(connection.table.columns.filter(\.isGenerated).map(\.name))
      return FilterObject(value.members.filter { !computed.contains($0.key) })
    }

    // MARK: - Parts of an edit

    /// Makes edits in one transaction, all of them or none.
    private func edit<Result>(
      _ body: (TableRecords) throws(ToolError) -> Result
    ) throws(ToolError) -> Result {
      try connection.requireWritable(".open --write \(path)")
      let count = history.pending.count
      let shown = shownRows
      do throws(ToolError) {
        let result = try connection.write { () throws(ToolError) in
          try connection.checkSchema()
          try connection.table.requireEditable()
          return try body(TableRecords(connection))
        }
        didChange()
        return result
      } catch {
        history.removePending(after: count)
        shownRows = shown
        // The row of a conflict is now known as it is.
        if let (name, json) = conflict { shownRows[name] = json }
        conflict = nil
        didChange()
        throw error
      }
    }

    private func insert(_ value: FilterObject, _ records: TableRecords) throws(ToolError) {
      try connection.table.check(value.members.map { ($0.key, $0.value) }, connection.options.types)
      guard let record = try records.insert(value) else { return }
      add(TableEdit(before: nil, after: record))
    }

    private func update(
      _ record: TableRecord, _ members: [(name: String, value: FilterValue)],
      _ records: TableRecords
    ) throws(ToolError) {
      try connection.table.check(members, connection.options.types)
      let new = try records.update(record, members)
      add(TableEdit(before: record, after: new))
    }

    private func add(_ edit: TableEdit) {
      history.add(edit)
      if let before = edit.before { shownRows[TableRecords.name(of: before.key)] = nil }
      if let after = edit.after { shownRows[TableRecords.name(of: after.key)] = after.json }
    }

    /// A row that is about to be edited. Throws if another program has changed it since it was shown.
    private func unchanged(_ record: TableRecord) throws(ToolError) -> TableRecord {
      let name = TableRecords.name(of: record.key)
      guard let shown = shownRows[name], shown != record.json else { return record }
      conflict = (name, record.json)
      throw .message(
        "the row with the \(identityName) \(ValueText.text(connection.table.identity(of: record))) "
          + "was changed by another program since it was shown, and is now "
          + TextWidth.clip(String(decoding: record.json, as: UTF8.self), to: 200)
          + "; the same line again edits it")
    }

    /// The key of a row that was typed, which has to be there.
    private func key(of value: FilterObject) throws(ToolError) -> FilterValue {
      for name in connection.table.identity where (value[name] ?? .null).kind == .null {
        throw .message("the row has no \(name), by which rows are identified")
      }
      return connection.table.identity(of: value)
    }

    private func row(_ json: String) throws(ToolError) -> FilterObject {
      try row(Array(json.utf8))
    }

    private func row(_ json: [UInt8]) throws(ToolError) -> FilterObject {
      do throws(JSONError) {
        if case .object(let row) = try JSONReader().read(json) {
          return connection.table.read(row)
        }
      } catch {
        throw .message("\(error) (byte \(error.offset + 1) of the row)")
      }
      throw .message("a row of a table is an object, such as {\"id\":1}")
    }
  }
#endif
