package import FilterEngine
package import FilterSyntax

/// Which parts of a predicate are answered from the text of a line, for people.
package struct LinePlan {
  private var places: [SourceRange] = []

  /// The key paths that are looked at where they stand in the line, each once.
  package private(set) var keyPaths: [String] = []

  /// The plan for lines of JSON.
  package init(_ predicate: FilterPredicate<FilterValue>, bindings: [String: FilterValue] = [:]) {
    let compiler = LineTestCompiler(predicate: predicate, bindings: bindings, slots: JSONSlots())
    if !add(predicate.syntax, compiler) { (places, keyPaths) = ([], []) }
  }

  /// Whether a comparison of the predicate is answered from the text.
  package func isInPlace(_ predicate: AST.Predicate) -> Bool { places.contains(predicate.range) }

  /// Adds the comparisons below a node; whether it ever has an answer from the text.
  private mutating func add(_ node: AST.Predicate, _ compiler: LineTestCompiler) -> Bool {
    switch node {
    case .literal: return true
    case .not(let negation): return add(negation.operand, compiler)
    case .comparison:
      guard compiler.test(node) != nil else { return false }
      places.append(node.range)
      for path in node.usedKeyPaths where !keyPaths.contains(path) { keyPaths.append(path) }
      return true
    case .compound(let compound):
      for (index, operand) in compound.operands.enumerated() where !add(operand, compiler) {
        // Nothing behind a part without an answer is asked of the text.
        return index > 0
      }
      return true
    }
  }
}
