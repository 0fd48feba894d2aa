internal import EssentialFoundation
import FilterSyntax

extension PredicateExpressions.Variable: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression {
    guard let value = translator.variables[key] else { throw PredicateTranslator.noEqual(self) }
    return .value(value)
  }
}

extension PredicateExpressions.Value: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression {
    if Output.self is Bool.Type, let answer = value as? Bool {
      return .test(.literal(AST.BooleanLiteral(answer)))
    }
    let scalar = (Output.self as? any ListType.Type)?.elementType ?? Output.self
    guard ScalarKind(scalar) != nil, let value = FilterValue(captured: value, as: Output.self)
    else {
      throw PredicateTranslator.noEqual(self, "a filter has no constants of type \(Output.self)")
    }
    return .value(.constant(value.constant))
  }
}

extension PredicateExpressions.NilLiteral: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression { .value(.constant(.null)) }
}

// MARK: - Properties

extension PredicateExpressions.KeyPath: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression {
    guard let kind else {
      return .value(try translator.property(keyPath, of: root, Root.Output.self))
    }
    let value = try translator.value(root)
    switch kind {
    case .collectionIsEmpty where ScalarKind(Root.Output.self) != nil:
      return .test(value.compared(.equal, .constant(.text(""))))
    case _ where !(Root.Output.self is any ListType.Type): break
    case .collectionIsEmpty:
      return .test(value.count.compared(.equal, .constant(.integer(0))))
    case .collectionCount where !hasEqualElements: return .value(value.count)
    case .collectionFirst: return .value(.subscript(AST.Subscript(value, .first)))
    case .bidirectionalCollectionLast: return .value(.subscript(AST.Subscript(value, .last)))
    default: break
    }
    let type = Root.Output.self as Any.Type
    throw PredicateTranslator.noEqual(
      self,
      kind == .collectionCount && ScalarKind(type) != nil
        ? "the length of a text in a filter is that in UTF-16"
        : "a filter has no such property of \(type)")
  }

  /// Whether different elements of a set may be equal in a filter, so that it counts fewer.
  private var hasEqualElements: Bool {
    guard let set = Root.Output.self as? any SetAlgebra.Type, let list = set as? any ListType.Type,
      let kind = ScalarKind(list.elementType)
    else { return Root.Output.self is any SetAlgebra.Type }
    return kind.isFloating
  }
}

/// A property of another expression.
private protocol PropertyExpression {
  /// The key path that goes on from the property; nil if the property is the root of no other.
  func extended(by keyPath: AnyKeyPath) -> (
    keyPath: AnyKeyPath, root: any PredicateExpression, type: Any.Type
  )?
}

extension PredicateExpressions.KeyPath: PropertyExpression {
  fileprivate func extended(
    by other: AnyKeyPath
  ) -> (keyPath: AnyKeyPath, root: any PredicateExpression, type: Any.Type)? {
    (keyPath as AnyKeyPath).appending(path: other).map { ($0, root, Root.Output.self) }
  }
}

extension PredicateTranslator {
  /// The key path to a property. A field of a property's property is found too.
  fileprivate mutating func property(
    _ keyPath: AnyKeyPath, of root: any PredicateExpression, _ type: Any.Type
  ) throws(FilterTreeError) -> AST.Expression {
    if let outer = (root as? any PropertyExpression)?.extended(by: keyPath),
      let found = try? property(outer.keyPath, of: outer.root, outer.type)
    {
      return found
    }
    let value = try value(root)
    guard let items = type as? any Filterable.Type else {
      throw .untranslatable("KeyPath", "\(type) has no field table")
    }
    guard let field = items.rowLayout.field(at: keyPath) else {
      throw .untranslatable("KeyPath", "no field of \(type) is declared with \(keyPath)")
    }
    return value.followed(by: field.keys.map { AST.KeyPath.Component(.key, $0) })
  }
}

// MARK: - Numbers

extension PredicateExpressions.Arithmetic: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression {
    let operation: AST.Arithmetic.Operator =
      switch op {
      case .add: .add
      case .subtract: .subtract
      case .multiply: .multiply
      @unknown default: throw PredicateTranslator.noEqual(self)
      }
    return try translator.arithmetic(operation, lhs, rhs, of: self)
  }
}

extension PredicateExpressions.IntDivision: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression {
    try translator.arithmetic(.divide, lhs, rhs, of: self)
  }
}

extension PredicateExpressions.FloatDivision: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression {
    try translator.arithmetic(.divide, lhs, rhs, of: self)
  }
}

extension PredicateExpressions.IntRemainder: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression {
    try PredicateTranslator.checkArithmetic(LHS.Output.self, self)
    return .value(
      .call(
        AST.FunctionCall("modulus:by:", [try translator.value(lhs), try translator.value(rhs)])))
  }
}

extension PredicateExpressions.UnaryMinus: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression {
    try PredicateTranslator.checkArithmetic(Wrapped.Output.self, self)
    let value = try translator.value(wrapped)
    // The text of a minus before a number is a number.
    switch value.literal {
    case .integer(let number) where number > .min: return .value(.constant(.integer(-number)))
    case .double(let number): return .value(.constant(.double(-number)))
    default: return .value(.minus(AST.Minus(value)))
    }
  }
}

extension PredicateTranslator {
  fileprivate mutating func arithmetic<Left: PredicateExpression>(
    _ operation: AST.Arithmetic.Operator, _ lhs: Left, _ rhs: any PredicateExpression,
    of expression: any PredicateExpression
  ) throws(FilterTreeError) -> TranslatedExpression {
    try Self.checkArithmetic(Left.Output.self, expression)
    return .value(.arithmetic(AST.Arithmetic(operation, try value(lhs), try value(rhs))))
  }

  fileprivate static func checkArithmetic(
    _ type: Any.Type, _ expression: any PredicateExpression
  ) throws(FilterTreeError) {
    guard ScalarKind(type)?.hasArithmetic == true else {
      throw noEqual(expression, "a filter computes numbers of type \(type) differently")
    }
  }
}
