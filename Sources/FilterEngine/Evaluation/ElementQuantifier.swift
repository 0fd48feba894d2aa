import FilterSyntax

/// How the answers for the elements of a list make the answer for the list.
struct ElementQuantifier: Sendable {
  /// The answer for an element that decides.
  let decisive: Bool

  /// The answer for the list once an element has decided; the opposite where none has.
  let whenDecided: Bool

  init(_ quantifier: AST.Comparison.Quantifier) {
    switch quantifier {
    case .any: (decisive, whenDecided) = (true, true)
    case .none: (decisive, whenDecided) = (true, false)
    case .all: (decisive, whenDecided) = (false, false)
    }
  }
}
