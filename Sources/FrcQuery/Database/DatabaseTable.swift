#if SQLite || PostgreSQL
  internal import EssentialFoundation
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterTables

  /// A table or view of a connection, within one transaction. Its members are those of the model.
  @dynamicMemberLookup struct DatabaseTable {
    let driver: DatabaseDriver
    let model: TableModel

    /// The limits of a statement.
    let limits: SQLLimits

    /// - Throws: `ToolError` if two columns have one name, as a hostile server may say.
    init(driver: DatabaseDriver, model: TableModel, limits: SQLLimits) throws(ToolError) {
      (self.driver, self.model, self.limits) = (driver, model, limits)
      var names: Set<String> = []
      for column in model.columns where !names.insert(column.name).inserted {
        let error = SQLDeclarationError(.duplicateColumn(column.name), table: model.name)
        throw .message("\(driver.path): \(error.description)")
      }
    }

    subscript<Value>(dynamicMember path: KeyPath<TableModel, Value>) -> Value {
      model[keyPath: path]
    }

    var keys: DatabaseKeys { DatabaseKeys(table: model.name, names: model.columns.map(\.name)) }

    func column(_ name: String) -> TableModel.Column? { model.column(name) }

    /// The kinds that are stated for columns, by column name. Throws if there is no such column.
    func kinds(stated types: ColumnTypes) throws(ToolError) -> [String: ColumnKind] {
      if types.isEmpty { return [:] }
      let names = keys.names
      let kinds = try types.divided(names).columns.kinds(of: names, in: driver.path)
      return Dictionary(
        uniqueKeysWithValues: zip(names, kinds).compactMap { name, kind in
          kind.map { (name, $0) }
        })
    }

    /// The declaration of the table for translations. Columns without a kind are tested only by the engine.
    func declaration(
      _ kinds: [String: SQLColumn.Kind]
    ) throws(ToolError) -> SQLTableDeclaration {
      do throws(SQLDeclarationError) {
        return try model.declaration(kinds)
      } catch {
        throw .message("\(driver.path): \(error.description)")
      }
    }

    /// A row that was typed or read from JSON, with values as those of the columns are read.
    func read(_ row: FilterObject) -> FilterObject {
      FilterObject(row.members.map { ($0.key, read($0.value, in: $0.key)) })
    }

    /// A key, a list if it has several columns, with values as those of the columns are read.
    func read(key: FilterValue, of names: [String]) -> FilterValue {
      guard names.count > 1, case .list(let list) = key else {
        return names.first.map { read(key, in: $0) } ?? key
      }
      return .list(FilterList(zip(names, list.elements).map { read($1, in: $0) }))
    }

    /// A value as values of a column are read: JSON has no dates and no UUIDs.
    private func read(_ value: FilterValue, in column: String) -> FilterValue {
      guard case .string(let text) = value else { return value }
      switch model.column(column)?.kind {
      case .uuid: return UUID(uuidString: text).map { .uuid($0) } ?? value
      case .date: return Date(iso8601: text).map { .date($0) } ?? value
      default: return value
      }
    }

    /// Whether there are more than `count` rows.
    func hasRows(beyond count: Int) throws(ToolError) -> Bool {
      try driver.statement(
        "SELECT 1 FROM \(model.quotedName) LIMIT 1 OFFSET \(count)", [], tests: [], mayStop: false
      ).next()
    }

    /// The text of a statement over the table, with its schema.
    func text(of select: SQLSelect) -> String { select.text { _ in model.schemaPrefix } }
  }

  extension DatabaseTable {
    /// Throws if a member is not of the form that `types` state for its column. They say how a column is stored, and values
    /// of another form would be read as something else.
    func check(
      _ members: [(name: String, value: FilterValue)], _ types: ColumnTypes
    ) throws(ToolError) {
      if types.isEmpty { return }
      let kinds = try kinds(stated: types)
      for (name, value) in members where value.kind != .null {
        guard let kind = kinds[name], kind.isConverted, !kind.isWritten(by: value) else { continue }
        throw .message(
          "'\(Columns.text(of: value))' in column '\(name)' is not \(kind.rawValue), which --types "
            + "states; values are written as they are stored")
      }
    }

    /// Opens a database for reading and finds the table, in one transaction, so that all statements see the same rows.
    init(_ name: DatabaseName, _ limits: DatabaseLimits) throws(ToolError) {
      let driver = try name.driver(limits)
      try driver.run(driver.source.begin(isWritable: false, isLazy: true))
      self = try driver.table(named: name.table, advice: "choose one with --table")
    }
  }
#endif
