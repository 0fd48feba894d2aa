import FilterSyntax

/// The sides of a comparison as they are read beside a decimal number.
///
/// A double that is written in the filter, or an argument of it, is read as the decimal of its digits there:
/// a text with 1.10 means that price, and not the double next to it. Foundation compares the double, and so
/// does a strict predicate.
struct DecimalSides: Sendable {
  let left: FilterValue?
  let right: FilterValue?

  /// The sides that differ from their doubles; nil where none does.
  init?(_ node: AST.Comparison, _ left: FilterValue?, _ right: FilterValue?) {
    // A quantifier compares the elements of the left side one by one.
    let isWhole = node.quantifier == nil
    self.left = isWhole && node.left.isWritten ? left?.readAsDecimals : nil
    self.right = node.right.isWritten ? right?.readAsDecimals : nil
    guard self.left != nil || self.right != nil else { return nil }
  }

  /// The answer of `operation` where one of the values is a decimal, and of `body` for others.
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
