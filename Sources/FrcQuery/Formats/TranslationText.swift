#if SQLite || PostgreSQL
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterSyntax

  extension SQLTranslation {
    /// The statement that reads columns, or the condition alone without `columns`, and comments on the parameters and on
    /// the parts of the predicate.
    func statement(columns: [String]?) -> String {
      let select = SQLSelect(self, columns: columns ?? [], ordersByKey: false)
      let sql = columns == nil ? self.where.text : select.text + ";"
      // A line end within a comment would end it.
      let comments = select.explain(self).dropFirst(select.text.count)
        .split(whereSeparator: \.isNewline)
      return sql + "\n" + comments.map { "-- \($0)\n" }.joined()
    }
  }
#endif
