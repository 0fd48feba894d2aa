internal import EssentialFoundation
import FilterSyntax

extension PredicateExpressions.Equal: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression {
    .test(try translator.equality(.equal, lhs, rhs, of: self))
  }
}

extension PredicateExpressions.NotEqual: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression {
    .test(try translator.equality(.notEqual, lhs, rhs, of: self))
  }
}

extension PredicateExpressions.Comparison: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression {
    let kind = try translator.orderedKind(of: LHS.Output.self, self)
    let (left, right) = (try translator.value(lhs), try translator.value(rhs))
    let operation: AST.Comparison.Operator =
      switch op {
      case .lessThan: .lessThan
      case .lessThanOrEqual: .lessThanOrEqual
      case .greaterThan: .greaterThan
      case .greaterThanOrEqual: .greaterThanOrEqual
      @unknown default: throw PredicateTranslator.noEqual(self)
      }
    return .test(kind.order(operation, left, right))
  }
}

extension PredicateExpressions.RangeExpressionContains: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression {
    let kind = try translator.orderedKind(of: Element.Output.self, self)
    guard let range = range as? any TranslatableRange else {
      throw PredicateTranslator.noEqual(range)
    }
    let (low, high, isClosed) = try range.bounds(in: &translator)
    let element = try translator.value(element)
    guard isClosed else {
      return .test(
        kind.order(.greaterThanOrEqual, element, low)
          .joined(.and, kind.order(.lessThan, element, high)))
    }
    let test = element.compared(.between, .aggregate(AST.Aggregate([low, high])))
    return .test(kind.excludingNaN(test, [element]))
  }
}

/// An expression for a range with two bounds.
private protocol TranslatableRange {
  func bounds(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> (low: AST.Expression, high: AST.Expression, isClosed: Bool)
}

/// An expression for a range whose bounds are expressions.
private protocol ComputedRange: TranslatableRange {
  associatedtype Lower: PredicateExpression
  associatedtype Upper: PredicateExpression

  var lower: Lower { get }
  var upper: Upper { get }
  var isClosed: Bool { get }
}

extension ComputedRange {
  func bounds(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> (low: AST.Expression, high: AST.Expression, isClosed: Bool) {
    (try translator.value(lower), try translator.value(upper), isClosed)
  }
}

extension PredicateExpressions.Range: ComputedRange {
  fileprivate var isClosed: Bool { false }
}

extension PredicateExpressions.ClosedRange: ComputedRange {
  fileprivate var isClosed: Bool { true }
}

/// A range that a predicate has captured.
private protocol CapturedRange {
  associatedtype Bound

  var lowerBound: Bound { get }
  var upperBound: Bound { get }
  var isClosed: Bool { get }
}

extension CapturedRange {
  fileprivate var bounds: (low: any FilterValueConvertible, high: any FilterValueConvertible)? {
    guard let low = lowerBound as? any FilterValueConvertible,
      let high = upperBound as? any FilterValueConvertible
    else { return nil }
    return (low, high)
  }
}

extension Range: CapturedRange {
  fileprivate var isClosed: Bool { false }
}

extension ClosedRange: CapturedRange {
  fileprivate var isClosed: Bool { true }
}

extension PredicateExpressions.Value: TranslatableRange {
  func bounds(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> (low: AST.Expression, high: AST.Expression, isClosed: Bool) {
    guard let range = value as? any CapturedRange, let (low, high) = range.bounds else {
      throw PredicateTranslator.noEqual(self)
    }
    return (
      .constant(low.filterValue.constant), .constant(high.filterValue.constant), range.isClosed
    )
  }
}

extension PredicateTranslator {
  fileprivate func orderedKind(
    of type: Any.Type, _ expression: any PredicateExpression
  ) throws(FilterTreeError) -> ScalarKind {
    guard let kind = ScalarKind(type), kind.isOrdered else {
      throw Self.noEqual(expression, "values of type \(type) have another order in a filter")
    }
    return kind
  }

  /// `lhs == rhs`, `lhs != rhs`
  fileprivate mutating func equality<Left: PredicateExpression>(
    _ operation: AST.Comparison.Operator, _ lhs: Left, _ rhs: any PredicateExpression,
    of expression: any PredicateExpression
  ) throws(FilterTreeError) -> AST.Predicate {
    guard let kind = ScalarKind(Left.Output.self) else {
      throw Self.noEqual(
        expression, "values of type \(Left.Output.self) have an equality of their own")
    }
    let node = try node(lhs)
    let right = try value(rhs)
    // `home?.isOpen == true`
    if case .optionalTest(let wrapped, let test) = node, case .boolean(let answer)? = right.literal
    {
      let isEqual = wrapped.compared(.notEqual, .constant(.null))
        .joined(.and, answer ? test : test.negated)
      return operation == .equal ? isEqual : isEqual.negated
    }
    let left = node.expression
    if case .rawValue = kind, left.literal == nil, right.literal == nil {
      throw Self.noEqual(expression, "none of the values of type \(Left.Output.self) is a constant")
    }
    let test = left.compared(operation, options: kind.equalityOptions(left, right), right)
    // Not-a-number equals itself in a filter.
    guard kind.isFloating, !left.isComparable, !right.isComparable else { return test }
    let isNumber =
      Left.Output.self is any OptionalValue.Type
      ? left.compared(.equal, .constant(.null)).joined(.or, left.isNotNaN) : left.isNotNaN
    return operation == .equal ? test.joined(.and, isNumber) : test.joined(.or, isNumber.negated)
  }
}

extension ScalarKind {
  /// The options by which `==` is that of Swift: canonical equivalence of texts.
  func equalityOptions(
    _ left: AST.Expression, _ right: AST.Expression
  ) -> AST.Comparison.Options {
    guard case .text = self, !left.isUniqueText, !right.isUniqueText else { return [] }
    return .localeSensitive
  }

  /// `left < right`, which is false for not-a-number.
  fileprivate func order(
    _ operation: AST.Comparison.Operator, _ left: AST.Expression, _ right: AST.Expression
  ) -> AST.Predicate {
    let isLess = operation == .lessThan || operation == .lessThanOrEqual
    let test = left.compared(operation, right)
    // A filter has not-a-number between the negative numbers and zero.
    if case .double(let bound)? = right.literal, !bound.isNaN {
      return isLess == (bound < 0) ? test : excludingNaN(test, [left])
    }
    if case .double(let bound)? = left.literal, !bound.isNaN {
      return isLess == (bound >= 0) ? test : excludingNaN(test, [right])
    }
    return excludingNaN(test, [left, right])
  }

  /// The test, and that no value is not-a-number.
  func excludingNaN(_ test: AST.Predicate, _ values: [AST.Expression]) -> AST.Predicate {
    guard isFloating else { return test }
    return values.reduce(test) { $0.joined(.and, $1.isNotNaN) }
  }
}

extension AST.Expression {
  /// `abs(self) >= 0`, which is false for not-a-number only.
  fileprivate var isNotNaN: AST.Predicate {
    AST.Expression.call(AST.FunctionCall("abs:", [self]))
      .compared(.greaterThanOrEqual, .constant(.integer(0)))
  }

  /// Whether it is a constant without not-a-number.
  var isComparable: Bool {
    switch self {
    case .literal(let node): !node.value.holdsNaN
    // The elements have literals.
    case .aggregate: true
    default: false
    }
  }

  /// Whether it is a constant of texts, or `nil`, that are canonically equivalent to no other text.
  fileprivate var isUniqueText: Bool {
    switch self {
    case .literal(let node):
      guard case .text(let text) = node.value else { return node.value == .null }
      // Three letters beyond ASCII decompose to these three.
      return text.utf8.allSatisfy { $0 < 0x80 && !"K;`".utf8.contains($0) }
    case .aggregate(let node): return node.elements.allSatisfy(\.isUniqueText)
    default: return false
    }
  }
}

extension AST.Constant {
  /// Whether it is or has not-a-number.
  fileprivate var holdsNaN: Bool {
    switch self {
    case .double(let value): value.isNaN
    case .list(let elements), .set(let elements): elements.contains(where: \.holdsNaN)
    default: false
    }
  }
}
