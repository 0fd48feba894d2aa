#if PostgreSQL
  internal import FilterSQL
  internal import FilterSyntax
  internal import FilterTables
  internal import FilterableResultsSQL
  internal import Synchronization

  /// A comparison of a declared table with the catalog of a database.
  struct PostgresSchema: SchemaComparison {
    let declaration: SQLTableDeclaration
    private let connection: PostgresConnection

    init(_ declaration: SQLTableDeclaration, _ connection: PostgresConnection) {
      self.declaration = declaration
      self.connection = connection
    }

    /// Reads the table from the catalog.
    ///
    /// - Throws: ``SQLSchemaError`` if the table is not as declared; `PostgresError`.
    func checked() throws -> TableModel {
      guard let table = try TableModel(named: declaration.name, connection) else {
        throw noTable(among: try TableModel.relations(connection).map(\.name))
      }
      try check(table)
      return table
    }

    func expectedTypes(
      _ column: SQLColumn, _ found: TableModel.Column, _ table: TableModel
    ) -> String? {
      let types = PostgresType.types(of: column.kind)
      guard !types.contains(where: { $0.type == found.typeNumber }) else { return nil }
      return types.isEmpty
        ? "a type that PostgreSQL does not have" : types.map(\.name).joined(separator: " or ")
    }

    func expectedCollation(
      _ column: SQLColumn, _ found: TableModel.Column, _ table: TableModel
    ) -> String? {
      "a deterministic one"
    }

    /// The type `jsonb` has only JSON.
    func isValidated(_ column: SQLColumn, _ table: TableModel) -> Bool { true }
  }

  /// The tables that were found to be as declared.
  final class PostgresTables: Sendable {
    private let checked = CheckedTables()
    private let found = Mutex<[Exact: TableModel]>([:])
    private let number = Atomic(0)

    /// The OIDs of the types of the columns that statements return, by their texts.
    private let types = Mutex<[Exact: [UInt32]]>([:])

    /// The most statements whose types are known.
    private static var mostStatements: Int { 1_000 }

    /// Throws unless the database has the table as declared.
    func check(
      _ table: SQLTableDeclaration, _ connection: PostgresConnection
    ) throws {
      try checked.check(table, version: number.load(ordering: .acquiring)) {
        let inCatalog = try PostgresSchema(table, connection).checked()
        found.withLock { $0[Exact(wrappedValue: table.name)] = inCatalog }
      }
    }

    /// The table that was found last for a name; nil if none was.
    func table(named name: String) -> TableModel? {
      found.withLock { $0[Exact(wrappedValue: name)] }
    }

    /// Has tables compared with the catalog again.
    func forget() {
      number.add(1, ordering: .acquiringAndReleasing)
      types.withLock { $0 = [:] }
    }

    /// The OIDs of the types of the columns that a statement has returned in this version of the schema.
    func types(of statement: String) -> [UInt32]? {
      types.withLock { $0[Exact(wrappedValue: statement)] }
    }

    func setTypes(_ types: [UInt32], of statement: String) {
      self.types.withLock { known in
        if known.count >= Self.mostStatements { known = [:] }
        known[Exact(wrappedValue: statement)] = types
      }
    }
  }
#endif
