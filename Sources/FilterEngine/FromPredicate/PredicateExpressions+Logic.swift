internal import EssentialFoundation
import FilterSyntax

extension PredicateExpressions.Conjunction: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression {
    .test(try translator.predicate(lhs).joined(.and, translator.predicate(rhs)))
  }
}

extension PredicateExpressions.Disjunction: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression {
    .test(try translator.predicate(lhs).joined(.or, translator.predicate(rhs)))
  }
}

extension PredicateExpressions.Negation: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression {
    .test(try translator.predicate(wrapped).negated)
  }
}

extension PredicateExpressions.Conditional: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression {
    let test = try translator.predicate(test)
    let (yes, no) = (try translator.node(trueBranch), try translator.node(falseBranch))
    if case .test(let yes) = yes, case .test(let no) = no {
      switch (yes.answer, no.answer) {
      case (_, false): return .test(test.joined(.and, yes))
      case (_, true): return .test(test.negated.joined(.or, yes))
      case (true, _): return .test(test.joined(.or, no))
      case (false, _): return .test(test.negated.joined(.and, no))
      default: break
      }
    }
    return .value(
      .ternary(AST.Ternary(test, whenTrue: yes.expression, whenFalse: no.expression)))
  }
}

// MARK: - Optionals

extension PredicateExpressions.OptionalFlatMap: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression {
    let optional = try translator.value(wrapped)
    translator.variables[variable.key] = optional
    switch try translator.node(transform) {
    case .test(let test): return .optionalTest(of: optional, test)
    case .optionalTest(let inner, let test) where inner.isPath(from: optional):
      return .optionalTest(of: inner, test)
    case .value(let value) where value.isPath(from: optional): return .value(value)
    case let node:
      return .value(
        .ternary(
          AST.Ternary(
            optional.compared(.equal, .constant(.null)), whenTrue: .constant(.null),
            whenFalse: node.expression)))
    }
  }
}

extension PredicateExpressions.NilCoalesce: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression {
    let (left, right) = (try translator.node(lhs), try translator.node(rhs))
    // `if let home = $0.home { home.isOpen } else { false }`
    if case .optionalTest(let wrapped, let test) = left {
      let (isNil, other) = (wrapped.compared(.equal, .constant(.null)), right.predicate)
      let isTrue = wrapped.compared(.notEqual, .constant(.null)).joined(.and, test)
      switch other.answer {
      case false: return .test(isTrue)
      case true: return .test(isNil.joined(.or, test))
      default: return .test(isTrue.joined(.or, isNil.joined(.and, other)))
      }
    }
    let value = left.expression
    return .value(
      .ternary(
        AST.Ternary(
          value.compared(.equal, .constant(.null)), whenTrue: right.expression, whenFalse: value)))
  }
}

extension PredicateExpressions.ForcedUnwrap: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression { .value(try translator.value(inner)) }
}
