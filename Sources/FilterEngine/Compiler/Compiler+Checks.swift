import FilterSyntax

extension Compiler {
  /// For a typed item, a comparison that can never have a sensible answer is an error already.
  func check(
    _ node: AST.Comparison, _ left: CompiledExpression, _ right: CompiledExpression
  ) throws(SyntaxError) {
    guard layout.isTyped else { return }
    var leftType = left.type
    if let quantifier = node.quantifier {
      if let kind = leftType.kind, kind != .null, !leftType.isCollection {
        throw error(
          .message(
            "\(quantifier.spelling) goes through a list or set, and this is always \(kind.phrase)"),
          at: node.left.range)
      }
      leftType = StaticType(kind: leftType.elementKind)
    }
    guard let leftKind = leftType.kind?.comparisonKind,
      let rightKind = right.type.kind?.comparisonKind,
      leftKind != .null, rightKind != .null
    else { return }
    let isPossible =
      switch node.operator {
      case .equal, .notEqual: leftKind == rightKind
      case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
        leftKind == rightKind && Self.isOrdered(leftKind)
      case .beginsWith, .endsWith, .like, .matches, .conformsToUTI, .equalsUTI:
        leftKind == .string && rightKind == .string
      case .in: Self.canContain(rightKind, right.type.elementKind, leftKind)
      case .contains: Self.canContain(leftKind, leftType.elementKind, rightKind)
      case .between:
        rightKind == .list && Self.isOrdered(leftKind)
          && (right.type.elementKind?.comparisonKind ?? leftKind) == leftKind
      case .word(let name), .selector(let name): canApply(name, leftKind, rightKind)
      }
    guard isPossible else {
      throw error(
        .incomparable(
          left: leftKind.rawValue, operator: node.operator.spelling, right: rightKind.rawValue),
        at: node.range)
    }
  }

  private static func isOrdered(_ kind: FilterKind) -> Bool {
    kind == .number || kind == .string || kind == .date
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
    guard let operation = libraries.wordOperator(name) else { return true }
    return (operation.left?.comparisonKind ?? left) == left
      && (operation.right?.comparisonKind ?? right) == right
  }
}
