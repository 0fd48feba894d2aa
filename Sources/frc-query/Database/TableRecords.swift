#if SQLite
  internal import EssentialFoundation
  internal import FilterEngine
  internal import FilterJSON
  internal import FilterSQL
  internal import FilterSQLite

  /// A row of a table with its key.
  struct TableRecord {
    let key: FilterValue
    let value: FilterObject
    let json: [UInt8]
  }

  /// The rows of a table by their keys. Changes have to be made within a transaction.
  struct TableRecords {
    private let connection: DatabaseConnection
    private let table: DatabaseTable
    private let plan: DatabasePlan

    init(_ connection: DatabaseConnection) throws(ToolError) {
      self.connection = connection
      table = connection.table
      plan = try TableScan(connection, [], sorting: []).plan()
    }

    /// A name of a key; texts with the same characters in other bytes have other names.
    static func name(of key: FilterValue) -> [UInt8] { JSONWriter().bytes(key) }

    // MARK: - Reading

    /// The JSON of the rows with these keys, by the names of the keys. Rows that cannot be read are left out.
    func json(of keys: [FilterValue]) throws(ToolError) -> [[UInt8]: [UInt8]] {
      var found: [[UInt8]: [UInt8]] = [:]
      let condition = Self.condition(table.key, count: keys.count)
      for record in try records(where: condition, keys, skipsBad: true) {
        found[Self.name(of: record.key)] = record.json
      }
      return found
    }

    /// The row with a key.
    func record(of key: FilterValue) throws(ToolError) -> TableRecord? {
      try records(where: Self.condition(table.key, count: 1), [key]).first
    }

    /// The row with a value, or a list of values, in the columns of its identity.
    func record(identifiedBy identity: FilterValue) throws(ToolError) -> TableRecord? {
      let names = table.identity
      if names.count > 1 {
        guard case .list(let list) = identity, list.elements.count == names.count else {
          return nil
        }
      }
      return try records(where: Self.condition(names, count: 1), [identity])
        // SQLite converts a value to the type of the column.
        .first { table.identity(of: $0) == identity }
    }

    private func records(
      where condition: String, _ keys: [FilterValue], skipsBad: Bool = false
    ) throws(ToolError) -> [TableRecord] {
      var parameters: [SQLValue] = []
      for key in keys {
        var parts = [key]
        if case .list(let list) = key { parts = list.elements }
        for part in parts {
          // No row has a key without a value.
          guard let value = try Self.stored(part) else { return [] }
          parameters.append(value)
        }
      }
      let columns = plan.read.map(DatabaseKinds.quoted).joined(separator: ", ")
      let rows = try DatabaseRows(
        plan,
        try connection.statement(
          "SELECT \(columns) FROM \(DatabaseKinds.quoted(table.name)) WHERE \(condition)",
          parameters))
      var records: [TableRecord] = []
      while let row = try connection.run({ () throws(SQLiteError) in try rows.next() }) {
        if case .bad(let reason) = row {
          if skipsBad { continue }
          throw .message("\(rows.place): \(reason)")
        }
        guard case .object(let value) = rows.value else { continue }
        var json: [UInt8] = []
        rows.appendJSON(to: &json)
        records.append(TableRecord(key: rows.key, value: value, json: json))
      }
      return records
    }

    /// The condition that the columns of a key have the values of one of `count` keys.
    private static func condition(_ names: [String], count: Int) -> String {
      let one = names.map { "\(DatabaseKinds.quoted($0)) = ?" }.joined(separator: " AND ")
      if names.count == 1 {
        let marks = Array(repeating: "?", count: count).joined(separator: ", ")
        return "\(DatabaseKinds.quoted(names[0])) IN (\(marks))"
      }
      return Array(repeating: "(\(one))", count: count).joined(separator: " OR ")
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
      let marks = try marks(members.map(\.value), &parameters).joined(separator: ", ")
      let names = members.map { DatabaseKinds.quoted($0.name) }.joined(separator: ", ")
      let into = "INSERT INTO \(DatabaseKinds.quoted(table.name))"
      try changeOne(
        members.isEmpty ? "\(into) DEFAULT VALUES" : "\(into) (\(names)) VALUES (\(marks))",
        parameters)
      return try record(
        of: table.rowID != nil
          ? .int(connection.database.lastRowID)
          : table.identity(of: value))
    }

    /// Writes values into columns of a row, and returns it as it is stored; nil if a trigger has removed it.
    func update(
      _ record: TableRecord, _ members: [(name: String, value: FilterValue)]
    ) throws(ToolError) -> TableRecord? {
      try check(members.map(\.name))
      guard !members.isEmpty else { return record }
      var parameters: [SQLValue] = []
      let marks = try marks(members.map(\.value), &parameters)
      let parts = zip(members, marks).map { "\(DatabaseKinds.quoted($0.name)) = \($1)" }
      let condition = try condition(record.key, &parameters)
      try changeOne(
        "UPDATE \(DatabaseKinds.quoted(table.name)) SET \(parts.joined(separator: ", ")) "
          + "WHERE \(condition)", parameters)
      let new = FilterObject(
        record.value.members.map { member in
          (member.key, members.last { $0.name == member.key }?.value ?? member.value)
        })
      return try self.record(of: table.key(after: record, with: new))
    }

    func delete(_ record: TableRecord) throws(ToolError) {
      var parameters: [SQLValue] = []
      let condition = try condition(record.key, &parameters)
      try changeOne(
        "DELETE FROM \(DatabaseKinds.quoted(table.name)) WHERE \(condition)", parameters)
    }

    /// The members of a new content of a row that differ from those that it has; those without a value are null.
    func differences(
      of record: TableRecord, from value: FilterObject
    ) -> [(name: String, value: FilterValue)] {
      var members = value.members.map { (name: $0.key, value: $0.value) }
      for column in table.columns where !column.isGenerated && value[column.name] == nil {
        members.append((column.name, .null))
      }
      return members.filter { member in
        guard let old = record.value[member.name] else { return true }
        return old != member.value || old.kind != member.value.kind
      }
    }

    private func condition(
      _ key: FilterValue, _ parameters: inout [SQLValue]
    ) throws(ToolError) -> String {
      var parts = [key]
      if case .list(let list) = key, table.key.count > 1 { parts = list.elements }
      _ = try marks(parts, &parameters)
      return Self.condition(table.key, count: 1)
    }

    /// The marks of values in a statement, whose parameters are added.
    private func marks(
      _ values: [FilterValue], _ parameters: inout [SQLValue]
    ) throws(ToolError) -> [String] {
      var marks: [String] = []
      for value in values {
        let stored = try Self.stored(value)
        marks.append(stored == nil ? "NULL" : "?")
        if let stored { parameters.append(stored) }
      }
      return marks
    }

    private func changeOne(_ sql: String, _ parameters: [SQLValue]) throws(ToolError) {
      let count = try connection.change(sql, parameters)
      guard count == 1 else {
        throw .message("\(count) rows of '\(table.name)' would change in place of one")
      }
    }

    /// Throws if a name is not that of a column that can be written.
    private func check(_ names: [String]) throws(ToolError) {
      for name in names {
        guard let column = table.columns.first(where: { $0.name.utf8.elementsEqual(name.utf8) })
        else {
          let near = NearestKey.nearest(to: name, in: table.columns.map(\.name))
          throw .message(
            "table '\(table.name)' has no column '\(name)'"
              + (near.map { ", did you mean '\($0)'?" } ?? ""))
        }
        if column.isGenerated {
          throw .message("the column '\(name)' is computed by the database")
        }
      }
    }

    /// The value to store; nil for NULL. Lists and objects are stored as JSON.
    static func stored(_ value: FilterValue) throws(ToolError) -> SQLValue? {
      switch value {
      case .null: return nil
      case .bool(let flag): return .integer(flag ? 1 : 0)
      case .int(let number): return .integer(number)
      case .double(let number):
        if number.isNaN { throw .message("NaN cannot be stored") }
        return .real(number)
      case .string(let text): return .text(text)
      case .data(let data): return .bytes(Array(data))
      default:
        let json = JSONWriter().bytes(value)
        if case .string(let text)? = try? JSONReader().read(json) { return .text(text) }
        return .text(String(decoding: json, as: UTF8.self))
      }
    }
  }

  extension DatabaseTable {
    /// The columns that identify rows for people: the declared primary key, else the number of the row.
    var identity: [String] { primaryKey.isEmpty ? key : primaryKey }

    /// The name of the row number if no column has it.
    var hiddenKey: String? {
      guard let name = key.first, !columns.contains(where: { $0.name == name }) else { return nil }
      return name
    }

    /// The value of the identity of a row, a list if it has several columns.
    func identity(of record: TableRecord) -> FilterValue {
      identity == key && hiddenKey != nil ? record.key : identity(of: record.value)
    }

    /// The value of the identity in the content of a row; null if the content does not have it.
    func identity(of value: FilterObject) -> FilterValue { Self.key(identity, value) }

    /// The key of a row after an update.
    func key(after record: TableRecord, with value: FilterObject) -> FilterValue {
      hiddenKey == nil ? Self.key(key, value) : record.key
    }

    private static func key(_ names: [String], _ value: FilterObject) -> FilterValue {
      let values = names.map { value[$0] ?? .null }
      return values.count == 1 ? values[0] : .list(FilterList(values))
    }

    /// Throws if rows cannot be edited.
    func requireEditable() throws(ToolError) {
      if isTable, !key.isEmpty { return }
      throw .message("rows of '\(name)' cannot be edited: only those of tables with keys can")
    }
  }
#endif
