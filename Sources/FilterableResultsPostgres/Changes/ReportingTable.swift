#if PostgreSQL
  internal import FilterSQL
  internal import FilterableResultsSQL

  /// A table of the catalog, and the triggers by which it reports its changed rows.
  struct ReportingTable: Equatable, Sendable {
    /// The kinds of tables whose statements do not always call triggers, or whose names are of one session.
    enum Obstacle: String, Sendable {
      case view = "is a view"
      case foreign = "is a foreign table"
      case partition = "is a partition or has partitions"
      case heir = "inherits from a table or has heirs"
      case temporary = "is temporary"
      case other = "is not a table"
    }

    let oid: Int64

    /// The quoted name with the schema.
    let name: String

    /// The quoted name of the schema.
    let schema: String

    /// The reason why the table cannot report changes; nil if it can.
    let obstacle: Obstacle?

    /// The reported columns; nil if triggers are missing or of another version.
    let columns: [String]?

    /// The columns that the triggers of any version report, as far as they are in the table.
    let earlierColumns: [String]

    /// The quoted names with the schema of the functions of the triggers of any version.
    let functions: [String]

    /// A text that changes with the columns, the keys and the triggers of the table.
    let fingerprint: String

    /// Reads the tables with these names, as the search path finds them; nil for a table that does not exist.
    static func read(
      _ names: [String], _ connection: PostgresConnection
    ) throws(PostgresError) -> [ReportingTable?] {
      let mark = ChangeTriggers.mark
      return try connection.rows(
        query,
        [
          .texts(names), .texts(ChangeTriggers.names), .text(mark),
          .text("\(mark)\(ChangeTriggers.version)"), .texts(try connection.schemas()),
        ]
      ).map { ReportingTable($0) }
    }

    /// Creates a table from a row of the query; fails for one without a table.
    private init?(_ row: [SQLCellValue]) {
      guard row.count == 12, case .integer(let oid) = row[0] else { return nil }
      self.oid = oid
      schema = row[1].text
      name = row[2].text
      obstacle = Self.obstacle(
        kind: row[3].text, isPartition: row[4].isTrue, isHeir: row[5].isTrue,
        isTemporary: row[6].isTrue)
      let all = JSONEntries.texts(row[7].text)
      functions = JSONEntries.texts(row[8].text)
      let reported = row[9].arguments
      earlierColumns = reported.filter(all.contains)
      columns = row[10].isTrue && earlierColumns == reported ? reported : nil
      fingerprint = row[11].text
    }

    private static func obstacle(
      kind: String, isPartition: Bool, isHeir: Bool, isTemporary: Bool
    ) -> Obstacle? {
      switch kind {
      case "v", "m": .view
      case "f": .foreign
      case "p": .partition
      case "r" where isPartition: .partition
      case "r" where isHeir: .heir
      case "r" where isTemporary: .temporary
      case "r": nil
      default: .other
      }
    }

    /// The error of a source whose table does not report its changes: it is not in the state that is needed.
    static func silence(of name: String, _ obstacle: Obstacle?) -> PostgresError {
      let reason = obstacle.map { $0.rawValue } ?? "does not report its changes"
      let install = obstacle == nil ? "call install(_:) of the store, or " : ""
      return PostgresError(
        "table '\(name)' \(reason): \(install)have the request read all rows at intervals by "
          + "refreshes(every:)", sqlState: "55000")
    }

    private static var query: String {
      """
      SELECT c.oid, pg_catalog.quote_ident(n.nspname),
        pg_catalog.quote_ident(n.nspname) || '.' || pg_catalog.quote_ident(c.relname), c.relkind::text, c.relispartition,
        EXISTS (
          SELECT FROM pg_catalog.pg_inherits i WHERE i.inhrelid = c.oid OR i.inhparent = c.oid),
        c.relpersistence = 't', a.names, t.functions, t.arguments, coalesce(t.is_current, FALSE),
        pg_catalog.concat_ws(' ', c.oid, k.keys, a.fingerprint, t.fingerprint)
      FROM pg_catalog.unnest($1::text[]) WITH ORDINALITY AS w (name, number)
      LEFT JOIN pg_catalog.pg_class c
        ON c.oid = \(PostgresSearchPath.table("w.name", in: "$5"))
      LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      LEFT JOIN LATERAL (
        SELECT pg_catalog.json_agg(a.attname)::text AS names,
          pg_catalog.string_agg(pg_catalog.concat_ws(' ', a.attname, a.atttypid, a.atttypmod,
            a.attnotnull, a.attcollation, a.attgenerated), ',' ORDER BY a.attnum) AS fingerprint
        FROM pg_catalog.pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) a ON TRUE
      LEFT JOIN LATERAL (
        SELECT pg_catalog.string_agg(i.indkey::text, ',' ORDER BY i.indexrelid) AS keys
        FROM pg_catalog.pg_index i WHERE i.indrelid = c.oid AND i.indisunique) k ON TRUE
      LEFT JOIN LATERAL (
        SELECT pg_catalog.json_agg(pg_catalog.format('%I.%I', m.nspname, p.proname))::text
            AS functions,
          (pg_catalog.array_agg(g.tgargs))[1] AS arguments,
          pg_catalog.count(*) = pg_catalog.cardinality($2::text[])
            AND pg_catalog.count(DISTINCT g.tgargs) = 1 AND pg_catalog.count(DISTINCT p.oid) = 1
            AND pg_catalog.bool_and(g.tgenabled IN ('O', 'A') AND d.description = $4)
            AS is_current,
          pg_catalog.string_agg(pg_catalog.concat_ws(' ', g.oid, g.tgenabled, d.description), ','
            ORDER BY g.oid) AS fingerprint
        FROM pg_catalog.pg_trigger g
        JOIN pg_catalog.pg_proc p ON p.oid = g.tgfoid
        JOIN pg_catalog.pg_namespace m ON m.oid = p.pronamespace
        JOIN pg_catalog.pg_description d ON d.objoid = p.oid AND d.objsubid = 0
          AND d.classoid = 'pg_catalog.pg_proc'::pg_catalog.regclass
          AND pg_catalog.starts_with(d.description, $3)
        WHERE g.tgrelid = c.oid AND g.tgname = ANY ($2::text[])) t ON TRUE
      ORDER BY w.number
      """
    }
  }

  extension SQLCellValue {
    /// The text of the cell; empty if it is none.
    fileprivate var text: String {
      if case .text(let text?) = self { text } else { "" }
    }

    fileprivate var isTrue: Bool {
      if case .integer(1) = self { true } else { false }
    }

    /// The arguments of a trigger, each of which ends with NUL.
    fileprivate var arguments: [String] {
      guard case .bytes(let bytes) = self else { return [] }
      return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
        .map { String(decoding: $0, as: UTF8.self) }
    }
  }
#endif
