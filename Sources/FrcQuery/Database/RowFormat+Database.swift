internal import FilterEngine

// What the rest of the tool asks of databases. A program that was built without them says so where an input is one.

extension DatabaseName {
  /// The names of the columns of the table, without waiting for other programs.
  func columns() throws(ToolError) -> [String] {
    #if SQLite || PostgreSQL
      try DatabaseTable(self, DatabaseLimits(lockTimeout: 0)).keys.names
    #else
      throw missingTrait
    #endif
  }

  /// The output of `--explain` for the table.
  func explanation(_ query: Query) throws(ToolError) -> String {
    #if SQLite || PostgreSQL
      let table = try DatabaseTable(self, query.databaseLimits)
      let plan = try DatabasePlan(DatabaseRequest(query), of: table, isAlone: true)
      return try DatabaseExplanation(plan: plan).text()
    #else
      throw missingTrait
    #endif
  }
}

extension RowFormat {
  /// An input that stores tables.
  struct Store {
    let path: String

    /// The names of the columns of the rows.
    let columns: () throws(ToolError) -> [String]
    let open: (Query) throws(ToolError) -> any RowInput

    /// The query with the conversions of its rows.
    let converted: (Query) throws(ToolError) -> Query
  }

  /// The input if it is a database; nil for any other input.
  static func store(_ input: String, _ query: Query) throws(ToolError) -> Store? {
    guard query.form.format == nil, let name = DatabaseName(input, table: query.table) else {
      guard query.table == nil else {
        throw .message("\(input == "-" ? "standard input" : input): --table is for databases")
      }
      return nil
    }
    #if SQLite || PostgreSQL
      let opened = OpenedTable(name, query.databaseLimits)
      return Store(
        path: name.path,
        columns: { () throws(ToolError) in try opened.table().keys.names },
        open: { query throws(ToolError) in
          try DatabaseInput(opened.table(), query, documents: opened.documents)
        },
        converted: { query throws(ToolError) in
          try query.converted(
            opened.table().keys.names, opened.documents(of: DatabaseRequest(query)))
        })
    #else
      throw name.missingTrait
    #endif
  }

  /// Whether the file is a database.
  static func hasTables(_ path: String) -> Bool { DatabaseName(path, table: nil) != nil }

  /// The rows of a table for a pipe; nil if the source is not a database.
  static func requestSource(_ request: TableRequest) throws(ToolError) -> (any RequestSource)? {
    guard let name = DatabaseName(request.path, table: request.options.table) else { return nil }
    #if SQLite || PostgreSQL
      return try TableRequests(name, request)
    #else
      throw name.missingTrait
    #endif
  }

  /// The rows of a table for a session; nil if the file is not a database.
  static func tableRows(
    _ path: String, _ options: TableOptions, limits: EvaluationLimits
  ) throws(ToolError) -> (any SessionRows)? {
    guard let name = DatabaseName(path, table: options.table) else { return nil }
    #if SQLite || PostgreSQL
      return try TableRows(name, options, limits: limits)
    #else
      throw name.missingTrait
    #endif
  }
}

#if SQLite || PostgreSQL
  /// A table that is opened when it is first needed.
  private final class OpenedTable {
    private let name: DatabaseName
    private let limits: DatabaseLimits
    private var opened: DatabaseTable?
    private var documents: [Set<String>: Set<String>] = [:]

    init(_ name: DatabaseName, _ limits: DatabaseLimits) {
      self.name = name
      self.limits = limits
    }

    func table() throws(ToolError) -> DatabaseTable {
      if let opened { return opened }
      let table = try DatabaseTable(name, limits)
      opened = table
      return table
    }

    /// The columns with documents among those that a request uses. They are read once, since all statements see the same
    /// rows.
    func documents(of request: DatabaseRequest) throws(ToolError) -> Set<String> {
      let table = try table()
      let used = request.usedColumns(of: table)
      if let known = documents[used] { return known }
      let found = try request.documents(in: table)
      documents[used] = found
      return found
    }
  }
#endif
