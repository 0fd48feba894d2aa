internal import FilterSQL

/// A translated predicate as text of SQL: a statement or a condition, and comments.
struct SQLListing {
  let translation: SQLTranslation

  /// The columns of the statement; nil for the condition alone.
  let columns: [String]?

  var text: String {
    let select = SQLSelect(translation, columns: columns ?? [], ordersByKey: false)
    let sql = columns == nil ? translation.where.text : select.text + ";"
    // A line end within a comment would end it.
    let comments = select.explain(translation).dropFirst(select.text.count)
      .split(whereSeparator: \.isNewline)
    return sql + "\n" + comments.map { "-- \($0)\n" }.joined()
  }
}
