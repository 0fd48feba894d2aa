internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax

/// The output of `--explain`: the tree with the evaluation of each comparison, then the processing of a row.
struct Explanation {
  private let query: Query

  /// The comparisons that are evaluated on the text of a line of JSON.
  private let comparisons: [AST.Predicate]

  init(_ query: Query) {
    self.query = query
    comparisons = JSONLinePredicate(query.predicate, bindings: query.bindings).comparisons
  }

  /// The explanation of the tool, unless all inputs are databases, then that of each database.
  func text(for inputs: [String]) throws(ToolError) -> String {
    let databases = inputs.compactMap { input in
      query.form.format == nil ? DatabaseName(input, table: query.table) : nil
    }
    let hasOthers = databases.isEmpty || databases.count < inputs.count
    var parts = hasOthers ? [text] : []
    for name in databases { parts.append(try name.explanation(query)) }
    return parts.joined(separator: "\n")
  }

  private var text: String {
    let places = Set(comparisons.map(\.range))
    let predicate = query.predicate
    let written = try? predicate.replacing(
      predicate.syntax.written, libraries: predicate.libraries)
    let tree = (written ?? predicate).explain { part in
      guard case .comparison = part else { return nil }
      return places.contains(part.range)
        ? "JSON: in place on the line" : "JSON: needs the row as a value"
    }
    return tree + "\n\n" + lines.map { $0 + "\n" }.joined()
  }

  /// The key paths that are read from the text of a line, each once.
  private var keyPaths: [String] {
    var paths: [String] = []
    for path in comparisons.flatMap(\.usedKeyPaths) where !paths.contains(path) {
      paths.append(path)
    }
    return paths
  }

  private var lines: [String] {
    let keyPaths = keyPaths
    let inPlace =
      keyPaths.isEmpty
      ? "JSON: every row is checked and read as a value, about 10 ns a byte."
      : """
      JSON: every row is checked, about 1 ns a byte, and looked at in place: \
      \(TerminalText.line(keyPaths.joined(separator: ", "))).
        It is read as a value, about 10 ns a byte, only where that gives no answer.
      """
    let records =
      keyPaths.isEmpty
      ? "CSV, TSV: every record is read as a value, about 500 ns a cell."
      : "CSV, TSV: every record is split into cells, about 1 ns a byte, and looked at in place."
    return [inPlace, records]
  }
}
