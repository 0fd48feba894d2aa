internal import EssentialFoundation
internal import FilterEngine
internal import FilterSyntax

/// Reads expressions whose values are the same for every row.
struct ConstantReader {
  let bindings: [String: FilterValue]
  let now: Date
  let options: FilterOptions

  init(bindings: [String: FilterValue], now: Date, options: FilterOptions) {
    (self.bindings, self.now, self.options) = (bindings, now, options.ofParts)
  }

  enum Reading {
    case value(FilterValue)

    /// The expression always fails.
    case failure

    /// The value can differ between rows.
    case changing
  }

  /// The value of an expression.
  ///
  /// - Parameter hidden: The variables that stand for elements of a collection.
  func read(_ expression: AST.Expression, hidden: [Exact]) -> Reading {
    switch expression {
    case .literal(let node): return .value(FilterValue(constant: node.value))
    case .keyPath, .selfReference: return .changing
    case .variable(let node):
      let name = Exact(wrappedValue: node.name)
      if hidden.contains(name) { return .changing }
      return bindings[node.name].map { .value($0) } ?? .failure
    case .aggregate(let node):
      var values: [FilterValue] = []
      for element in node.elements {
        guard case .literal(let literal) = element else {
          return evaluated(expression, hidden: hidden)
        }
        values.append(FilterValue(constant: literal.value))
      }
      return .value(.list(FilterList(values)))
    default: return evaluated(expression, hidden: hidden)
    }
  }

  /// The answer of a comparison of constants; nil if it fails.
  func answer(_ comparison: AST.Comparison) -> Bool? {
    let predicate = try? FilterPredicate<FilterValue>(
      .comparison(comparison), options: options)
    return try? predicate?.matches(.null, bindings: bindings, now: now)
  }

  private func evaluated(_ expression: AST.Expression, hidden: [Exact]) -> Reading {
    guard isConstant(expression, hidden: hidden) else { return .changing }
    let compiled = try? FilterExpression<FilterValue>(expression, options: options)
    guard let value = try? compiled?.value(of: .null, bindings: bindings, now: now) else {
      return .failure
    }
    return .value(value)
  }

  /// Whether an expression consists of constants and of operations that always have the same result.
  private func isConstant(_ expression: AST.Expression, hidden: [Exact]) -> Bool {
    var isConstant = true
    try? expression.visit(
      expressions: { node in
        switch node {
        case .literal, .aggregate, .arithmetic, .minus, .cast: break
        case .variable(let variable):
          if hidden.contains(Exact(wrappedValue: variable.name)) { isConstant = false }
        case .call(let call): if call.selector != "now" { isConstant = false }
        default: isConstant = false
        }
      }, comparisons: { _ in })
    return isConstant
  }
}
