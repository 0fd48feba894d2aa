import FilterSyntax

/// The sides of a comparison with a decimal number.
///
/// Beside a decimal, a double that is written in the filter or passed as an argument is read as the decimal of
/// its digits: 1.10 means exactly that, and not the nearest double. Foundation compares the double, and so does
/// a strict predicate.
struct DecimalSides: Sendable {
  let left: FilterValue?
  let right: FilterValue?

  /// The sides that differ from their doubles; nil if none does.
  init?(_ node: AST.Comparison, _ left: FilterValue?, _ right: FilterValue?) {
    // A quantifier compares the elements of the left side one by one.
    let isWhole = node.quantifier == nil
    self.left = isWhole && node.left.isWritten ? left?.readAsDecimals : nil
    self.right = node.right.isWritten ? right?.readAsDecimals : nil
    guard self.left != nil || self.right != nil else { return nil }
  }

  /// The answer of `operation` if one of the values is a decimal, otherwise that of `body`.
  func body(_ operation: any ComparisonOperator, else body: @escaping ComparisonBody)
    -> ComparisonBody
  {
    let (leftDecimals, rightDecimals) = (left, right)
    let whole = operation.body
    return { left, right, run throws(EvaluationError) in
      if let rightDecimals, case .decimal = left { return try whole(left, rightDecimals, run) }
      if let leftDecimals, case .decimal = right { return try whole(leftDecimals, right, run) }
      return try body(left, right, run)
    }
  }
}

extension AST.Expression {
  /// Whether it is a literal, an argument, or a list of them.
  fileprivate var isWritten: Bool {
    switch self {
    case .literal: true
    case .aggregate(let node): node.elements.allSatisfy(\.isLiteral)
    default: false
    }
  }

  private var isLiteral: Bool { if case .literal = self { true } else { false } }
}
