import FilterSyntax

extension Compiler {
  /// What compares the values, and how, for people.
  mutating func body(
    of node: AST.Comparison, _ right: CompiledExpression, _ pattern: CompiledPattern?
  ) throws(SyntaxError) -> (ComparisonBody, method: Plan.Method) {
    let options = node.options
    switch node.operator {
    case .equal: return (Equality.body(options, negated: false), "compares values")
    case .notEqual: return (Equality.body(options, negated: true), "compares values")
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
      return (Ordering.body(node.operator, options), "compares values")
    case .between: return (Ordering.between(options), "compares values with both bounds")
    case .in: return membership(options, right)
    case .contains:
      let body = Membership.body(options, isStrict: isStrict)
      return (
        { left, right, run throws(EvaluationError) in try body(right, left, run) },
        "looks for a part or an element"
      )
    case .beginsWith, .endsWith, .like, .matches: return substring(node, right, pattern)
    case .conformsToUTI:
      return (
        UTIOperator.body("UTI-CONFORMS-TO") { UniformType.conforms($0, to: $1) }, "looks up types"
      )
    case .equalsUTI:
      return (UTIOperator.body("UTI-EQUALS") { UniformType.equal($0, $1) }, "looks up types")
    case .selector(let name), .word(let name):
      guard let operation = libraries.wordOperator(name) else {
        if case .word = node.operator {
          throw error(.message("no library has an operator \(name)"), at: node.operatorRange)
        }
        return (LibraryOperator.unknown(name), "always an error: no library has this selector")
      }
      return (LibraryOperator.body(operation), "calls a library")
    }
  }

  private func membership(
    _ options: AST.Comparison.Options, _ right: CompiledExpression
  ) -> (ComparisonBody, method: Plan.Method) {
    if case .list(let members)? = right.constant, isStrict || !options.changesEquality {
      return (
        Membership.hashed(members.elements),
        .counting("looks up", members.count, members.count == 1 ? "hashed value" : "hashed values")
      )
    }
    let body = Membership.body(options, isStrict: isStrict)
    return (body, "looks for a part or an element")
  }

  /// An operator between two strings; a constant right side is prepared once.
  private mutating func substring(
    _ node: AST.Comparison, _ right: CompiledExpression, _ pattern: CompiledPattern?
  ) -> (ComparisonBody, method: Plan.Method) {
    let options = node.options
    if let pattern {
      return (RegexOperator.prepared(pattern), "regular expression, compiled once")
    }
    guard case .string(let constant)? = right.constant else {
      switch node.operator {
      case .beginsWith: return (SubstringOperator.beginsWith(options), "compares text")
      case .endsWith: return (SubstringOperator.endsWith(options), "compares text")
      case .like:
        return (SubstringOperator.like(options), "compares text with a pattern of the row")
      default:
        patternCount += 1
        return (
          RegexOperator.perRow(options, slot: patternCount),
          "regular expression, compiled when it changes"
        )
      }
    }
    switch node.operator {
    case .beginsWith:
      let needle = TextNeedle(constant, options)
      return (SubstringOperator.prepared("BEGINSWITH", { needle.begins($0) }), "compares text")
    case .endsWith:
      let needle = TextNeedle(constant, options)
      return (SubstringOperator.prepared("ENDSWITH", { needle.ends($0) }), "compares text")
    default:
      let pattern = LikePattern(constant, options)
      return (
        SubstringOperator.prepared("LIKE", { pattern.matches($0) }), "compares text with a pattern"
      )
    }
  }

  /// The pattern of `MATCHES` where it is constant, compiled once for every way of evaluation.
  static func pattern(_ node: AST.Comparison, _ right: CompiledExpression) -> CompiledPattern? {
    guard node.operator == .matches, case .string(let pattern)? = right.constant else { return nil }
    return CompiledPattern { () throws(EvaluationError) in
      try RegularExpression(pattern, node.options)
    }
  }
}
