internal import FilterSQL
internal import FilterSyntax

#if SQLite
  extension DatabaseName {
    /// The table with its columns, and the names of those that rows have; `text` is that of the predicate, whose
    /// keys have to be columns.
    func declaration(
      for predicate: AST.Predicate, text: String
    ) throws(ToolError) -> (table: SQLTableDeclaration, columns: [String]) {
      let table = try DatabaseTable(self, DatabaseLimits())
      try table.keys.check(predicate, text: text)
      let read = DatabaseRequest.columns(of: predicate) ?? []
      let kinds = try DatabaseKinds(table).kinds(of: read)
      return (try table.declaration(kinds), table.columns.map(\.name))
    }
  }
#else
  extension DatabaseName {
    func declaration(
      for predicate: AST.Predicate, text: String
    ) throws(ToolError) -> (table: SQLTableDeclaration, columns: [String]) {
      throw missingTrait
    }
  }
#endif
