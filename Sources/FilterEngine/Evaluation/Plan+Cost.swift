import FilterSyntax

extension Plan {
  /// The form of the operands of a comparison, which determines its cost.
  enum Cost: Sendable {
    /// A stored property in place
    case inPlace

    /// Expressions of stored properties, computed in place
    case column

    /// A value and a constant
    case value

    /// Two values
    case changingValue

    /// The time for each row or element, in words. It is the order of magnitude of the benchmarks P1 to P5 and
    /// P21.
    func words(for node: AST.Comparison) -> String {
      let visitsElements =
        node.quantifier != nil
        || self == .column && (node.left.visitsElements || node.right.visitsElements)
      let time =
        switch (node.operator, self) {
        case (.matches, .changingValue): "about 10 µs where the pattern changes"
        case (.matches, .inPlace), (.matches, .value), (.matches, .column): "about 200 ns"
        case (.like, .value), (.like, .changingValue): "about 200 ns"
        case (.like, .inPlace), (.contains, .inPlace), (.beginsWith, .inPlace),
          (.endsWith, .inPlace):
          "about 5 ns"
        case (_, .inPlace): "about 2 ns"
        case (_, .column): visitsElements ? "about 20 ns" : "about 10 ns"
        default: "about 100 ns"
        }
      return time + (visitsElements ? " an element" : " a row")
    }
  }
}

extension AST.Expression {
  /// Whether it visits the elements of a list: `items.@sum.price`, `SUBQUERY(items, …).@count`.
  fileprivate var visitsElements: Bool {
    guard case .keyPath(let path) = self else { return false }
    if case .subquery = path.base { return true }
    return path.components.contains { $0.kind == .collectionOperator && $0.name != "count" }
  }
}
