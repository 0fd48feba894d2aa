#if PostgreSQL
  internal import EssentialFoundation
  internal import FilterEngine
  internal import FilterJSON
  internal import FilterSQL
  internal import FilterSyntax
  internal import FilterTables
  internal import FilterableResultsPostgres

  // The catalog of the database, whose types are the kinds of columns.
  extension PostgresDriver {
    func tables() throws(ToolError) -> [TableModel] {
      try run { connection throws(PostgresError) in try TableModel.relations(connection) }
    }

    /// PostgreSQL folds names without quotes to small letters.
    func match(_ name: String, among tables: [TableModel]) -> TableModel? {
      tables.first { $0.name == name } ?? tables.first { $0.name == name.lowercased() }
    }

    func table(_ listed: TableModel) throws(ToolError) -> DatabaseTable {
      let found = try run { connection throws(PostgresError) in
        // The columns of statements that are prepared may have changed.
        connection.forgetPrepared()
        return try TableModel(named: listed.name, connection)
      }
      guard let found else { throw .message("\(path): there is no table '\(listed.name)'") }
      return try DatabaseTable(driver: self, model: found, limits: dialect.limits)
    }

    func schemaVersion(of table: DatabaseTable) throws(ToolError) -> FilterValue {
      let schemas = try run { connection throws(PostgresError) in try connection.schemas() }
      let rows = try statement(
        """
        SELECT concat_ws(' ', c.oid, c.relkind,
          (SELECT md5(string_agg(concat_ws(' ', a.attnum, a.attname, a.atttypid, a.atttypmod,
             a.attnotnull, a.attisdropped, a.attgenerated, a.attcollation), ',' ORDER BY a.attnum))
           FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid),
          (SELECT string_agg(i.indexrelid::text, ',' ORDER BY i.indexrelid)
           FROM pg_catalog.pg_index i WHERE i.indrelid = c.oid))
        FROM pg_catalog.pg_class c WHERE c.oid = \(PostgresSearchPath.table("$1", in: "$2"))
        """, [.text(table.name), .texts(schemas)], tests: [], mayStop: false)
      return try rows.next() ? rows.value(at: 0) ?? .null : .null
    }

    // MARK: - Kinds

    func kinds(
      of names: Set<String>, in table: DatabaseTable
    ) throws(ToolError) -> [String: SQLColumn.Kind] {
      Dictionary(
        uniqueKeysWithValues: table.columns.compactMap { column in
          column.kind.map { (column.name, $0) }
        })
    }

    func kinds(
      searching names: Set<String>, in table: DatabaseTable, _ effort: SearchEffort
    ) throws(ToolError) -> [String: SQLColumn.Kind] { [:] }

    func documents(
      among names: Set<String>, in table: DatabaseTable
    ) throws(ToolError) -> Set<String> {
      var columns = table.textColumns(among: names).map(\.name)
      guard !columns.isEmpty else { return [] }
      let validated = try validatedColumns(of: table)
      var found: Set<String> = []
      for name in columns where validated.contains(name) {
        let row = try statement(
          "SELECT 1 FROM \(table.quotedName) WHERE \(name.quotedIdentifier) IS NOT NULL LIMIT 1",
          [], tests: [], mayStop: true)
        if try row.next() { found.insert(name) }
      }
      columns.removeAll(where: validated.contains)
      // The first row with another text excludes most columns.
      while !columns.isEmpty {
        let strays = columns.map {
          "COALESCE(ltrim(\($0.quotedIdentifier), E' \\t\\n\\r') !~ '^[[{]', false)"
        }
        let row = try statement(
          "SELECT \(strays.joined(separator: ", ")) FROM \(table.quotedName) "
            + "WHERE \(strays.joined(separator: " OR ")) LIMIT 1", [], tests: [], mayStop: true)
        guard try row.next() else { break }
        let isStray = columns.indices.map { row.value(at: $0) == .bool(true) }
        // A server whose row has no stray would be asked without end.
        guard isStray.contains(true) else { break }
        columns = zip(columns, isStray).filter { !$1 }.map(\.0)
      }
      for name in columns where try hasDocuments(name, table) { found.insert(name) }
      return found
    }

    /// Whether a column has values, all of which are JSON.
    private func hasDocuments(_ name: String, _ table: DatabaseTable) throws(ToolError) -> Bool {
      let column = name.quotedIdentifier
      let rows = try statement(
        "SELECT \(column) FROM \(table.quotedName) WHERE \(column) IS NOT NULL", [], tests: [],
        mayStop: true)
      let reader = JSONReader()
      var hasValue = false
      while try rows.next() {
        guard case .string(let text)? = rows.value(at: 0),
          (try? reader.check(Array(text.utf8))) != nil
        else { return false }
        hasValue = true
      }
      return hasValue
    }

    /// The columns for which the table has a constraint that permits only JSON.
    private func validatedColumns(of table: DatabaseTable) throws(ToolError) -> Set<String> {
      let rows = try statement(
        """
        SELECT CAST(a.attname AS text) FROM pg_catalog.pg_constraint c
        JOIN pg_catalog.pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
        WHERE c.conrelid = CAST($1 AS pg_catalog.regclass) AND c.contype = 'c' AND c.convalidated
          AND cardinality(c.conkey) = 1
          AND replace(
            replace(pg_catalog.pg_get_constraintdef(c.oid), quote_ident(a.attname), '?'), ' ', '')
            IN ('CHECK(((?)::jsonISNOTNULL))', 'CHECK(((?)::jsonbISNOTNULL))', 'CHECK((?ISJSON))',
              'CHECK(((?ISNULL)OR((?)::jsonISNOTNULL)))',
              'CHECK(((?ISNULL)OR((?)::jsonbISNOTNULL)))', 'CHECK(((?ISNULL)OR(?ISJSON)))')
        """, [.text(table.quotedName)], tests: [], mayStop: false)
      var names: Set<String> = []
      while try rows.next() {
        if case .string(let name)? = rows.value(at: 0) { names.insert(name) }
      }
      return names
    }

    // MARK: - Values

    /// The value in the type of the column, or its text, which the server converts.
    func stored(
      _ value: FilterValue, in column: TableModel.Column?, isKey: Bool
    ) throws(ToolError) -> StoredValue? {
      if value.kind == .null { return nil }
      if let native = Self.native(value, column?.kind) { return StoredValue(value: native) }
      // No row has a key of another kind.
      if isKey, let kind = column?.kind, kind != .decimal || !value.isNumber { return nil }
      let isJSON = column.map { $0.type == "json" || $0.type == "jsonb" } ?? false
      let text =
        isJSON ? String(decoding: JSONWriter().bytes(value), as: UTF8.self) : JSONWriter.text(value)
      guard !text.utf8.contains(0) else {
        throw .message("PostgreSQL stores no text with U+0000")
      }
      // The conversion to a text would cut it off at the length of the column.
      let isText = column?.kind == .text || column?.type.begins(with: "character") ?? true
      return StoredValue(value: .text(text), type: isText ? nil : column?.type)
    }

    private static func native(_ value: FilterValue, _ kind: SQLColumn.Kind?) -> SQLValue? {
      switch (kind, value) {
      case (.integer, .int(let number)), (.decimal, .int(let number)): return .integer(number)
      case (.integer, .double(let number)): return Int64(exactly: number).map { .integer($0) }
      case (.real, .int(let number)): return Double(exactly: number).map { .real($0) }
      case (.real, .double(let number)): return .real(number)
      case (.boolean, .bool(let flag)): return .boolean(flag)
      case (.text, .string(let text)): return text.utf8.contains(0) ? nil : .text(text)
      case (.bytes, .data(let data)): return .bytes(Array(data))
      case (.uuid, .uuid(let uuid)): return .uuid(withUnsafeBytes(of: uuid.uuid) { Array($0) })
      case (.date(let form), .date(let date)):
        let seconds = date.timeIntervalSinceReferenceDate - (form.seconds(0 as Int64) ?? 0)
        let unit = form == .calendarDay ? 86_400 : 1e-6
        guard let steps = Int64(exactly: (seconds / unit).rounded()) else { return nil }
        switch form {
        case .timestamp: return .microseconds(steps)
        case .timestampWithoutZone: return .localMicroseconds(steps)
        case .calendarDay: return Int32(exactly: steps).map { .days(Int64($0)) }
        default: return nil
        }
      default: return nil
      }
    }
  }

  extension FilterValue {
    fileprivate var isNumber: Bool {
      switch self {
      case .int, .wide, .double, .decimal: true
      default: false
      }
    }
  }
#endif
