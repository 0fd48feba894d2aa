#if SQLite || PostgreSQL
  internal import FilterEngine
  internal import FilterJSON
  internal import FilterSQL
  internal import FilterSyntax
  internal import FilterTables

  // The database of the rows: its schema, its changes by other programs, and copies of its rows.
  extension TableRows {
    // MARK: - Schema

    func schema(limit: Int?) throws(ToolError) -> RowSchema {
      let reader = RowSchemaReader()
      for row in try sample(limit ?? .max) { reader.add(row) }
      return reader.take()
    }

    func sample(_ count: Int) throws(ToolError) -> [FilterValue] {
      var rows: [FilterValue] = []
      let scan = try TableScan(connection, [], sorting: [])
      try connection.beginReading()
      try scan.run(scan.plan(limit: count)) { row in
        rows.append(row.value)
        return rows.count < count
      }
      // An empty table has its columns, too.
      let columns = connection.table.columns.map { (key: $0.name, value: FilterValue.null) }
      return rows.isEmpty ? [.object(FilterObject(columns))] : rows
    }

    var hasCells: Bool { false }

    func unfilteredSample(_ count: Int) throws(ToolError) -> [FilterValue] { try sample(count) }

    func unknownKey(in predicate: AST.Predicate, of text: String) -> SyntaxError? {
      connection.table.keys.error(in: predicate, text: text)
    }

    func leadsNowhere(_ key: KeyColumn) throws(ToolError) -> Bool {
      guard let path = key.path, path.count == 1 else { return false }
      guard let column = connection.table.columns.first(where: { $0.name == path[0] }) else {
        return true
      }
      return try connection.driver.value(
        "SELECT 1 FROM \(connection.table.quotedName) "
          + "WHERE \(column.name.quotedIdentifier) IS NOT NULL LIMIT 1") == .null
    }

    func description(of key: String) throws(ToolError) -> RowDescription? {
      let table = connection.table
      let columns = table.columns.filter { key.isEmpty || $0.name == key }
      if columns.isEmpty { try table.keys.check(KeyColumn(member: key), in: path) }
      return table.description(
        of: columns, note: "\(table.name): \(ValueText.count(try count(), "row"))")
    }

    func tables() throws(ToolError) -> RowDescription? { try connection.driver.tableList() }

    func explanation(
      of predicate: FilterPredicate<FilterValue>, hasPlan: Bool
    ) throws(ToolError) -> String? {
      let scan = try TableScan(connection, [.predicate(predicate)], sorting: [])
      try connection.beginReading()
      let plan = try scan.plan()
      guard hasPlan else { return plan.translation.statement(columns: plan.columns) }
      return try DatabaseExplanation(plan: plan).text()
    }

    // MARK: - Copies

    var unsavedCount: Int { batchDepth > 0 ? history.pending.count : 0 }

    func save(to path: String?, isForced: Bool) throws(ToolError) -> SaveReport {
      let target = SystemCalls.resolved(path ?? self.path)
      guard let path, target != SystemCalls.resolved(self.path) else {
        throw .message("edits of a table are saved when they are made; .save FILE copies its rows")
      }
      let requireFree = { () throws(ToolError) in
        if isForced { return }
        try FileReplacement.requireFree(target, name: path, command: ".save")
      }
      try requireFree()
      let replacement = try FileReplacement(of: target, name: path)
      let format = RowFormat(path: target) ?? .usual(onTerminal: false)
      let names = connection.table.keys.names
      var columns: [KeyColumn] = []
      for name in names { columns.append(try KeyColumn(member: name)) }
      let output = OpenRowOutput(columns, as: format)
      let writer = format.write(replacement.sink, RowLayout(columns: names))
      try rows([]).visit(limit: .max) { row throws(ToolError) in
        try writer.write(output.row(row.json))
      }
      try writer.end()
      return SaveReport(name: path, try replacement.commit(check: requireFree))
    }

    func mergeSource() throws(ToolError) -> FileMerge? {
      throw .message("each line reads the rows as others have written them; .merge FILE adds rows")
    }

    // MARK: - Watching

    func watch(_ isOn: Bool) throws(ToolError) {
      // Changes are reported from the rows of now on.
      if isOn {
        try connection.beginWatching()
        _ = try track()
      }
      isWatched = isOn
    }

    func installWatch() throws(ToolError) {
      try connection.requireWritable(".open --write \(path)")
      try connection.write { () throws(ToolError) in
        try connection.installTriggers()
      }
      if isWatched { try connection.beginWatching() }
    }

    var watchInterval: Int? { isWatched ? connection.driver.source.watchInterval : nil }

    func takeSourceChange(_ willRead: () -> Void) throws(ToolError) -> SourceChange? {
      guard isWatched, batchDepth == 0 else { return nil }
      switch connection.driver.source.isSame {
      case nil:
        guard !isFileGone else { return nil }
        isFileGone = true
        willRead()
        return .deleted
      case false?:
        try reopen()
        isFileGone = false
        willRead()
        return .reloaded(isBack: true, leftOut: 0)
      case true?:
        isFileGone = false
        guard try connection.mayHaveChanged(), try isChanged() else { return nil }
        expectChanges()
        willRead()
        return .committed
      }
    }
  }

  extension DatabaseTable {
    /// A list of columns.
    func description(of columns: [TableModel.Column], note: String?) -> RowDescription {
      RowDescription(
        columns: ["key", "type", "nil", "index"],
        rows: columns.map { column in
          let index =
            model.primaryKey.contains(column.name) ? "primary key" : column.isIndexed ? "index" : ""
          return [
            .string(column.name), .string(column.type),
            .string(column.isNotNull ? "never" : ""), .string(index),
          ]
        }, note: note)
    }
  }
#endif
