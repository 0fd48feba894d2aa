import EssentialFoundation
import FilterSyntax

extension CompilationOptions {
  /// Refuses a comparison that never has a useful answer, if the kinds are known.
  func check(
    _ node: AST.Comparison, _ left: CompiledExpression, _ right: CompiledExpression
  ) throws(SyntaxError) {
    guard checksKinds else { return }
    var leftType = left.type
    if let quantifier = node.quantifier {
      if let kind = leftType.kind, kind != .null, !leftType.isCollection {
        throw error(
          .notElements(form: quantifier.spelling, found: kind.phrase),
          at: node.left.range)
      }
      leftType = StaticType(kind: leftType.elementKind, members: leftType.members)
    }
    try checkItems(node, leftType, left, right)
    guard let leftKind = leftType.kind, let rightKind = right.type.kind,
      !libraries.canCompare(leftType, node.operator, right.type)
    else { return }
    guard !node.isBareValue else {
      throw error(.notACondition(leftKind.phrase), at: node.range)
    }
    var error = error(
      .incomparable(
        left: leftKind.rawValue, operator: node.operator.spelling, right: rightKind.rawValue),
      at: node.range)
    error.fix =
      textFix(node.right, right.constant, comparedWith: leftKind)
      ?? textFix(node.left, left.constant, comparedWith: rightKind)
      ?? quantifierFix(node, leftType, rightKind)
    throw error
  }

  /// Refuses an argument of the wrong kind, if the kind is known.
  func check(
    _ argument: CompiledExpression, against kind: FilterKind?, of name: String,
    at range: SourceRange
  ) throws(SyntaxError) {
    guard checksKinds, let kind, let found = argument.type.kind, found != .null,
      found.comparisonKind != kind.comparisonKind,
      !(argument.type.isCollection && (kind == .list || kind == .set))
    else { return }
    throw error(
      .argumentKind(function: name, expected: kind.rawValue, found: found.rawValue),
      at: range)
  }

  /// Refuses an operand that is not a number, if its kind is known.
  func checkNumber(
    _ operand: CompiledExpression, _ expression: AST.Expression, of spelling: String
  ) throws(SyntaxError) {
    if checksKinds, let kind = operand.type.kind?.comparisonKind, kind != .number, kind != .null {
      throw error(
        .operandKind(operation: spelling, found: kind.rawValue),
        at: expression.range)
    }
  }

  /// A fix that replaces a text by a value of the other side's kind.
  private func textFix(
    _ expression: AST.Expression, _ constant: FilterValue?, comparedWith kind: FilterKind
  ) -> SyntaxError.Fix? {
    if kind == .date, case .arithmetic = expression, constant != nil, let text {
      // `2026-11-21`, which is a difference of numbers
      let written = text.slice(expression.range)
      return dateLiteral(written).map {
        SyntaxError.Fix(range: expression.range, replacement: $0)
      }
    }
    guard case .literal = expression, case .string(let content)? = constant, let text,
      let quote = text.utf8.dropFirst(expression.range.lowerBound).first,
      quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"")
    else { return nil }
    let replacement: String?
    switch kind {
    case .date: replacement = dateLiteral(content)
    case .uuid:
      replacement = UUID(uuidString: content).map { _ in "CAST('\(content)', \"NSUUID\")" }
    case .boolean:
      switch content.lowercased() {
      case "true", "yes": replacement = "TRUE"
      case "false", "no": replacement = "FALSE"
      default: replacement = nil
      }
    case .number:
      let isNumber =
        Double(content) != nil && content.utf8.allSatisfy("+-.0123456789".utf8.contains)
      replacement = isNumber ? content : nil
    default: replacement = nil
    }
    return replacement.map { SyntaxError.Fix(range: expression.range, replacement: $0) }
  }

  /// A fix that compares the elements of a list, as in `tags == 'a'`.
  private func quantifierFix(
    _ node: AST.Comparison, _ left: StaticType, _ right: FilterKind
  ) -> SyntaxError.Fix? {
    guard node.quantifier == nil, left.isCollection, node.left.range != .none,
      left.elementKind?.comparisonKind == right.comparisonKind
    else { return nil }
    let start = node.left.range.lowerBound
    return SyntaxError.Fix(range: SourceRange(start, start), replacement: "ANY ")
  }

  /// The date literal for `text` in ISO 8601; nil for other text.
  private func dateLiteral(_ text: String) -> String? {
    let literal = "#" + text.parts(at: " ").joined(separator: "T") + "#"
    guard case .literal(let node)? = try? AST.Expression(parsing: literal) else { return nil }
    return isStrict ? AST.Expression.literal(node).description : literal
  }

  /// Refuses an item as an argument: it becomes an object of keys and values, which never equals an item.
  private func checkItems(
    _ node: AST.Comparison, _ leftType: StaticType, _ left: CompiledExpression,
    _ right: CompiledExpression
  ) throws(SyntaxError) {
    let members: ItemType?
    switch node.operator.equated {
    case .sides:
      members =
        right.constant.map { $0.isPlain(like: leftType) } ?? false
        ? leftType.members
        : left.constant.map { $0.isPlain(like: right.type) } ?? false ? right.type.members : nil
    case .elementsOfRight:
      let isPlain = left.constant?.kind == .object && right.type.isCollection
      members =
        isPlain
        ? right.type.members
        : right.constant.map { $0.holdsPlain(like: leftType) } ?? false
          ? leftType.members : nil
    case .elementsOfLeft:
      members =
        right.constant?.kind == .object && leftType.isCollection ? leftType.members : nil
    case nil: members = nil
    }
    guard let members else { return }
    throw error(.itemAsArgument(type: members.rowLayout.typeName), at: node.range)
  }
}

extension LibraryIndex {
  /// Whether a comparison of values of two types can have a useful answer. A kind that is not known may fit.
  func canCompare(
    _ left: StaticType, _ operation: AST.Comparison.Operator, _ right: StaticType
  ) -> Bool {
    guard let leftKind = left.kind?.comparisonKind, let rightKind = right.kind?.comparisonKind,
      leftKind != .null, rightKind != .null
    else { return true }
    return switch operation.family {
    case .relation(.equal), .relation(.notEqual): leftKind == rightKind
    case .relation: leftKind == rightKind && leftKind.isOrdered
    case .text, .pattern, .uniformType: leftKind == .string && rightKind == .string
    case .membership: Self.canContain(rightKind, right.elementKind, leftKind)
    case .containment: Self.canContain(leftKind, left.elementKind, rightKind)
    case .bounds:
      rightKind == .list && leftKind.isOrdered
        && (right.elementKind?.comparisonKind ?? leftKind) == leftKind
    case .library(let name): canApply(name, leftKind, rightKind)
    }
  }

  private static func canContain(
    _ container: FilterKind, _ elements: FilterKind?, _ element: FilterKind
  ) -> Bool {
    switch container {
    case .string: element == .string
    case .list, .set: elements.map { $0.comparisonKind == element } ?? true
    case .object: true
    default: false
    }
  }

  private func canApply(_ name: String, _ left: FilterKind, _ right: FilterKind) -> Bool {
    guard let operation = wordOperator(name) else { return true }
    return (operation.left?.comparisonKind ?? left) == left
      && (operation.right?.comparisonKind ?? right) == right
  }
}

extension FilterValue {
  /// Whether it is an object of keys and values, or a list of them, and `type` has a field table.
  fileprivate func isPlain(like type: StaticType) -> Bool {
    if kind == .object { return type.kind == .object }
    return type.kind == kind && holdsPlain(like: StaticType(kind: type.elementKind))
  }

  /// Whether it has elements, and all of them are objects of keys and values.
  fileprivate func holdsPlain(like type: StaticType) -> Bool {
    guard type.kind == .object, let elements, !elements.isEmpty else { return false }
    return elements.allSatisfy { $0.kind == .object }
  }
}

extension AST.Comparison {
  /// Whether it was written as a value alone, which is compared with `TRUE`.
  fileprivate var isBareValue: Bool {
    range != .none && operatorRange == range && right.range == range
  }
}
