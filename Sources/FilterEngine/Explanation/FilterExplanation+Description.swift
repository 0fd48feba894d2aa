import FilterSyntax

extension FilterExplanation: CustomStringConvertible {
  /// A line for each part, with a mark, the text of the part, and the values of its sides.
  ///
  /// The marks are ✓ for a part that matches, ✗ for one that does not, ! for an error, and · for a part that was not
  /// tested. The operands of a connective are indented below it. Long texts and values are cut. Safe for a terminal:
  /// line breaks and controls are escaped.
  ///
  /// - Complexity: O(n) in the length of the text.
  public var description: String {
    var lines: [String] = []
    // A list of parts instead of recursion, as trees can be deep.
    var rest = [(part: self, depth: 0)]
    while let (part, depth) = rest.popLast() {
      let indentation = String(repeating: "  ", count: depth)
      let notes = part.notes
      let line = part.mark + " " + part.title
      lines.append(
        indentation + line
          + (notes.isEmpty ? "" : "    " + TerminalText.line(notes.joined(separator: "; "))))
      rest += part.parts.reversed().map { ($0, depth + 1) }
    }
    return lines.joined(separator: "\n")
  }

  private var mark: String {
    switch verdict {
    case .matches: "✓"
    case .doesNotMatch: "✗"
    case .failed: "!"
    case .notEvaluated: "·"
    }
  }

  private var title: String {
    switch predicate {
    case .compound(let node): node.connective == .and ? "AND" : "OR"
    case .not: "NOT"
    case .literal, .comparison: Plan.line(text)
    }
  }

  private var notes: [String] {
    guard case .comparison(let node) = predicate else { return [] }
    var notes: [String] = []
    let sides = [Self.note(node.left, left), Self.note(node.right, right)].compactMap { $0 }
    if !sides.isEmpty { notes.append(sides.joined(separator: ", ")) }
    if let passed {
      notes.append(passed.isEmpty ? "no element passed" : "passed: " + Self.list(passed))
    }
    if let elements, !elements.isEmpty { notes.append("decided by " + Self.list(elements)) }
    if elements == [], let quantifier = node.quantifier, let answer = verdict.answer {
      notes.append("\(quantifier.spelling) is \(answer) without elements")
    }
    if case .failed(let error) = verdict { notes.append(error.message) }
    return notes
  }

  /// `age is 12`; nil for a constant of the text, and without a value.
  private static func note(_ side: AST.Expression, _ value: FilterValue?) -> String? {
    guard let value, !side.isMadeOfLiterals else { return nil }
    return "\(side.sourceText.shown) is \(value.clipped)"
  }

  private static func list(_ values: [FilterValue]) -> String {
    values.map(\.clipped).joined(separator: ", ")
  }
}
