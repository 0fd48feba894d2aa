#if SQLite
  internal import CSQLite
  internal import FilterEngine
  internal import FilterSQL
  package import FilterTables

  // The catalog of SQLite, on connections of this module and of others.
  extension TableModel {
    /// The tables of the main database by name, without their columns.
    package static func sqliteTables(
      _ connection: OpaquePointer
    ) throws(TableError) -> [TableModel] {
      let rows = try SQLiteCursor(
        """
        SELECT name, type, wr, strict FROM pragma_table_list WHERE schema = 'main' ORDER BY name
        """, of: connection
      ).rows()
      return rows.compactMap { row in
        guard case .string(let name) = row[0], case .string(let type) = row[1],
          let kind = Kind(rawValue: type)
        else { return nil }
        return TableModel(name, kind, hasRowID: row[2] == .int(0), isStrict: row[3] == .int(1))
      }
    }

    /// Reads the columns and the indexes of a table of a connection.
    package mutating func readColumns(_ connection: OpaquePointer) throws(TableError) {
      let rows = try SQLiteCursor(
        """
        SELECT name, cid, type, "notnull", pk, dflt_value IS NOT NULL, hidden
        FROM pragma_table_xinfo(?)
        """, [.text(name)], of: connection
      ).rows()
      let terms = try SQLiteCursor(
        """
        SELECT i.seq, i."unique", i.partial, i.origin, c.name, c.coll
        FROM pragma_index_list(?) AS i, pragma_index_xinfo(i.name) AS c WHERE c.key
        ORDER BY i.seq, c.seqno
        """, [.text(name)], of: connection
      ).rows()
      var last: FilterValue?
      for row in terms {
        let term = (name: row[4].text, collation: row[5].text ?? "")
        if row[0] == last {
          indexes[indexes.count - 1].terms.append(term)
        } else {
          indexes.append(
            Index(isUnique: row[1] == .int(1), isPartial: row[2] == .int(1), [term]))
        }
        last = row[0]
      }
      let key = rows.filter { $0[4].integer > 0 }.sorted { $0[4].integer < $1[4].integer }
      primaryKey = key.compactMap(\.[0].text)
      uniqueKeys =
        [Set(primaryKey)]
        + indexes.filter { $0.isUnique && !$0.isPartial }.compactMap(\.columns)
      if kind == .table, hasRowID {
        // An INTEGER PRIMARY KEY is the rowid, unless it has an index of its own.
        let isRowID = key.count == 1 && key[0][2].text?.lowercased() == "integer"
        if isRowID, !terms.contains(where: { $0[3] == .string("pk") }) {
          rowIDColumn = primaryKey.first
        }
        let names = Set(rows.compactMap { $0[0].text?.lowercased() })
        freeRowIDName = ["rowid", "_rowid_", "oid"].first { !names.contains($0) }
      }
      columns = rows.compactMap { column($0, connection) }
    }

    private func column(_ row: [FilterValue], _ connection: OpaquePointer) -> Column? {
      guard let name = row[0].text else { return nil }
      var column = Column(name, type: row[2].text ?? "")
      let isRowID = rowIDColumn == name
      column.index = row[1].integer
      column.isNotNull = row[3] == .int(1) || isRowID
      column.kind = isRowID ? .integer : isStrict ? Self.kind(strictType: column.type) : nil
      column.collation = collation(of: name, connection)
      column.comparesBytes = column.collation?.lowercased() == "binary"
      column.isIndexed = indexes.contains { !$0.isPartial && $0.terms.first?.name == name }
      column.servesByteRanges = column.isIndexed && column.comparesBytes
      column.hasDefault = row[5] == .int(1)
      column.isGenerated = row[6].integer > 1
      column.isArgument = row[6] == .int(1)
      return column
    }

    /// The collation of a column, such as "BINARY"; nil for a view.
    private func collation(of column: String, _ connection: OpaquePointer) -> String? {
      var collation: UnsafePointer<CChar>?
      let code = sqlite3_table_column_metadata(
        connection, "main", name, column, nil, &collation, nil, nil, nil)
      return code == SQLITE_OK ? collation.map { String(cString: $0) } : nil
    }

    /// The kind of all values of a column of a STRICT table; nil if values may be of any type.
    private static func kind(strictType type: String) -> SQLColumn.Kind? {
      switch type.uppercased() {
      case "INT", "INTEGER": .integer
      case "REAL": .real(isFinite: true)
      case "TEXT": .text
      case "BLOB": .bytes
      default: nil
      }
    }

    /// The columns that the schema permits only JSON in, by the constraints of the table.
    package func validatedColumns(
      _ connection: OpaquePointer
    ) throws(TableError) -> ValidatedColumns? {
      let rows = try SQLiteCursor(
        """
        SELECT sql FROM main.sqlite_schema
        WHERE type = 'table' AND name = ? AND instr(lower(sql), 'json_valid')
        """, [.text(name)], of: connection
      ).rows()
      return rows.first?.first?.text.map(ValidatedColumns.init(creating:))
    }
  }

  extension FilterValue {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
    fileprivate var integer: Int { if case .int(let number) = self { Int(number) } else { 0 } }
  }
#endif
