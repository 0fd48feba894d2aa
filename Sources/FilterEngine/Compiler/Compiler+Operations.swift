import FilterSyntax

extension Compiler {
  /// `a + b`, `a & b`
  mutating func compile(_ node: AST.Arithmetic) throws(SyntaxError) -> CompiledExpression {
    let (left, right) = (try compile(node.left), try compile(node.right))
    let moved = options.isStrict ? nil : node.operator.movingDates(left.type.kind, right.type.kind)
    if moved == nil {
      try options.checkNumber(left, node.left, of: node.operator.spelling)
      try options.checkNumber(right, node.right, of: node.operator.spelling)
    }
    let key = AST.Expression.arithmetic(node).hyphenatedKey
    let body = moved?.body ?? node.operator.body
    var result =
      node.operator == .divide
      ? Self.quotient(left.evaluator, right.evaluator, node.range)
      : Self.arithmetic(
        key.map { Self.naming($0, body) } ?? body,
        key.map { Self.naming($0, left.evaluator, node.range) } ?? left.evaluator,
        right.evaluator, node.range)
    if let moved { result.type = StaticType(kind: moved.result) }
    return folded(
      result.computed(as: options.typed(node.operator.typed, [left, right])), [left, right])
  }

  /// The same computation; of two nils the error has the key that is probably meant.
  private static func naming(_ key: String, _ body: @escaping ArithmeticBody) -> ArithmeticBody {
    { left, right throws(EvaluationError) in
      if left.isNull, right.isNull { throw EvaluationError(.nilDifference(key: key)) }
      return try body(left, right)
    }
  }

  /// The left side of such a difference, which may be one itself: its error has the whole key.
  private static func naming(
    _ key: String, _ left: ValueEvaluator, _ range: SourceRange
  ) -> ValueEvaluator {
    ValueEvaluator { row, run throws(EvaluationError) in
      do throws(EvaluationError) {
        return try left.evaluate(row, run)
      } catch {
        guard case .nilDifference = error.reason else { throw error }
        throw EvaluationError(.nilDifference(key: key), at: range)
      }
    }
  }

  private static func arithmetic(
    _ body: @escaping ArithmeticBody, _ left: ValueEvaluator, _ right: ValueEvaluator,
    _ range: SourceRange
  ) -> CompiledExpression {
    CompiledExpression(type: StaticType(kind: .number)) { row, run throws(EvaluationError) in
      let a = try left.evaluate(row, run)
      let b = try right.evaluate(row, run)
      do throws(EvaluationError) {
        return try body(a, b)
      } catch {
        throw error.located(at: range)
      }
    }
  }

  /// The same quotient, of which the run notes whether it lost a remainder.
  private static func quotient(
    _ left: ValueEvaluator, _ right: ValueEvaluator, _ range: SourceRange
  ) -> CompiledExpression {
    CompiledExpression(type: StaticType(kind: .number)) { row, run throws(EvaluationError) in
      let a = try left.evaluate(row, run)
      let b = try right.evaluate(row, run)
      do throws(EvaluationError) {
        let quotient = try FilterArithmetic.divide(a, b)
        run.noteLoss(in: quotient, of: a, b, at: range)
        return quotient
      } catch {
        throw error.located(at: range)
      }
    }
  }

  /// `-x`
  mutating func compile(_ node: AST.Minus) throws(SyntaxError) -> CompiledExpression {
    let operand = try compile(node.operand)
    try options.checkNumber(operand, node.operand, of: "-")
    let (evaluator, range) = (operand.evaluator, node.range)
    let result = CompiledExpression(type: StaticType(kind: .number)) {
      row, run throws(EvaluationError) in
      let value = try evaluator.evaluate(row, run)
      do throws(EvaluationError) {
        return try FilterArithmetic.negate(value)
      } catch {
        throw error.located(at: range)
      }
    }
    return folded(
      result.computed(as: operand.typed.flatMap(TypedExpression.init(negating:))), [operand])
  }

  /// `a UNION b`
  mutating func compile(_ node: AST.SetOperation) throws(SyntaxError) -> CompiledExpression {
    let left = try compile(node.left)
    let right = try compile(node.right)
    let (a, b, name) = (left.evaluator, right.evaluator, node.operator)
    let (leftRange, rightRange) = (node.left.range, node.right.range)
    var type = StaticType(kind: .set)
    if left.type.elementKind == right.type.elementKind { type.elementKind = left.type.elementKind }
    return folded(
      CompiledExpression(type: type) { row, run throws(EvaluationError) in
        let (left, right) = (try a.evaluate(row, run), try b.evaluate(row, run))
        let first = try left.members(for: name, at: leftRange)
        let second = try right.members(for: name, at: rightRange)
        // Both are hashed completely.
        try run.visit(left, at: leftRange)
        try run.visit(right, at: rightRange)
        let set = try name.joined(first, second, run)
        try run.make(elements: set.elements.count, at: leftRange)
        return try run.checked(.set(set), at: leftRange)
      }, [left, right])
  }
}

extension FilterValue {
  /// The elements of a list or set, for a set operation.
  fileprivate func members(
    for operation: AST.SetOperation.Operator, at range: SourceRange
  ) throws(EvaluationError) -> [FilterValue] {
    guard let elements else {
      throw EvaluationError(.setOperand(operation: operation.rawValue, found: kind), at: range)
    }
    return elements
  }
}

extension AST.SetOperation.Operator {
  /// The set of two lists, in the order of the first.
  fileprivate func joined(
    _ first: [FilterValue], _ second: [FilterValue], _ run: EvaluationContext
  ) throws(EvaluationError) -> FilterSet {
    if case .union = self { return try run.distinct(first + second) }
    let members = try run.distinct(second)
    var kept: [FilterValue] = []
    for value in first {
      try run.pass(EvaluationContext.unitsOfMember)
      if members.contains(value) == (self == .intersect) { kept.append(value) }
    }
    return try run.distinct(kept)
  }
}

/// The body of an arithmetic operator.
typealias ArithmeticBody =
  @Sendable (FilterValue, FilterValue) throws(EvaluationError) -> FilterValue

extension AST.Arithmetic.Operator {
  /// The form for operands of known kinds.
  fileprivate var typed: TypedFunction {
    switch self {
    case .add: .sum
    case .subtract: .difference
    case .multiply: .product
    case .divide: .quotient
    case .power: .power
    case .bitwiseAnd: .bitAnd
    case .bitwiseOr: .bitOr
    case .bitwiseXor: .bitXor
    case .shiftLeft: .shiftLeft
    case .shiftRight: .shiftRight
    }
  }

  /// Computes the result of two operands.
  var body: ArithmeticBody {
    switch self {
    case .add: FilterArithmetic.add
    case .subtract: FilterArithmetic.subtract
    case .multiply: FilterArithmetic.multiply
    case .divide: FilterArithmetic.divide
    case .power: FilterArithmetic.power
    case .bitwiseAnd: FilterArithmetic.bitwiseAnd
    case .bitwiseOr: FilterArithmetic.bitwiseOr
    case .bitwiseXor: FilterArithmetic.bitwiseXor
    case .shiftLeft: FilterArithmetic.shiftLeft
    case .shiftRight: FilterArithmetic.shiftRight
    }
  }
}

extension AST.Arithmetic.Operator {
  /// The computation for operands that are or can be dates and seconds, and the kind of its results if it is
  /// known; nil if the operands are numbers.
  fileprivate func movingDates(
    _ left: FilterKind?, _ right: FilterKind?
  ) -> (body: ArithmeticBody, result: FilterKind?)? {
    switch (self, left, right) {
    case (.add, .date, .number), (.add, .date, nil), (.add, .number, .date), (.add, nil, .date):
      (FilterArithmetic.addMovingDates, .date)
    case (.add, nil, .number), (.add, .number, nil), (.add, nil, nil):
      (FilterArithmetic.addMovingDates, nil)
    case (.subtract, .date, .number): (FilterArithmetic.subtractMovingDates, .date)
    case (.subtract, .date, .date), (.subtract, nil, .date):
      (FilterArithmetic.subtractMovingDates, .number)
    case (.subtract, .date, nil), (.subtract, nil, .number), (.subtract, nil, nil):
      (FilterArithmetic.subtractMovingDates, nil)
    default: nil
    }
  }
}

extension AST.KeyPath {
  /// The keys of the item with dots between them; nil for a path with other steps.
  fileprivate var dottedName: String? {
    guard case .selfReference = base, components.allSatisfy({ $0.kind == .key }) else { return nil }
    return components.map(\.name).joined(separator: ".")
  }
}

extension AST.Expression {
  /// The key that `Multi-Arch` may be meant as, a difference of keys; nil for any other expression.
  var hyphenatedKey: String? {
    guard case .arithmetic(let node) = self, node.operator == .subtract,
      case .keyPath(let path) = node.right, let right = path.dottedName
    else { return nil }
    let left: String? =
      if case .keyPath(let path) = node.left { path.dottedName } else { node.left.hyphenatedKey }
    return left.map { "\($0)-\(right)" }
  }
}
