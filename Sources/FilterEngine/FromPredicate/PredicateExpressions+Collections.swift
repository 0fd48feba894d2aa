internal import EssentialFoundation
import FilterSyntax

// MARK: - Texts

extension PredicateExpressions.CollectionContainsCollection: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression {
    try translator.search(.contains, base, other, of: self)
  }
}

extension PredicateExpressions.SequenceStartsWith: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression {
    try translator.search(.beginsWith, base, prefix, of: self)
  }
}

extension PredicateTranslator {
  /// Whether a text contains another one. Swift finds the empty one everywhere, a filter nowhere.
  fileprivate mutating func search<Text: PredicateExpression, Part: PredicateExpression>(
    _ operation: AST.Comparison.Operator, _ text: Text, _ part: Part,
    of expression: any PredicateExpression
  ) throws(FilterTreeError) -> TranslatedExpression {
    guard case .text? = ScalarKind(Text.Output.self), case .text? = ScalarKind(Part.Output.self)
    else { throw Self.noEqual(expression, "only texts can be searched for a part") }
    let (text, part) = (try value(text), try value(part))
    let isFound = text.compared(operation, part)
    guard case .text(let constant)? = part.literal else {
      return .test(isFound.joined(.or, part.compared(.equal, .constant(.text("")))))
    }
    return .test(
      constant.isEmpty ? isFound.joined(.or, .literal(AST.BooleanLiteral(true))) : isFound)
  }
}

// MARK: - Elements

extension PredicateExpressions.SequenceContains: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression {
    // A character of a text.
    if case .text? = ScalarKind(LHS.Output.self) {
      return try translator.search(.contains, sequence, element, of: self)
    }
    let type = RHS.Output.self as Any.Type
    guard LHS.Output.self is any ListType.Type, !(type is any OptionalValue.Type),
      let kind = ScalarKind(type)
    else {
      throw PredicateTranslator.noEqual(self, "a filter finds no \(type) in \(LHS.Output.self)")
    }
    let (list, value) = (try translator.value(sequence), try translator.value(element))
    if case .rawValue = kind, !list.isComparable, !value.isComparable {
      throw PredicateTranslator.noEqual(self, "none of the values of type \(type) is a constant")
    }
    let options = kind.equalityOptions(list, value)
    let isFound =
      list.isComparable
      ? value.compared(.in, options: options, list)
      : list.compared(.contains, options: options, value)
    // Not-a-number equals itself in a filter.
    guard !list.isComparable, !value.isComparable else { return .test(isFound) }
    return .test(kind.excludingNaN(isFound, [value]))
  }
}

extension PredicateExpressions.SequenceContainsWhere: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression {
    let found = try translator.subquery(sequence, variable, test)
    return .test(found.count.compared(.greaterThan, .constant(.integer(0))))
  }
}

extension PredicateExpressions.SequenceAllSatisfy: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression {
    let others = try translator.subquery(sequence, variable, test, isNegated: true)
    return .test(others.count.compared(.equal, .constant(.integer(0))))
  }
}

extension PredicateExpressions.Filter: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression {
    .value(try translator.subquery(sequence, variable, filter))
  }
}

extension PredicateExpressions.SequenceMinimum: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression {
    try translator.extreme("min", of: elements, self)
  }
}

extension PredicateExpressions.SequenceMaximum: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression {
    try translator.extreme("max", of: elements, self)
  }
}

extension PredicateTranslator {
  /// `elements.@min.#self`
  fileprivate mutating func extreme<Elements: PredicateExpression>(
    _ name: String, of elements: Elements, _ expression: any PredicateExpression
  ) throws(FilterTreeError) -> TranslatedExpression {
    // The least of numbers and not-a-number in Swift depends on their positions.
    guard let list = Elements.Output.self as? any ListType.Type,
      !(list.elementType is any OptionalValue.Type), let kind = ScalarKind(list.elementType),
      kind.isOrdered, !kind.isFloating
    else {
      throw Self.noEqual(expression, "a filter has another order of \(Elements.Output.self)")
    }
    return .value(
      try value(elements).followed(by: [
        AST.KeyPath.Component(.collectionOperator, name), AST.KeyPath.Component(.key, "self"),
      ]))
  }
}

extension PredicateExpressions.CollectionIndexSubscript: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression {
    guard Wrapped.Output.self is any ListType.Type, Index.Output.self is Int.Type else {
      throw PredicateTranslator.noEqual(self, "only arrays have elements by number")
    }
    let (list, index) = (try translator.value(wrapped), try translator.value(index))
    return .value(.subscript(AST.Subscript(list, .expression(index))))
  }
}

extension PredicateExpressions.DictionaryKeySubscript: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression {
    try translator.member(of: wrapped, key, self)
  }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: TranslatableExpression {
  func filterNode(
    in translator: inout PredicateTranslator
  ) throws(FilterTreeError) -> TranslatedExpression {
    let member = try translator.member(of: wrapped, key, self).expression
    return .value(
      .ternary(
        AST.Ternary(
          member.compared(.equal, .constant(.null)), whenTrue: try translator.value(`default`),
          whenFalse: member)))
  }
}

extension PredicateTranslator {
  /// `dictionary["key"]`
  fileprivate mutating func member<Wrapped: PredicateExpression>(
    of dictionary: Wrapped, _ key: any PredicateExpression, _ expression: any PredicateExpression
  ) throws(FilterTreeError) -> TranslatedExpression {
    let key = try value(key)
    guard let type = Wrapped.Output.self as? any MemberType.Type,
      !(type.valueType is any OptionalValue.Type), case .text(let text)? = key.literal,
      text.utf8.allSatisfy({ $0 < 0x80 })
    else {
      throw Self.noEqual(
        expression, "a filter reads members that are not optional, by a constant key of ASCII")
    }
    return .value(.subscript(AST.Subscript(try value(dictionary), .expression(key))))
  }
}

/// A dictionary, seen from its type alone.
private protocol MemberType {
  static var valueType: Any.Type { get }
}

extension Dictionary: MemberType where Key == String {
  fileprivate static var valueType: Any.Type { Value.self }
}
