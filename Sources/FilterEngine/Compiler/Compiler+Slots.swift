import FilterSyntax

// The slots of a line hold only the key paths that were requested before it was read. An expression that reads
// anything else has no answer, and gets no slot.
extension Compiler {
  /// Longer key paths are evaluated as values, because the reader recurses over them.
  private static let maximumSlotPath = 32

  /// Both sides of a comparison; nil if a line of slots never has an answer.
  mutating func sides(
    of node: AST.Comparison
  ) throws(SyntaxError) -> (left: CompiledExpression, right: CompiledExpression)? {
    guard case .slots = options.layout.storage else {
      recursion.isMatching = node.operator == .matches
      defer { recursion.isMatching = false }
      let left: CompiledExpression
      do throws(SyntaxError) {
        left = try compile(node.left)
      } catch {
        let right = try? compile(node.right)
        throw options.fitting(error, node, isLeft: true, beside: right)
      }
      do throws(SyntaxError) {
        return (left, try compile(node.right))
      } catch {
        throw options.fitting(error, node, isLeft: false, beside: left)
      }
    }
    guard let left = try slotSide(node.left), let right = try slotSide(node.right) else {
      return nil
    }
    if node.quantifier != nil {
      guard case .path(_, isCount: false) = left else { return nil }
    }
    return (expression(of: left), expression(of: right))
  }

  /// A side of a comparison that slots can answer.
  private enum SlotSide {
    case constant(CompiledExpression)
    case path([String], isCount: Bool)
  }

  private mutating func slotSide(_ node: AST.Expression) throws(SyntaxError) -> SlotSide? {
    switch node {
    case .selfReference: return .path([], isCount: false)
    case .keyPath(let path):
      guard case .selfReference = path.base, path.components.count <= Self.maximumSlotPath,
        !products.slotPaths.isFull
      else {
        return nil
      }
      var components = path.components[...]
      let isCount =
        components.last?.kind == .collectionOperator && components.last?.name == "count"
      if isCount { components.removeLast() }
      guard components.allSatisfy({ $0.kind == .key }) else { return nil }
      return .path(components.map(\.name), isCount: isCount)
    case .variable(let variable):
      // A value that is too deep is an error, which the evaluation reports.
      guard let value = options.bindings[variable.name], !value.isTooDeep else { return nil }
      return .constant(CompiledExpression(constant: value))
    default:
      guard node.isMadeOfLiterals else { return nil }
      let expression = try compile(node)
      return expression.constant == nil ? nil : .constant(expression)
    }
  }

  /// The side as an expression. A key path gets its slot here, once it is certain that it is read.
  private mutating func expression(of side: SlotSide) -> CompiledExpression {
    switch side {
    case .constant(let expression): return expression
    case .path(let path, let isCount):
      let access = SlotAccess(index: products.slotPaths.slot(of: path), isCount: isCount)
      let expression = CompiledExpression { row, _ throws(EvaluationError) in
        guard let value = access.slot(of: row).value else {
          throw .needsValue(at: nil)
        }
        return value
      }
      return expression.with(.slot(access))
    }
  }
}

extension SlotFilter.Side {
  /// A side that `sides(of:)` returned.
  init(_ expression: CompiledExpression) {
    self = expression.slot.map { .slot($0) } ?? .constant(expression.constant ?? .null)
  }
}

extension AST.Expression {
  /// Whether the value is obviously the same for every row.
  var isMadeOfLiterals: Bool {
    switch self {
    case .literal: true
    case .aggregate(let node): node.elements.allSatisfy(\.isMadeOfLiterals)
    case .minus(let node): node.operand.isMadeOfLiterals
    case .arithmetic(let node): node.left.isMadeOfLiterals && node.right.isMadeOfLiterals
    default: false
    }
  }
}

extension EvaluationError {
  /// The slots of a line do not hold enough. No caller sees this error: the line is evaluated as a value.
  static func needsValue(at range: SourceRange?) -> EvaluationError {
    EvaluationError(.needsWholeLine, at: range)
  }
}
