#if PostgreSQL
  internal import FilterSQL
  internal import FilterSyntax
  internal import FilterableResultsSQL
  internal import Synchronization

  /// A comparison of a declared table with the catalog of a database.
  struct PostgresSchema {
    private let declaration: SQLTableDeclaration
    private let connection: PostgresConnection

    init(_ declaration: SQLTableDeclaration, _ connection: PostgresConnection) {
      self.declaration = declaration
      self.connection = connection
    }

    /// Reads the table from the catalog.
    ///
    /// - Throws: ``SQLSchemaError`` if the table is not as declared; `PostgresError`.
    func checked() throws -> PostgresTable {
      guard let table = try PostgresTable(named: declaration.name, connection) else {
        let names = try PostgresTable.list(connection).map(\.name)
        throw error(.noTable(suggestion: EditDistance.nearest(to: declaration.name, in: names)))
      }
      for column in declaration.columns {
        guard let found = table.columns.first(where: { $0.name == column.name }) else {
          let names = table.columns.map(\.name).sorted()
          throw error(
            .noColumn(column.name, suggestion: EditDistance.nearest(to: column.name, in: names)))
        }
        try check(column, found, table)
      }
      if table.isTable { try checkKey(table) }
      return table
    }

    private func error(_ reason: SQLSchemaError.Reason) -> SQLSchemaError {
      SQLSchemaError(table: declaration.name, reason: reason)
    }

    private func check(
      _ column: SQLColumn, _ found: PostgresTable.Column, _ table: PostgresTable
    ) throws(SQLSchemaError) {
      let types = column.kind.types
      guard types.contains(where: { $0.type == found.type }) else {
        let names = types.map(\.name).joined(separator: " or ")
        throw error(
          .type(
            column: column.name, found: found.typeName,
            expected: names.isEmpty ? "a type that PostgreSQL does not have" : names))
      }
      // The columns of a view are never NOT NULL.
      if table.isTable, !found.isNotNull, !column.isNullable {
        throw error(.nullable(column.name))
      }
      if let collation = found.collation, column.comparesBytes {
        throw error(
          .collation(column: column.name, found: collation, expected: "a deterministic one"))
      }
    }

    /// Throws unless the declared key is a primary or unique key without NULL.
    private func checkKey(_ table: PostgresTable) throws(SQLSchemaError) {
      let key = Set<String?>(declaration.key)
      let isUnique = table.indexes.contains { $0.isUnique && Set($0.columns) == key }
      let isNotNull = table.columns.allSatisfy { !key.contains($0.name) || $0.isNotNull }
      guard isUnique, isNotNull else { throw error(.notAKey(declaration.key)) }
    }
  }

  /// The tables that were found to be as declared.
  final class PostgresTables: Sendable {
    private let checked = CheckedTables()
    private let found = Mutex<[String: PostgresTable]>([:])
    private let number = Atomic(0)

    /// The OIDs of the types of the columns that statements return, by their texts.
    private let types = Mutex<[String: [UInt32]]>([:])

    /// The most statements whose types are known.
    private static var mostStatements: Int { 1_000 }

    /// Throws unless the database has the table as declared.
    func check(
      _ table: SQLTableDeclaration, _ connection: PostgresConnection
    ) throws {
      try checked.check(table, version: number.load(ordering: .acquiring)) {
        let inCatalog = try PostgresSchema(table, connection).checked()
        found.withLock { $0[table.name] = inCatalog }
      }
    }

    /// The table that was found last for a name; nil if none was.
    func table(named name: String) -> PostgresTable? { found.withLock { $0[name] } }

    /// Has tables compared with the catalog again.
    func forget() {
      number.add(1, ordering: .acquiringAndReleasing)
      types.withLock { $0 = [:] }
    }

    /// The OIDs of the types of the columns that a statement has returned in this version of the schema.
    func types(of statement: String) -> [UInt32]? { types.withLock { $0[statement] } }

    func setTypes(_ types: [UInt32], of statement: String) {
      self.types.withLock { known in
        if known.count >= Self.mostStatements { known = [:] }
        known[statement] = types
      }
    }
  }

  extension SQLColumn.Kind {
    /// The types of columns whose values have the kind.
    fileprivate var types: [(type: UInt32, name: String)] {
      let integers = [
        (PostgresType.int8, "bigint"), (PostgresType.int4, "integer"),
        (PostgresType.int2, "smallint"),
      ]
      let reals = [
        (PostgresType.float8, "double precision"), (PostgresType.float4, "real"),
      ]
      let texts = [(PostgresType.text, "text"), (PostgresType.varchar, "character varying")]
      return switch self {
      case .integer, .date(.unixSeconds), .date(.unixMilliseconds): integers
      case .real, .date(.unixReal), .date(.julianDay): reals
      case .decimal: [(PostgresType.numeric, "numeric")]
      case .boolean: [(PostgresType.bool, "boolean")]
      case .text, .uuidText, .date(.text): texts
      case .bytes: [(PostgresType.bytea, "bytea")]
      case .uuid: [(PostgresType.uuid, "uuid")]
      case .json: [(PostgresType.jsonb, "jsonb")]
      case .date(.timestamp): [(PostgresType.timestamptz, "timestamp with time zone")]
      case .date(.timestampWithoutZone):
        [(PostgresType.timestamp, "timestamp without time zone")]
      case .date(.calendarDay): [(PostgresType.date, "date")]
      case .dynamic: []
      }
    }
  }
#endif
