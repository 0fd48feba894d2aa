#if SQLite || PostgreSQL
  internal import EssentialFoundation
  internal import FilterEngine
  internal import FilterJSON
  internal import FilterSQL
  internal import FilterTables

  /// A row of a table with its key.
  struct TableRecord {
    let key: FilterValue

    /// The values, with those of stated kinds as such
    let value: FilterObject

    /// The values as they are stored
    let stored: FilterObject
    let json: [UInt8]
  }

  /// The rows of a table by their keys. Changes have to be made within a transaction.
  struct TableRecords {
    private let table: DatabaseTable
    private let plan: DatabasePlan

    init(_ connection: DatabaseConnection) throws(ToolError) {
      self.init(connection, try TableScan(connection, [], sorting: []).plan())
    }

    /// The rows by their keys, read with the columns of a plan for whole rows.
    init(_ connection: DatabaseConnection, _ plan: DatabasePlan) {
      table = connection.table
      self.plan = plan
    }

    /// A name of a key; texts with the same characters in other bytes have other names.
    static func name(of key: FilterValue) -> [UInt8] { JSONWriter().bytes(key) }

    private var driver: DatabaseDriver { table.driver }

    // MARK: - Reading

    /// The JSON of the rows with these keys, by the names of the keys. Rows that cannot be read are left out.
    func json(of keys: [FilterValue]) throws(ToolError) -> [[UInt8]: [UInt8]] {
      var found: [[UInt8]: [UInt8]] = [:]
      for record in try records(table.key, keys, skipsBad: true) {
        found[Self.name(of: record.key)] = record.json
      }
      return found
    }

    /// The row with a key.
    func record(of key: FilterValue) throws(ToolError) -> TableRecord? {
      try records(table.key, [key]).first
    }

    /// The row with a value, or a list of values, in the columns of its identity.
    func record(identifiedBy identity: FilterValue) throws(ToolError) -> TableRecord? {
      let names = table.identity
      if names.count > 1 {
        guard case .list(let list) = identity, list.elements.count == names.count else {
          return nil
        }
      }
      let identity = table.read(key: identity, of: names)
      return try records(names, [identity])
        // A database may convert a value to the type of the column.
        .first { table.identity(of: $0) == identity }
    }

    /// The rows whose columns have the values of one of the keys.
    private func records(
      _ names: [String], _ keys: [FilterValue], skipsBad: Bool = false
    ) throws(ToolError) -> [TableRecord] {
      var parameters: [SQLValue] = []
      // No row has a key without a value.
      guard let condition = try condition(names, keys, &parameters) else { return [] }
      let rows = DatabaseRows(
        plan,
        try driver.statement(
          "SELECT \(table.model.selection(plan.read)) FROM \(table.quotedName) "
            + "WHERE \(condition)", parameters, tests: [], mayStop: false))
      var records: [TableRecord] = []
      while let row = try rows.next() {
        if case .bad(let reason) = row {
          if skipsBad, !plan.statesKinds { continue }
          throw .message("\(rows.place): \(reason)")
        }
        guard case .object(let value) = rows.value else { continue }
        var json: [UInt8] = []
        rows.appendJSON(to: &json)
        let stored = plan.statesKinds ? rows.stored : value
        records.append(TableRecord(key: rows.key, value: value, stored: stored, json: json))
      }
      return records
    }

    /// The condition that columns have the values of one of the keys; nil if a key has no value in one of them.
    private func condition(
      _ names: [String], _ keys: [FilterValue], _ parameters: inout [SQLValue]
    ) throws(ToolError) -> String? {
      var alternatives: [String] = []
      for key in keys {
        var parts = [key]
        if case .list(let list) = key, names.count > 1 { parts = list.elements }
        var tests: [String] = []
        for (name, part) in zip(names, parts) {
          guard let mark = try mark(part, name, isKey: true, &parameters) else { return nil }
          tests.append(names.count == 1 ? mark : "\(name.quotedIdentifier) = \(mark)")
        }
        alternatives.append(tests.joined(separator: " AND "))
      }
      guard names.count == 1 else {
        return alternatives.map { "(\($0))" }.joined(separator: " OR ")
      }
      return "\(names[0].quotedIdentifier) IN (\(alternatives.joined(separator: ", ")))"
    }

    /// The mark of a value for a column in a statement, whose parameter is added; nil for NULL.
    private func mark(
      _ value: FilterValue, _ column: String, isKey: Bool, _ parameters: inout [SQLValue]
    ) throws(ToolError) -> String? {
      guard let stored = try driver.stored(value, in: table.column(column), isKey: isKey) else {
        return nil
      }
      parameters.append(stored.value)
      return driver.mark(parameters.count) + (stored.type.map { "::" + $0 } ?? "")
    }

    // MARK: - Changing

    /// Inserts a row, and returns it as it is stored; nil if a trigger has removed it. `key` is the key of a row that has
    /// no column for it.
    func insert(
      _ value: FilterObject, key: FilterValue? = nil
    ) throws(ToolError) -> TableRecord? {
      var members = value.members.map { (name: $0.key, value: $0.value) }
      try check(members.map(\.name))
      if let key, let name = table.hiddenKey { members.append((name, key)) }
      var parameters: [SQLValue] = []
      let marks = try marks(members, &parameters).joined(separator: ", ")
      let names = members.map { $0.name.quotedIdentifier }.joined(separator: ", ")
      let into = "INSERT INTO \(table.quotedName)"
      let inserted = try driver.run(
        driver.source.insert(
          members.isEmpty ? "\(into) DEFAULT VALUES" : "\(into) (\(names)) VALUES (\(marks))",
          parameters, into: table.model))
      try requireOne(inserted.count)
      return try record(of: inserted.key ?? table.identity(of: value))
    }

    /// Writes values into columns of a row, and returns it as it is stored; nil if a trigger has removed it.
    func update(
      _ record: TableRecord, _ members: [(name: String, value: FilterValue)]
    ) throws(ToolError) -> TableRecord? {
      try check(members.map(\.name))
      guard !members.isEmpty else { return record }
      var parameters: [SQLValue] = []
      let marks = try marks(members, &parameters)
      let parts = zip(members, marks).map { "\($0.name.quotedIdentifier) = \($1)" }
      try changeOne(
        "UPDATE \(table.quotedName) SET \(parts.joined(separator: ", "))",
        record.key, parameters)
      let new = FilterObject(
        record.stored.members.map { member in
          (member.key, members.last { $0.name == member.key }?.value ?? member.value)
        })
      return try self.record(of: table.updatedKey(of: record, with: new))
    }

    func delete(_ record: TableRecord) throws(ToolError) {
      try changeOne("DELETE FROM \(table.quotedName)", record.key, [])
    }

    /// The members of a new content of a row that differ from those of its old content; those without a value are null.
    func differences(
      of old: FilterObject, from value: FilterObject
    ) -> [(name: String, value: FilterValue)] {
      var members = value.members.map { (name: $0.key, value: $0.value) }
      for column in table.columns where !column.isGenerated && value[column.name] == nil {
        members.append((column.name, .null))
      }
      return members.filter { member in
        guard let old = old[member.name] else { return true }
        return old != member.value || old.kind != member.value.kind
      }
    }

    /// The marks of values in a statement, whose parameters are added.
    private func marks(
      _ members: [(name: String, value: FilterValue)], _ parameters: inout [SQLValue]
    ) throws(ToolError) -> [String] {
      var marks: [String] = []
      for member in members {
        let value = plan.stored(member.value, in: member.name)
        marks.append(try mark(value, member.name, isKey: false, &parameters) ?? "NULL")
      }
      return marks
    }

    /// Runs a statement for the row with a key.
    private func changeOne(
      _ text: String, _ key: FilterValue, _ parameters: [SQLValue]
    ) throws(ToolError) {
      var parameters = parameters
      let condition = try condition(table.key, [key], &parameters) ?? "FALSE"
      try requireOne(driver.run(driver.source.change("\(text) WHERE \(condition)", parameters)))
    }

    private func requireOne(_ count: Int) throws(ToolError) {
      guard count == 1 else {
        throw .message("\(count) rows of '\(table.name)' would change in place of one")
      }
    }

    /// Throws if a name is not that of a column that can be written.
    private func check(_ names: [String]) throws(ToolError) {
      for name in names {
        guard let column = table.columns.first(where: { $0.name.utf8.elementsEqual(name.utf8) })
        else {
          let near = NearestKey.nearest(to: name, in: table.keys.names)
          throw .message(
            "table '\(table.name)' has no column '\(name)'"
              + (near.map { ", did you mean '\($0)'?" } ?? ""))
        }
        if column.isGenerated {
          throw .message("the column '\(name)' is computed by the database")
        }
      }
    }
  }

  extension DatabaseTable {
    /// The columns that identify rows for people: the declared primary key, else the number of the row.
    var identity: [String] { model.primaryKey.isEmpty ? model.key : model.primaryKey }

    /// The name of the row number if no column has it.
    var hiddenKey: String? { model.key.first { model.column($0) == nil } }

    /// The value of the identity of a row, a list if it has several columns.
    func identity(of record: TableRecord) -> FilterValue {
      identity == model.key && hiddenKey != nil ? record.key : identity(of: record.stored)
    }

    /// The value of the identity in the content of a row; null if the content does not have it.
    func identity(of value: FilterObject) -> FilterValue { Self.key(identity, value) }

    /// The key of a row after an update.
    func updatedKey(of record: TableRecord, with value: FilterObject) -> FilterValue {
      hiddenKey == nil ? Self.key(model.key, value) : record.key
    }

    private static func key(_ names: [String], _ value: FilterObject) -> FilterValue {
      let values = names.map { value[$0] ?? .null }
      return values.count == 1 ? values[0] : .list(FilterList(values))
    }

    /// Throws if rows cannot be edited.
    func requireEditable() throws(ToolError) {
      if model.isTable, !model.key.isEmpty { return }
      throw .message("rows of '\(model.name)' cannot be edited: only those of tables with keys can")
    }
  }

  extension JSONWriter {
    /// A value as text: its JSON, or the text of a value that is a text in JSON.
    static func text(_ value: FilterValue) -> String {
      let json = JSONWriter().bytes(value)
      if case .string(let text)? = try? JSONReader().read(json) { return text }
      return String(decoding: json, as: UTF8.self)
    }
  }
#endif
