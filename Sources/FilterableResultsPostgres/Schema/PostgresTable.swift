#if PostgreSQL
  internal import FilterSQL
  internal import FilterableResultsSQL

  /// A table, view or other relation in the catalog of a database.
  package struct PostgresTable: Sendable {
    /// A column, in the order of the table.
    package struct Column: Sendable {
      package let name: String

      /// The OID of the type, of the base type for a domain.
      package let type: UInt32

      /// The name of the type as `format_type` prints it, such as `character varying(10)`.
      package let typeName: String
      package let isNotNull: Bool

      /// The name of a collation that has equal texts of different bytes; nil for any other column.
      package let collation: String?

      /// Whether the database computes its values.
      package let isGenerated: Bool
    }

    /// An index that is valid and not partial.
    package struct Index: Sendable {
      package let name: String

      /// The names of the columns, nil for an expression.
      package let columns: [String?]
      package let isUnique: Bool
      package let isPrimary: Bool

      /// Whether the first column is ordered by the bytes of texts for `~<~`, as by `text_pattern_ops`.
      package let comparesBytes: Bool
    }

    /// The OID.
    package let identifier: UInt32

    /// The name without the schema.
    package let name: String

    /// The name of the schema.
    package let schema: String

    /// The kind of relation, a letter of `pg_class.relkind`: `r` for a table, `v` for a view.
    package let kind: Character

    /// Whether it is a partition of another table.
    package let isPartition: Bool
    package private(set) var columns: [Column] = []
    package private(set) var indexes: [Index] = []

    /// The columns of the primary key; empty if there is none.
    package var primaryKey: [String] {
      indexes.first(where: \.isPrimary)?.columns.compactMap(\.self) ?? []
    }

    /// The quoted name with the schema.
    var quotedName: String { schema.quotedIdentifier + "." + name.quotedIdentifier }

    /// Whether it stores rows of its own.
    package var isTable: Bool { kind == "r" || kind == "p" }

    /// Reads a table that the search path finds by its name; nil if there is none.
    package init?(named name: String, _ connection: PostgresConnection) throws(PostgresError) {
      let tables = try Self.list(connection, named: name)
      guard var table = tables.first else { return nil }
      try table.readColumns(connection)
      try table.readIndexes(connection)
      self = table
    }

    /// The tables and views that the search path finds, without those of the system, in the order of their names.
    package static func list(_ connection: PostgresConnection) throws(PostgresError)
      -> [PostgresTable]
    {
      try list(connection, named: nil)
    }

    /// The relations that the search path finds: that with a name, whatever it is, or all tables and views.
    private static func list(
      _ connection: PostgresConnection, named name: String?
    ) throws(PostgresError) -> [PostgresTable] {
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
        SELECT c.oid, c.relname, c.nspname, c.relkind::text, c.relispartition
        FROM (
          SELECT DISTINCT ON (f.relname) f.oid, f.relname, m.nspname, f.relkind, f.relispartition
          FROM \(PostgresSearchPath.relations(in: "$1")) \(isNamed)
          ORDER BY f.relname, p.number
        ) AS c
        WHERE \(isListed) ORDER BY c.relname COLLATE "C", c.oid
        """, [.texts(try connection.schemas())] + (name.map { [.text($0)] } ?? []))
      return rows.map(PostgresTable.init)
    }

    private init(_ row: [SQLCellValue]) {
      identifier = UInt32(clamping: row[0].number)
      (name, schema) = (row[1].string, row[2].string)
      kind = row[3].string.first ?? "r"
      isPartition = row[4].number != 0
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
      columns = rows.map { row in
        Column(
          name: row[0].string, type: UInt32(clamping: row[1].number), typeName: row[2].string,
          isNotNull: row[3].number != 0, collation: row[4].isNull ? nil : row[4].string,
          isGenerated: row[5].number != 0)
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
      for row in rows {
        let column = row[3].isNull ? nil : row[3].string
        var columns: [String?] = [column]
        if let last = indexes.last, last.name == row[0].string {
          columns = last.columns + columns
          indexes.removeLast()
        }
        indexes.append(
          Index(
            name: row[0].string, columns: columns, isUnique: row[1].number != 0,
            isPrimary: row[2].number != 0, comparesBytes: row[4].number != 0))
      }
    }
  }

  extension SQLCellValue {
    /// The text of a cell of the catalog; empty for NULL.
    fileprivate var string: String {
      if case .text(let text?) = self { text } else { "" }
    }

    /// The integer of a cell of the catalog; 0 for NULL.
    fileprivate var number: Int64 { if case .integer(let integer) = self { integer } else { 0 } }

    fileprivate var isNull: Bool { if case .null = self { true } else { false } }
  }
#endif
