internal import FilterSyntax

/// The keys that rows of a table have, of which a filter may read no other.
struct DatabaseKeys {
  let table: String

  /// The names of the columns.
  let names: [String]

  /// Throws where a predicate reads a key that is not a column; `text` is the text of the filter.
  func check(_ predicate: AST.Predicate, text: String) throws(ToolError) {
    for read in KeyReads(predicate).reads {
      guard let key = read.path.first?.wrappedValue, !contains(key) else { continue }
      let suggestion = NearestKey.nearest(to: key, in: names)
      let range = read.steps.count == read.path.count ? read.steps[0] : read.range
      var error = SyntaxError(
        .unknownKey(key, of: table, suggestion: suggestion), at: range, in: text)
      error.fix = suggestion.map {
        SyntaxError.Fix(range: range, replacement: RowSchema.spelled($0))
      }
      throw .diagnostic(error.description)
    }
  }

  /// Throws where a key path that comes out, or that rows are sorted or grouped by, does not begin with a column
  /// of the table in `file`.
  func check(_ key: KeyColumn, in file: String) throws(ToolError) {
    guard let first = key.firstKey, !contains(first) else { return }
    let question = NearestKey.nearest(to: first, in: names).map { ", did you mean '\($0)'?" }
    throw .message("\(file): table '\(table)' has no column '\(first)'" + (question ?? ""))
  }

  /// Whether a name is that of a column, byte for byte.
  private func contains(_ name: String) -> Bool {
    names.contains { $0.utf8.elementsEqual(name.utf8) }
  }
}

extension KeyColumn {
  /// The key that the path begins with; nil where it may read all of the row.
  var firstKey: String? { (path ?? aggregate?.path)?.first }
}
