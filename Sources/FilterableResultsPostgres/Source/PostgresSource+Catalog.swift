#if PostgreSQL
  internal import EssentialFoundation
  package import FilterEngine
  package import FilterSQL
  package import FilterTables

  // The catalog of the database, whose types are the kinds of columns.
  extension PostgresSource {
    package func tables() throws(TableError) -> [TableModel] {
      try run { connection throws(PostgresError) in try TableModel.relations(connection) }
    }

    /// PostgreSQL folds names without quotes to small letters.
    package func match(_ name: String, among tables: [TableModel]) -> TableModel? {
      tables.first { $0.name == name } ?? tables.first { $0.name == name.lowercased() }
    }

    package func table(_ listed: TableModel) throws(TableError) -> TableModel? {
      try run { connection throws(PostgresError) in
        // The columns of statements that are prepared may have changed.
        connection.forgetPrepared()
        return try TableModel(named: listed.name, connection)
      }
    }

    package func limits(of table: TableModel) -> SQLLimits { dialect.limits }

    package func schemaVersion(of table: TableModel) throws(TableError) -> FilterValue {
      let schemas = try run { connection throws(PostgresError) in try connection.schemas() }
      let row = try cursor(
        """
        SELECT concat_ws(' ', c.oid, c.relkind,
          (SELECT md5(string_agg(concat_ws(' ', a.attnum, a.attname, a.atttypid, a.atttypmod,
             a.attnotnull, a.attisdropped, a.attgenerated, a.attcollation), ',' ORDER BY a.attnum))
           FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid),
          (SELECT string_agg(i.indexrelid::text, ',' ORDER BY i.indexrelid)
           FROM pg_catalog.pg_index i WHERE i.indrelid = c.oid))
        FROM pg_catalog.pg_class c WHERE c.oid = \(PostgresSearchPath.table("$1", in: "$2"))
        """, [.text(table.name), .texts(schemas)], tests: [], mayStop: false)
      return try row.next() ? row.value(at: 0) ?? .null : .null
    }

    // MARK: - Kinds

    package func kinds(
      of names: Set<String>, in table: TableModel
    ) throws(TableError) -> [String: SQLColumn.Kind] {
      Dictionary(
        uniqueKeysWithValues: table.columns.compactMap { column in
          column.kind.map { (column.name, $0) }
        })
    }

    package func kinds(
      searching names: Set<String>, in table: TableModel, _ effort: SearchEffort
    ) throws(TableError) -> [String: SQLColumn.Kind] { [:] }

    package func validatedColumns(of table: TableModel) throws(TableError) -> Set<String> {
      let rows = try cursor(
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

    package func stray(_ quotedColumn: String) -> String {
      "COALESCE(ltrim(\(quotedColumn), E' \\t\\n\\r') !~ '^[[{]', false)"
    }

    package var readsJSON: Bool { false }

    package func native(_ value: FilterValue, _ kind: SQLColumn.Kind?) -> SQLValue? {
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
#endif
