#if PostgreSQL
  public import FilterSQL
  public import FilterableResultsSQL

  /// A transaction of ``PostgresStore/write(_:)``, valid during the call.
  public struct PostgresTransaction {
    let connection: PostgresConnection

    init(_ connection: PostgresConnection) { self.connection = connection }

    /// Runs a statement, in which `$1` is the first value, and returns the number of rows that it has inserted, updated or
    /// deleted.
    ///
    /// ```swift
    /// try await store.write { database in
    ///   try database.execute("UPDATE ticket SET title = $2 WHERE id = $1", [.integer(7), .text("Lamp")])
    /// }
    /// ```
    ///
    /// nil is NULL. Each value has the type of its case, such as `bigint` for an integer; cast it where the statement
    /// needs another one.
    ///
    /// - Throws: ``PostgresError``. PostgreSQL then refuses all later statements of the transaction.
    @discardableResult
    public func execute(_ sql: String, _ values: [SQLValue?] = []) throws(PostgresError) -> Int {
      try connection.run(sql, values)
    }

    /// Runs a statement and returns its rows, such as those of `RETURNING`.
    ///
    /// - Throws: ``PostgresError``.
    public func rows(
      _ sql: String, _ values: [SQLValue?] = []
    ) throws(PostgresError) -> [[SQLCellValue]] {
      try connection.rows(sql, values)
    }
  }
#endif
