internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax

/// What `--explain` prints: the tree with what each comparison does, then what becomes of a row.
struct Explanation {
  private let predicate: FilterPredicate<FilterValue>
  private let plan: LinePlan

  init(_ query: Query) {
    predicate = query.predicate
    plan = LinePlan(query.predicate, bindings: query.bindings)
  }

  var text: String {
    let tree = predicate.explain { part in
      guard case .comparison = part else { return nil }
      return plan.isInPlace(part) ? "JSON: in place on the line" : "JSON: needs the row as a value"
    }
    return tree + "\n\n" + lines.map { $0 + "\n" }.joined()
  }

  private var lines: [String] {
    let inPlace =
      plan.keyPaths.isEmpty
      ? "JSON: every row is checked and read as a value, about 10 ns a byte."
      : """
      JSON: every row is checked, about 1 ns a byte, and looked at in place: \
      \(TerminalText.line(plan.keyPaths.joined(separator: ", "))).
        It is read as a value, about 10 ns a byte, only where that gives no answer.
      """
    return [
      inPlace, "CSV, TSV: every row is read as a value, about 500 ns a cell.",
    ]
  }
}
