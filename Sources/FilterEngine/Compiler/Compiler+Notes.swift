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
}
