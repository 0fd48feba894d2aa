import EssentialFoundation
import FilterSyntax

/// An expression of Foundation that may have an equal in the language.
protocol TranslatableExpression {
  /// The equal of the expression.
  ///
  /// - Throws: `FilterTreeError` if there is none for its operands.
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression
}

/// The equal of an expression, as an expression or as a predicate of the language.
enum TranslatedExpression {
  case value(AST.Expression)

  case test(AST.Predicate)

  /// The answer of the predicate, or `nil` where the expression is `nil`.
  case optionalTest(of: AST.Expression, AST.Predicate)

  /// The value.
  var expression: AST.Expression {
    switch self {
    case .value(let value): value
    case .test(.literal(let node)): .literal(AST.Literal(.boolean(node.value)))
    case .test(let test):
      .ternary(
        AST.Ternary(
          test, whenTrue: .constant(.boolean(true)), whenFalse: .constant(.boolean(false))))
    case .optionalTest(let wrapped, let test):
      .ternary(
        AST.Ternary(
          wrapped.compared(.equal, .constant(.null)), whenTrue: .constant(.null),
          whenFalse: Self.test(test).expression))
    }
  }

  /// Whether the value is true.
  var predicate: AST.Predicate {
    if case .test(let test) = self { return test }
    return expression.compared(.equal, .constant(.boolean(true)))
  }
}

/// Translates the expressions of one predicate.
struct PredicateTranslator {
  /// The value of each variable in scope.
  var variables: [PredicateExpressions.VariableID: AST.Expression] = [:]

  /// The number of subqueries, each of which has a variable of its own.
  private var subqueries = 0

  /// The equal of any expression.
  mutating func node(
    _ expression: any PredicateExpression
  ) throws(FilterTreeError) -> TranslatedExpression {
    guard let expression = expression as? any TranslatableExpression else {
      throw Self.noEqual(expression)
    }
    return try expression.filterNode(in: &self)
  }

  /// The value of an expression.
  mutating func value(
    _ expression: any PredicateExpression
  ) throws(FilterTreeError) -> AST.Expression { try node(expression).expression }

  /// Whether an expression is true.
  mutating func predicate(
    _ expression: any PredicateExpression
  ) throws(FilterTreeError) -> AST.Predicate { try node(expression).predicate }

  /// The elements of `sequence` for which `test` holds.
  mutating func subquery<Sequence: PredicateExpression, Element>(
    _ sequence: Sequence, _ variable: PredicateExpressions.Variable<Element>,
    _ test: any PredicateExpression, isNegated: Bool = false
  ) throws(FilterTreeError) -> AST.Expression {
    guard Sequence.Output.self is any ListType.Type else {
      throw Self.noEqual(sequence, "is neither an array nor a set")
    }
    let collection = try value(sequence)
    subqueries += 1
    let element = AST.Variable("e\(subqueries)")
    variables[variable.key] = .variable(element)
    let predicate = try predicate(test)
    return .subquery(AST.Subquery(collection, element, isNegated ? predicate.negated : predicate))
  }

  /// The error for an expression without an equal, with the name of its type, such as `StringContainsRegex`.
  static func noEqual(
    _ expression: any PredicateExpression, _ reason: String = "has no equal in the language"
  ) -> FilterTreeError {
    .untranslatable(String("\(type(of: expression))".prefix { $0 != "<" }), reason)
  }
}

extension AST.Expression {
  /// A constant, a list as its elements where they have literals.
  static func constant(_ value: AST.Constant) -> AST.Expression {
    KnownKeys.expression(of: value, .none)
  }

  /// The constant; nil for any other expression.
  var literal: AST.Constant? { if case .literal(let node) = self { node.value } else { nil } }

  /// `self operator[options] right`
  func compared(
    _ operator: AST.Comparison.Operator, options: AST.Comparison.Options = [],
    _ right: AST.Expression
  ) -> AST.Predicate {
    .comparison(AST.Comparison(self, `operator`, options: options, right))
  }

  /// The key path that goes on from the expression.
  func followed(by components: [AST.KeyPath.Component]) -> AST.Expression {
    switch self {
    case .keyPath(let node): .keyPath(AST.KeyPath(base: node.base, node.components + components))
    default: .keyPath(AST.KeyPath(base: self, components))
    }
  }

  /// `self.@count`
  var count: AST.Expression { followed(by: [AST.KeyPath.Component(.collectionOperator, "count")]) }

  /// Whether it is a path from `base` that is `nil` where `base` is.
  func isPath(from base: AST.Expression) -> Bool {
    guard self != base else { return true }
    guard case .keyPath(let node) = self else { return false }
    var steps = node.components[...]
    if case .keyPath(let base) = base, node.base == base.base,
      steps.starts(with: base.components)
    {
      steps = steps.dropFirst(base.components.count)
    } else if node.base != base {
      return false
    }
    return steps.allSatisfy { $0.kind == .key || $0.name == "count" }
  }
}

extension AST.Predicate {
  /// The answer of a predicate that has the same for every item; nil for any other one.
  var answer: Bool? { if case .literal(let node) = self { node.value } else { nil } }

  /// The opposite.
  var negated: AST.Predicate {
    if case .not(let node) = self { node.operand } else { .not(AST.Negation(self)) }
  }

  /// `self AND other`, `self OR other`, in one compound.
  func joined(_ connective: AST.Compound.Connective, _ other: AST.Predicate) -> AST.Predicate {
    .compound(
      AST.Compound(connective, operands(of: connective) + other.operands(of: connective)))
  }

  private func operands(of connective: AST.Compound.Connective) -> [AST.Predicate] {
    if case .compound(let node) = self, node.connective == connective { return node.operands }
    return [self]
  }
}
