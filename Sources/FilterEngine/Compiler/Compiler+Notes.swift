import FilterSyntax

extension Compiler {
  /// Keeps a note, once for each place.
  mutating func note(_ note: FilterNote) {
    if !notes.contains(where: { $0.range == note.range }) { notes.append(note) }
  }

  /// Notes where a comparison is likely to mean something else than its author thinks.
  mutating func noteMeaning(
    of node: AST.Comparison, _ left: CompiledExpression, _ right: CompiledExpression
  ) {
    noteMembership(node, left, right)
    noteWildcards(node, right)
    noteCases(node, left, right)
  }

  /// Options on members of collections are the one thing that means something else to Foundation.
  private mutating func noteMembership(
    _ node: AST.Comparison, _ left: CompiledExpression, _ right: CompiledExpression
  ) {
    guard !isStrict, node.options.changesEquality,
      node.operator == .in ? right.type.isCollection : node.operator == .contains,
      node.operator == .in || left.type.isCollection
    else { return }
    note(
      FilterNote(
        "\(node.operator.spelling)\(node.options) folds the members of a list or set; Foundation "
          + "ignores the options there",
        at: node.operatorRange))
  }

  /// The wildcards of SQL are literal here.
  private mutating func noteWildcards(_ node: AST.Comparison, _ right: CompiledExpression) {
    guard node.operator == .like, case .string(let pattern)? = right.constant,
      pattern.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "_") }),
      !pattern.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") })
    else { return }
    note(
      FilterNote(
        "the wildcards of LIKE are * for any run and ? for one character; % and _ are literal",
        at: node.right.range))
  }

  /// A text that no case of an enumeration is.
  private mutating func noteCases(
    _ node: AST.Comparison, _ left: CompiledExpression, _ right: CompiledExpression
  ) {
    switch node.operator {
    case .equal, .notEqual, .in, .contains: break
    default: return
    }
    let isLeft = left.field != nil
    guard let type = (left.field ?? right.field)?.type,
      let texts = type.caseTexts ?? type.element?.caseTexts,
      let constant = isLeft ? right.constant : left.constant
    else { return }
    let comparison = TextComparison(node.options)
    for text in constant.texts where !texts.contains(where: { comparison.areEqual($0, text) }) {
      let nearest = EditDistance.nearest(to: text, in: texts).map {
        ", did you mean '\($0.shown)'?"
      }
      let shown = texts.prefix(Self.shownCases).map { "'\($0.shown)'" }.joined(separator: ", ")
      note(
        FilterNote(
          "'\(text.shown)' is not one of the cases \(shown)"
            + (texts.count > Self.shownCases ? " …" : "") + (nearest ?? ""),
          at: (isLeft ? node.right : node.left).range))
      return
    }
  }

  private static let shownCases = 10
}

extension FilterValue {
  /// The text that the value is, or those that a list or set holds.
  fileprivate var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .list(let list): list.elements.flatMap(\.text)
    case .set(let set): set.elements.flatMap(\.text)
    default: []
    }
  }

  private var text: [String] { if case .string(let text) = self { [text] } else { [] } }
}
