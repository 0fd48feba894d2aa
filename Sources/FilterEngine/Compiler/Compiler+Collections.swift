import FilterSyntax

extension Compiler {
  /// `SUBQUERY(items, $x, $x.price > 3)`
  mutating func compile(_ node: AST.Subquery) throws(SyntaxError) -> CompiledExpression {
    let firstSize = cost.sizes.count
    let number = recursion.bodyDepth == 0 ? recursion.recordedSubqueries : nil
    if let number { recursion.recordedSubqueries = number + 1 }
    let collection = try compile(node.collection)
    let lastSize = cost.sizes.count
    if options.checksKinds, let kind = collection.type.kind, kind != .null,
      !collection.type.isCollection
    {
      throw options.error(
        .notElements(form: "SUBQUERY", found: kind.phrase),
        at: node.collection.range)
    }
    let slot = products.slot(of: node.variable.name)
    let outer = recursion.elementTypes[slot]
    recursion.elementTypes[slot] = StaticType(
      kind: collection.type.elementKind, members: collection.type.members)
    let before = (connectives: cost.connectives, comparisons: cost.comparisons)
    recursion.bodyDepth += 1
    let predicate = try compile(node.predicate)
    recursion.bodyDepth -= 1
    recursion.elementTypes[slot] = outer
    let comparisons = cost.comparisons - before.comparisons
    for index in firstSize..<lastSize { cost.sizes[index].multiply(by: 1 + comparisons / 8) }
    // An element takes a step, and its share of the connectives around the comparisons, which charge themselves.
    let connectives = cost.connectives - before.connectives - comparisons
    let body = Body(
      slot: slot, steps: 1 + connectives / 8, evaluator: predicate.evaluator,
      range: node.collection.range)
    let result = Self.subquery(collection.type, collection.evaluator, body)
    if let number { return Self.recorded(result, number) }
    return result.computed(as: typedSubquery(node, collection))
  }

  /// The subquery, which reports the elements that passed to the run.
  private static func recorded(_ subquery: CompiledExpression, _ number: Int) -> CompiledExpression
  {
    let evaluator = subquery.evaluator
    return CompiledExpression(type: subquery.type) { row, run throws(EvaluationError) in
      let value = try evaluator.evaluate(row, run)
      if let elements = value.elements { run.record(passed: elements, number) }
      return value
    }
  }

  /// The predicate of a subquery, which is evaluated for each element.
  private struct Body {
    /// The slot of the element's variable.
    let slot: Int

    /// The steps of an element besides those of its comparisons.
    let steps: Int

    let evaluator: PredicateEvaluator
    let range: SourceRange
  }

  private static func subquery(
    _ type: StaticType, _ collection: ValueEvaluator, _ body: Body
  ) -> CompiledExpression {
    CompiledExpression(type: type.isCollection ? type : .unknown) {
      row, run throws(EvaluationError) in
      let value = try collection.evaluate(row, run)
      if case .null = value { return .null }
      guard let elements = value.elements else {
        throw EvaluationError(.subqueryNotElements(found: value.kind), at: body.range)
      }
      let (slot, range, predicate) = (body.slot, body.range, body.evaluator)
      let outer = run.variables[slot]
      defer { run.variables[slot] = outer }
      var result: [FilterValue] = []
      for element in elements {
        try run.spend(body.steps, working: body.steps, at: range)
        run.variables[slot] = element
        if try predicate.evaluate(row, run) { result.append(element) }
      }
      try run.make(elements: result.count, at: range)
      if case .set(let set) = value {
        return .set(result.count == elements.count ? set : try run.distinct(result))
      }
      return .list(result)
    }
  }

  /// The comparisons of a subquery that goes through arrays of its elements in place.
  private static let nestedComparisons = 16

  /// `SUBQUERY(comments, $c, $c.likes > 7)`, with a predicate that reads only the element.
  private func typedSubquery(
    _ node: AST.Subquery, _ collection: CompiledExpression
  ) -> TypedExpression? {
    guard case .items(var items)? = collection.typed, items.filter == nil,
      Self.isOrdinary(node.predicate)
    else { return nil }
    var readsRow = false
    let name = node.variable.name
    let predicate = node.predicate.replacing { expression, bound in
      switch expression {
      case .selfReference: readsRow = true
      case .variable(let variable)
      where variable.name.hasSameBytes(as: name)
        && !bound.contains { $0.wrappedValue.hasSameBytes(as: name) }:
        return .selfReference(AST.SelfReference(range: variable.range))
      default: break
      }
      return nil
    }
    guard !readsRow else { return nil }
    var options = options
    options.layout = items.array.type.rowLayout
    var compiler = Compiler(options)
    // The same patterns have been compiled for the values of the elements.
    compiler.products.patterns = products.patterns
    compiler.products.patternMemory = products.patternMemory
    guard let compiled = try? compiler.compile(predicate), compiled.filter.runUse == .never else {
      return nil
    }
    // The watch is not checked between the elements, so that their work must be small.
    guard
      compiler.cost.comparisons <= Self.nestedComparisons
        || !compiler.cost.sizes.contains(where: \.isOfElements)
    else { return nil }
    items = ItemSelection(
      array: items.array.testing(compiler.cost.comparisons), filter: compiled.filter)
    return .items(items)
  }

  /// `tags[0]`, `tags[FIRST]`
  mutating func compile(_ node: AST.Subscript) throws(SyntaxError) -> CompiledExpression {
    if node.bindsToLastStep {
      _ = try compile(node.base)
      return CompiledExpression(
        failure: EvaluationError(.indexOfKeyPath, at: node.range))
    }
    let base = try compile(node.base)
    var parts = [base]
    let evaluate: IndexBody
    switch node.index {
    case .first: evaluate = { value, _, _ throws(EvaluationError) in try value.first() }
    case .last: evaluate = { value, _, _ throws(EvaluationError) in try value.last() }
    case .size: evaluate = { value, _, _ throws(EvaluationError) in try value.size() }
    case .expression(let index):
      let index = try compile(index)
      parts.append(index)
      let evaluator = index.evaluator
      evaluate = { value, row, run throws(EvaluationError) in
        let index = try evaluator.evaluate(row, run)
        try run.visit(index)
        return try run.checked(value.element(at: index))
      }
    }
    var type = StaticType(kind: base.type.elementKind, members: base.type.members)
    if case .size = node.index { type = StaticType(kind: .number) }
    if !base.type.isCollection, node.index != .size { type = .unknown }
    let result = Self.index(base.evaluator, evaluate, type, node)
      .computed(as: options.typedElement(node.index, base, parts.last?.constant))
    return folded(result, parts)
  }

  private typealias IndexBody =
    @Sendable (FilterValue, Row, EvaluationContext) throws(EvaluationError) -> FilterValue

  private static func index(
    _ base: ValueEvaluator, _ body: @escaping IndexBody, _ type: StaticType, _ node: AST.Subscript
  ) -> CompiledExpression {
    CompiledExpression(type: type) { row, run throws(EvaluationError) in
      let value = try base.evaluate(row, run)
      do throws(EvaluationError) {
        return try body(value, row, run)
      } catch {
        throw error.quotingIndex(of: node).located(at: node.range)
      }
    }
  }
}

extension EvaluationError {
  /// The same error, with the key that an integer is probably meant as.
  fileprivate func quotingIndex(of node: AST.Subscript) -> EvaluationError {
    guard case .indexNotAString(let found, nil) = reason, range == nil,
      case .expression(.literal(let literal)) = node.index,
      case .integer(let number) = literal.value
    else { return self }
    var quoted = node
    quoted.index = .expression(.literal(AST.Literal(.text(String(number)))))
    let instead = AST.Expression.subscript(quoted).sourceText
    return EvaluationError(.indexNotAString(found: found, instead: instead))
  }
}
