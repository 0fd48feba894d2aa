internal import FilterEngine
internal import FilterSQL
internal import FilterSyntax

extension SQLStore {
  /// Finds the rows of a table that cannot be decoded, by one scan that keeps no items.
  ///
  /// ```swift
  /// let failures = try await store.verify(tickets)
  /// for failure in failures { print(failure.key, failure.reason) }
  /// ```
  ///
  /// SQLite stores values of any type in the columns of a table that is not STRICT. A fetch reports such a row only if the
  /// database does not exclude it by the part of the filter that it tests; `verify` reports all of them: their number, and
  /// the first `failureLimit` with table, key, column and content. Related rows are not read.
  ///
  /// - Throws: An error of the database, or of the store if the table is not as declared;
  ///   ``FetchError/misreadColumn(_:table:)`` and ``FetchError/unreadColumns(_:table:)``; `CancellationError`.
  /// - Complexity: O(n) in the number of rows.
  public func verify<Item>(
    _ table: SQLTable<Item>, failureLimit: Int = 100
  ) async throws -> RowFailures {
    try await read { [dialect] reader in
      try table.failures(atMost: failureLimit, reader, dialect)
    }
  }
}

extension SynchronousSQLStore {
  /// Finds the rows of a table that cannot be decoded, without suspending.
  ///
  /// - Throws: The errors of the asynchronous `verify(_:failureLimit:)`, except `CancellationError`.
  public func verify<Item>(
    _ table: SQLTable<Item>, failureLimit: Int = 100
  ) throws -> RowFailures {
    try read { [dialect] reader in try table.failures(atMost: failureLimit, reader, dialect) }
  }
}

extension SQLTable {
  /// The rows that cannot be decoded.
  fileprivate func failures(
    atMost limit: Int, _ reader: any SQLReader, _ dialect: SQLDialect
  ) throws -> RowFailures {
    try reader.check(declaration)
    let translation = SQLTranslation(
      .literal(AST.BooleanLiteral(true)), table: declaration, dialect: dialect)
    let select = SQLSelect(
      translation, columns: declaration.columns.map(\.name), ordersByKey: false)
    var row = SQLRow(declaration.columns)
    var items: [Item] = []
    var failures = RowFailures(limit: limit)
    var unchecked = Self.checkedRows
    try reader.read(select, tests: []) { cells in
      row.begin(cells)
      items.removeAll(keepingCapacity: true)
      append(&row, &items)
      if let misfit = row.misfit {
        failures.append(RowFailure(key: key(cells), reason: .data(error(misfit, cells))))
      } else if unchecked > 0, let item = items.first {
        unchecked -= 1
        try check(item, row, cells)
      }
      return true
    }
    return failures
  }
}
