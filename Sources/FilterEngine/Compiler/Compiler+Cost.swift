import FilterSyntax

// What a comparison costs, for people: the order of magnitude on a machine of today.
extension Compiler {
  /// What the operator is given.
  enum CostClass {
    /// A stored property where it lies
    case inPlace
    /// A value, and one that is always the same
    case value
    /// Two values
    case changingValue
  }

  static func cost(of node: AST.Comparison, _ costClass: CostClass) -> Plan.Cost {
    let time =
      switch (node.operator, costClass) {
      case (.matches, .changingValue): "about 10 µs where the pattern changes"
      case (.matches, _), (.like, .value), (.like, .changingValue): "about 200 ns"
      case (.like, .inPlace), (.contains, .inPlace), (.beginsWith, .inPlace), (.endsWith, .inPlace):
        "about 5 ns"
      case (_, .inPlace): "about 2 ns"
      default: "about 100 ns"
      }
    return Plan.Cost(time: time, unit: node.quantifier == nil ? "a row" : "an element")
  }
}
