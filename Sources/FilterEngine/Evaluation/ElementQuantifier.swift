import FilterSyntax

/// How the answers for the elements of a list determine the answer for the list.
struct ElementQuantifier: Sendable {
  /// The answer for an element that decides the list.
  let decisive: Bool

  /// The answer for the list if an element decides it. Otherwise the answer is the opposite.
  let whenDecided: Bool

  init(_ quantifier: AST.Comparison.Quantifier) {
    switch quantifier {
    case .any: (decisive, whenDecided) = (true, true)
    case .none: (decisive, whenDecided) = (true, false)
    case .all: (decisive, whenDecided) = (false, false)
    }
  }
}
