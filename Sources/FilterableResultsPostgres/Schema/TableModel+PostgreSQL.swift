#if PostgreSQL
  internal import FilterSQL
  package import FilterTables
  internal import FilterableResultsSQL

  // The catalog of PostgreSQL.
  extension TableModel {
    /// Reads a table that the search path finds by its name; nil if there is none.
    package init?(named name: String, _ connection: PostgresConnection) throws(PostgresError) {
      let relations = try Self.relations(connection, named: name)
      guard var table = relations.first else { return nil }
      try table.readColumns(connection)
      try table.readIndexes(connection)
      self = table
    }

    /// The tables and views that the search path finds, without those of the system and without their columns, in the order
    /// of their names.
    package static func relations(
      _ connection: PostgresConnection
    ) throws(PostgresError) -> [TableModel] {
      try relations(connection, named: nil)
    }

    /// The relations that the search path finds: that with a name, whatever it is, or all tables and views.
    private static func relations(
      _ connection: PostgresConnection, named name: String?
    ) throws(PostgresError) -> [TableModel] {
      let isNamed = name == nil ? "" : "AND f.relname = $2"
      let isListed =
        name != nil
        ? "TRUE"
        : """
        c.relkind IN ('r', 'p', 'v', 'm', 'f')
        AND c.nspname NOT IN ('pg_catalog', 'information_schema') AND c.nspname NOT LIKE 'pg\\_t%'
        """
      // A relation of any kind hides those with its name in later schemas.
      let rows = try connection.rows(
        """
        SELECT c.oid, c.relname, c.nspname, c.relkind::text
        FROM (
          SELECT DISTINCT ON (f.relname) f.oid, f.relname, m.nspname, f.relkind
          FROM \(PostgresSearchPath.relations(in: "$1")) \(isNamed)
          ORDER BY f.relname, p.number
        ) AS c
        WHERE \(isListed) ORDER BY c.relname COLLATE "C", c.oid
        """, [.texts(try connection.schemas())] + (name.map { [.text($0)] } ?? []))
      return rows.map { row in
        TableModel(
          row.string(at: 1), schema: row.string(at: 2), kind(row.string(at: 3)),
          identifier: UInt32(clamping: row.number(at: 0)))
      }
    }

    /// The kind of a relation by `pg_class.relkind`.
    private static func kind(_ relkind: String) -> Kind {
      switch relkind {
      case "r": .table
      case "p": .partitioned
      case "v": .view
      case "m": .materialized
      case "f": .foreign
      default: .other
      }
    }

    private mutating func readColumns(_ connection: PostgresConnection) throws(PostgresError) {
      let rows = try connection.rows(
        """
        SELECT a.attname, COALESCE(NULLIF(t.typbasetype, 0), t.oid),
          pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnotnull OR t.typnotnull,
          CASE WHEN NOT o.collisdeterministic THEN o.collname END, a.attgenerated <> ''
        FROM pg_catalog.pg_attribute a
          JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
          LEFT JOIN pg_catalog.pg_collation o ON o.oid = a.attcollation
        WHERE a.attrelid = $1 AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
        """, [.integer(Int64(identifier))])
      columns = rows.enumerated().map { index, row in
        var column = Column(row.string(at: 0), type: row.string(at: 2))
        column.index = index
        column.typeNumber = UInt32(clamping: row.number(at: 1))
        column.isNotNull = row.number(at: 3) != 0
        column.collation = row.isNull(at: 4) ? nil : row.string(at: 4)
        column.comparesBytes = row.isNull(at: 4)
        column.kind = row.isNull(at: 4) ? PostgresType.kind(column.typeNumber) : nil
        column.isReadAsText =
          column.kind == nil && !PostgresType.readAsTheyAre.contains(column.typeNumber)
        column.isGenerated = row.number(at: 5) != 0
        return column
      }
    }

    private mutating func readIndexes(_ connection: PostgresConnection) throws(PostgresError) {
      // A deferred key may have equal values until the end of a transaction.
      let rows = try connection.rows(
        """
        SELECT c.relname, i.indisunique AND i.indimmediate, i.indisprimary, a.attname,
          o.opcname IN ('text_pattern_ops', 'varchar_pattern_ops')
        FROM pg_catalog.pg_index i
          JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid
          JOIN pg_catalog.pg_opclass o ON o.oid = i.indclass[0]
          CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY k (number, place)
          LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
        WHERE i.indrelid = $1 AND i.indisvalid AND i.indpred IS NULL AND k.place <= i.indnkeyatts
        ORDER BY c.relname COLLATE "C", k.place
        """, [.integer(Int64(identifier))])
      var last: String?
      for row in rows {
        let name = row.isNull(at: 3) ? nil : row.string(at: 3)
        if row.number(at: 2) != 0, let name { primaryKey.append(name) }
        if row.string(at: 0) == last {
          indexes[indexes.count - 1].terms.append((name, ""))
          continue
        }
        last = row.string(at: 0)
        indexes.append(Index(isUnique: row.number(at: 1) != 0, [(name, "")]))
        guard let index = columns.firstIndex(where: { $0.name == name }) else { continue }
        columns[index].isIndexed = true
        if row.number(at: 4) != 0 { columns[index].servesByteRanges = true }
      }
      let nullable = Set(columns.filter { !$0.isNotNull }.map(\.name))
      uniqueKeys = indexes.filter(\.isUnique).compactMap(\.columns)
        .filter(nullable.isDisjoint)
    }
  }

  // A server may return fewer columns than a statement has.
  extension [SQLCellValue] {
    /// The text of a cell of the catalog; empty for NULL.
    fileprivate func string(at index: Int) -> String {
      if case .text(let text?) = cell(at: index) { text } else { "" }
    }

    /// The integer of a cell of the catalog; 0 for NULL.
    fileprivate func number(at index: Int) -> Int64 {
      if case .integer(let integer) = cell(at: index) { integer } else { 0 }
    }

    fileprivate func isNull(at index: Int) -> Bool {
      if case .null = cell(at: index) { true } else { false }
    }

    private func cell(at index: Int) -> SQLCellValue {
      indices.contains(index) ? self[index] : .null
    }
  }
#endif
