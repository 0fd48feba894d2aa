package import FilterSyntax

/// A part of an expression that lost a part of a value: a division of integers without its remainder, or a conversion of
/// a text of which the number is only a part.
package struct LostPart: Sendable {
  /// The most parts that a run notes.
  static let most = 8

  /// The place of the part in the text of the filter.
  package let range: SourceRange

  /// The text that a conversion has read, and its number; nil for a division.
  package let reading: (text: String, number: FilterValue)?
}

extension EvaluationContext {
  /// Notes the part at `range` if its result is without a part of its arguments, the first time that it is.
  @inline(__always)
  func noteLoss(
    in result: FilterValue, of argument: FilterValue, _ divisor: FilterValue = .null,
    at range: SourceRange
  ) {
    switch argument {
    case .int: if FilterArithmetic.isCut(result, argument, divisor) { note(nil, at: range) }
    case .string(let text) where result.kind == .number && !NumberText.isPlain(text):
      note((text, result), at: range)
    default: break
    }
  }

  @inline(never)
  private func note(_ reading: (text: String, number: FilterValue)?, at range: SourceRange) {
    guard lostParts.count < LostPart.most, !lostParts.contains(where: { $0.range == range }),
      reading.map({ NumberText.isPart($0.number, of: $0.text) }) ?? true
    else { return }
    lostParts.append(LostPart(range: range, reading: reading))
  }

  /// Removes and returns the parts that have lost something.
  func takeLostParts() -> [LostPart] {
    defer { lostParts = [] }
    return lostParts
  }
}

extension AST.Expression {
  /// A division of integers as one of doubles, which loses no remainder: `a / 1000.0`; nil for any other expression.
  package var exactQuotient: AST.Expression? {
    let sides: (left: AST.Expression, right: AST.Expression)
    switch self {
    case .arithmetic(let node) where node.operator == .divide: sides = (node.left, node.right)
    case .call(let node) where node.selector == "divide:by:" && node.arguments.count == 2:
      sides = (node.arguments[0], node.arguments[1])
    default: return nil
    }
    var (left, right) = sides
    if let double = right.double {
      right = double
    } else if let double = left.double {
      left = double
    } else {
      let one = AST.Expression.literal(AST.Literal(.double(1)))
      left = .arithmetic(AST.Arithmetic(.multiply, one, left))
    }
    return .arithmetic(AST.Arithmetic(.divide, left, right))
  }

  /// The literal of an integer as one of a double; nil for any other expression.
  private var double: AST.Expression? {
    guard case .literal(let literal) = self, case .integer(let number) = literal.value else {
      return nil
    }
    return .literal(AST.Literal(.double(Double(number))))
  }
}
