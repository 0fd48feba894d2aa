import FilterSyntax

extension Compiler {
  /// Compiles an expression.
  mutating func compile(_ expression: AST.Expression) throws(SyntaxError) -> CompiledExpression {
    if needsLargeStack {
      return try onLargeStack(expression.range) { (compiler) throws(SyntaxError) in
        try compiler.compile(expression)
      }
    }
    try enter(expression.range)
    defer { leave() }
    cost.expressions += 1
    return switch expression {
    case .literal(let node): try literal(node)
    case .selfReference(let node): selfReference(node.range)
    case .anyKey(let node): Self.anyKey(node)
    case .variable(let node): variable(node)
    case .argument(let node): throw missingArgument(node)
    case .keyPath(let node): try compile(node)
    case .subscript(let node): try compile(node)
    case .aggregate(let node): try compile(node)
    case .call(let node): try compile(node)
    case .message(let node): try compile(node)
    case .cast(let node): try compile(node)
    case .ternary(let node): try compile(node)
    case .subquery(let node): try compile(node)
    case .arithmetic(let node): try compile(node)
    case .minus(let node): try compile(node)
    case .setOperation(let node): try compile(node)
    case .assignment(let node): try compile(node)
    }
  }

  private mutating func literal(_ node: AST.Literal) throws(SyntaxError) -> CompiledExpression {
    noteEscapes(of: node)
    let value = FilterValue(constant: node.value)
    guard !value.isTooDeep else {
      throw options.error(.valueTooDeep(limit: FilterValue.maximumDepth), at: node.range)
    }
    return CompiledExpression(constant: value)
  }

  private func missingArgument(_ node: AST.Argument) -> SyntaxError {
    options.error(.unboundArgument(node.conversion), at: node.range)
  }

  /// `SELF`
  private mutating func selfReference(_ range: SourceRange) -> CompiledExpression {
    switch options.layout.storage {
    case .dynamic:
      return CompiledExpression { row, run throws(EvaluationError) in
        try run.checked(row.load(FilterValue.self, at: 0), at: range)
      }
    case .slots:
      return CompiledExpression { _, _ throws(EvaluationError) in throw .needsValue(at: range) }
    case .scalar(let access):
      noteSize(of: access)
      return CompiledExpression(field: access, at: range)
    case .fields:
      guard let type = options.layout.itemType else { return CompiledExpression(constant: .null) }
      return CompiledExpression(type: StaticType(kind: .object, members: type)) { row, _ in
        type.value(in: row)
      }
    }
  }

  private static func anyKey(_ node: AST.AnyKey) -> CompiledExpression {
    CompiledExpression(
      failure: EvaluationError(.anyKey, at: node.range))
  }

  /// `$x`
  private mutating func variable(_ node: AST.Variable) -> CompiledExpression {
    let slot = products.slot(of: node.name)
    let (name, range) = (node.name, node.range)
    return CompiledExpression(type: recursion.elementTypes[slot] ?? .unknown) {
      _, run throws(EvaluationError) in
      guard let value = run.variables[slot] else {
        throw EvaluationError(.unboundVariable(name), at: range)
      }
      return try run.checked(value, at: range)
    }
  }

  /// `{1, 2, x}`
  private mutating func compile(_ node: AST.Aggregate) throws(SyntaxError) -> CompiledExpression {
    var elements: [CompiledExpression] = []
    elements.reserveCapacity(node.elements.count)
    for element in node.elements { elements.append(try compile(element)) }
    let (evaluators, range) = (elements.map(\.evaluator), node.range)
    var result = CompiledExpression(type: StaticType(kind: .list)) {
      row, run throws(EvaluationError) in
      var values: [FilterValue] = []
      values.reserveCapacity(evaluators.count)
      for evaluator in evaluators { values.append(try evaluator.evaluate(row, run)) }
      return try run.making(FilterList(values), at: range)
    }
    let kinds = Set(elements.compactMap(\.type.kind))
    if elements.allSatisfy({ $0.type.kind != nil }), kinds.subtracting([.null]).count == 1 {
      result.type.elementKind = kinds.subtracting([.null]).first
    }
    return folded(result, listing: elements)
  }

  /// `TERNARY(p, a, b)`
  private mutating func compile(_ node: AST.Ternary) throws(SyntaxError) -> CompiledExpression {
    let condition = try compile(node.condition).evaluator
    let whenTrue = try compile(node.whenTrue)
    let whenFalse = try compile(node.whenFalse)
    let (yes, no) = (whenTrue.evaluator, whenFalse.evaluator)
    let type = whenTrue.type.kind == whenFalse.type.kind ? whenTrue.type : .unknown
    return CompiledExpression(type: StaticType(kind: type.kind)) {
      row, run throws(EvaluationError) in
      if try condition.evaluate(row, run) {
        try yes.evaluate(row, run)
      } else {
        try no.evaluate(row, run)
      }
    }
  }

  /// `$x := e`
  private mutating func compile(_ node: AST.Assignment) throws(SyntaxError) -> CompiledExpression {
    let value = try compile(node.value)
    let slot = products.slot(of: node.variable.name)
    products.assignsVariables = true
    let evaluator = value.evaluator
    return CompiledExpression(type: value.type) { row, run throws(EvaluationError) in
      let value = try evaluator.evaluate(row, run)
      run.variables[slot] = value
      return value
    }
  }
}
