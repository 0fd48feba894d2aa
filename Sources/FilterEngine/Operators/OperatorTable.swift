import FilterSyntax

/// All operators, and the data for preparing them.
struct OperatorTable {
  let options: AST.Comparison.Options
  let isStrict: Bool

  /// The library operator of a word or a selector; nil if no library has it.
  var library: FilterWordOperator?

  /// The constant pattern of `MATCHES`.
  var pattern: CompiledPattern?

  /// The operator of a comparison.
  subscript(operation: AST.Comparison.Operator) -> any ComparisonOperator {
    switch operation {
    case .equal, .notEqual: Equality(operation, options)
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
      Ordering(operation, options)
    case .between: BetweenOperator(options)
    case .in: Membership(options, isStrict: isStrict)
    case .contains: Containment(options, isStrict: isStrict)
    case .beginsWith: SubstringOperator(.beginsWith, options)
    case .endsWith: SubstringOperator(.endsWith, options)
    case .like: SubstringOperator(.like, options)
    case .matches: RegexOperator(options, pattern)
    case .conformsToUTI: UTIOperator("UTI-CONFORMS-TO") { UniformType.conforms($0, to: $1) }
    case .equalsUTI: UTIOperator("UTI-EQUALS") { UniformType.equal($0, $1) }
    case .selector(let name), .word(let name): LibraryOperator(library, name)
    }
  }
}

extension DecidedComparison {
  /// Decides a comparison, given the constants among its sides.
  convenience init(
    _ node: AST.Comparison, left: FilterValue?, right: FilterValue?, _ operators: OperatorTable
  ) {
    let operation = operators[node.operator]
    let decimals = operators.isStrict ? nil : DecimalSides(node, left, right)
    if let right {
      self.init(
        node.operator, node.options, node.quantifier, constant: right, subject: .left, operation,
        operation.form(with: right), decimals)
    } else if let left, node.quantifier == nil, let mirror = operation.mirror {
      var form = operators[mirror].form(with: left)
      if let body = form.body {
        form.body = { left, right, run throws(EvaluationError) in try body(right, left, run) }
      }
      self.init(
        mirror, node.options, nil, constant: left, subject: .right, operation, form, decimals)
    } else {
      self.init(
        node.operator, node.options, node.quantifier, constant: nil, subject: nil, operation,
        ConstantForm(.values))
    }
  }
}
