package import FilterSQL
internal import FilterSyntax
package import FilterTables

/// A comparison of a declared table with the catalog of a database.
///
/// A driver says which types and collations it expects of a column. They are nil if the column has them.
package protocol SchemaComparison {
  var declaration: SQLTableDeclaration { get }

  /// The names of the types that the values of a declared column need.
  func expectedTypes(
    _ column: SQLColumn, _ found: TableModel.Column, _ table: TableModel
  ) -> String?

  /// The collation that a declared column needs, which compares texts by bytes.
  func expectedCollation(
    _ column: SQLColumn, _ found: TableModel.Column, _ table: TableModel
  ) -> String?

  /// Whether the database permits only JSON in a declared column of a table.
  func isValidated(_ column: SQLColumn, _ table: TableModel) throws -> Bool
}

extension SchemaComparison {
  /// Throws unless a table is as declared.
  ///
  /// - Throws: ``SQLSchemaError``; an error of `isValidated`.
  package func check(_ table: TableModel) throws {
    for column in declaration.columns {
      guard let found = table.column(column.name) else {
        let names = table.columns.map(\.name).sorted()
        throw error(
          .noColumn(column.name, suggestion: EditDistance.nearest(to: column.name, in: names)))
      }
      if let expected = expectedTypes(column, found, table) {
        throw error(.type(column: column.name, found: found.type, expected: expected))
      }
      // The columns of a view are never NOT NULL.
      if table.isTable, !found.isNotNull, !column.isNullable {
        throw error(.nullable(column.name))
      }
      if column.comparesBytes, !found.comparesBytes, let collation = found.collation,
        let expected = expectedCollation(column, found, table)
      {
        throw error(.collation(column: column.name, found: collation, expected: expected))
      }
      if case .json = column.kind, column.isCanonical, table.isTable,
        try !isValidated(column, table)
      {
        throw error(.notValidated(column.name))
      }
    }
    guard !table.isTable || table.uniqueKeys.contains(Set(declaration.key)) else {
      throw error(.notAKey(declaration.key))
    }
  }

  /// The error that the database has no such table among the tables with these names.
  package func noTable(among names: [String]) -> SQLSchemaError {
    error(.noTable(suggestion: EditDistance.nearest(to: declaration.name, in: names)))
  }

  private func error(_ reason: SQLSchemaError.Reason) -> SQLSchemaError {
    SQLSchemaError(table: declaration.name, reason: reason)
  }
}
