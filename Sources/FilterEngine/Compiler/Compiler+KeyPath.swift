import FilterSyntax

extension Compiler {
  /// `owner.name`, `$x.tags.@count`
  mutating func compile(_ node: AST.KeyPath) throws(SyntaxError) -> CompiledExpression {
    if case .selfReference = node.base, case .fields = options.layout.storage {
      return try compileTyped(node)
    }
    if case .selfReference = node.base, case .dynamic = options.layout.storage,
      node.components.count == 1, let key = node.components.first, key.kind == .key
    {
      let (step, range) = (keyStep(key), node.base.range)
      return CompiledExpression { row, run throws(EvaluationError) in
        try step.value(inRow: row, at: range, run)
      }.with(.key(step.key))
    }
    let base = try compile(node.base)
    let result = try goingOn(from: base, node.components[...], node.range)
    guard case .items(let items)? = base.typed else { return result }
    return result.computed(as: options.typed(items, node.components[...]))
  }

  /// A key path of an item whose keys are known. A field of structs that are stored in place is itself in
  /// place.
  private mutating func compileTyped(_ node: AST.KeyPath) throws(SyntaxError) -> CompiledExpression
  {
    guard let first = node.components.first, first.kind == .key else {
      return try goingOn(from: compile(node.base), node.components[...], node.range)
    }
    guard var field = options.layout.field(first.name) else {
      throw options.unknownKey(first, of: options.layout)
    }
    var rest = node.components.dropFirst()
    while let next = rest.first, next.kind == .key, field.type.isInPlace,
      let members = field.type.members
    {
      guard let inner = members.rowLayout.field(next.name) else {
        throw options.unknownKey(next, of: members.rowLayout)
      }
      guard let nested = field.nesting(inner) else { break }
      field = nested
      rest = rest.dropFirst()
    }
    noteSize(of: field)
    let result = try goingOn(
      from: CompiledExpression(field: field, at: node.range), rest, node.range)
    guard let next = rest.first else { return result }
    if rest.count == 1, next.kind == .key, let read = field.readers.key {
      let (key, range) = (next.name, node.range)
      return CompiledExpression(type: result.type) { row, run throws(EvaluationError) in
        try run.checked(read(row, key) ?? .null, at: range)
      }.computed(as: .member(read, key: key))
    }
    if rest.count == 1, next.kind == .collectionOperator, next.name == "count",
      case .array = field.type.storage.wrapper
    {
      return result.with(.count(of: field))
    }
    return result.computed(as: options.typed(field, rest))
  }

  /// Records a field whose values differ in size.
  mutating func noteSize(of field: FieldAccess) {
    if let size = FieldSize(field, isMatched: recursion.isMatching) { cost.sizes.append(size) }
  }

  /// The steps of a path from the value of `base`.
  private mutating func goingOn(
    from base: CompiledExpression, _ components: ArraySlice<AST.KeyPath.Component>,
    _ range: SourceRange
  ) throws(SyntaxError) -> CompiledExpression {
    guard !components.isEmpty else { return base }
    var type = base.type
    // The steps after an operator are evaluated inside it, so operators nest.
    let depth = components.count { $0.kind == .collectionOperator }
    guard depth <= SyntaxLimits.maximumDepth else {
      throw options.error(.tooDeep(limit: SyntaxLimits.maximumDepth), at: range)
    }
    let steps = try withRoom((height: depth, nodes: 0), range) { (compiler) throws(SyntaxError) in
      try compiler.steps(components, from: &type)
    }
    let isConstant =
      base.isConstant && !components.contains { $0.kind == .variable }
    let result = Self.walk(base.evaluator, steps, options.libraries, type)
    return isConstant ? folded(result, [base]) : result
  }

  private static func walk(
    _ base: ValueEvaluator, _ steps: [PathStep], _ libraries: LibraryIndex, _ type: StaticType
  ) -> CompiledExpression {
    if steps.count == 1, case .key(let step) = steps[0] {
      return CompiledExpression(type: type) { row, run throws(EvaluationError) in
        try step.value(in: try base.evaluate(row, run), run)
      }
    }
    return CompiledExpression(type: type) { row, run throws(EvaluationError) in
      try steps.value(from: try base.evaluate(row, run), libraries, run)
    }
  }

  /// The steps of `components`. `type` is the static type of the value before them, and then after them.
  private mutating func steps(
    _ components: ArraySlice<AST.KeyPath.Component>, from type: inout StaticType
  ) throws(SyntaxError) -> [PathStep] {
    var steps: [PathStep] = []
    var rest = components
    while let component = rest.popFirst() {
      switch component.kind {
      case .key:
        try options.check(component, &type)
        steps.append(.key(keyStep(component)))
      case .variable:
        steps.append(
          .variable(
            slot: products.slot(of: component.name), name: component.name, range: component.range))
        type = .unknown
      case .argument:
        throw options.error(.unboundArgument("%K"), at: component.range)
      case .collectionOperator:
        steps.append(try collectionOperator(component, &rest, &type))
      }
    }
    return steps
  }

  private mutating func keyStep(_ component: AST.KeyPath.Component) -> KeyStep {
    cost.expressions += 1
    products.placeCount += 1
    return KeyStep(
      key: component.name, range: component.range, leaf: options.libraries.leafKey(component.name),
      place: products.placeCount)
  }

  /// `@sum` with the rest of the path, `@count` alone.
  private mutating func collectionOperator(
    _ component: AST.KeyPath.Component, _ rest: inout ArraySlice<AST.KeyPath.Component>,
    _ type: inout StaticType
  ) throws(SyntaxError) -> PathStep {
    guard let body = options.libraries.collectionOperator(component.name) else {
      rest = []
      type = .unknown
      return .failure(try unknownOperator(component))
    }
    if options.isStrict, body.isExtension {
      throw options.error(
        .notPortable(feature: "@\(component.name)", instead: nil), at: component.range)
    }
    if options.checksKinds, let kind = type.kind, kind != .null, !type.isCollection, kind != .object
    {
      throw options.error(
        .operatorOperand(collectionOperator: component.name, found: kind.phrase),
        at: component.range)
    }
    var element: [PathStep] = []
    var elementType = StaticType(kind: type.elementKind, members: type.members)
    if body.keyUse == .oneKey {
      guard let key = rest.first else {
        type = .unknown
        return .failure(
          EvaluationError(.keyAfterOperator(component.name), at: component.range))
      }
      // `self` after an operator is the element itself.
      if key.kind == .key, key.name == "self" { rest = rest.dropFirst() }
      try enter(component.range)
      element = try steps(rest, from: &elementType)
      leave()
      rest = []
    }
    // The type of the result is known only if it is not a collection.
    type = body.result == .list || body.result == .set ? .unknown : StaticType(kind: body.result)
    return .collectionOperator(body, element: element, range: component.range)
  }

  /// Refuses a collection operator that no library has. Foundation fails only in evaluation. So does a strict
  /// predicate, which gets a note.
  private mutating func unknownOperator(
    _ component: AST.KeyPath.Component
  ) throws(SyntaxError) -> EvaluationError {
    let suggestion = options.operator(near: component.name)
    guard options.isStrict else { throw options.unknownOperator(component, suggestion) }
    let failure = EvaluationError(
      .unknownCollectionOperator(component.name, suggestion: suggestion), at: component.range)
    products.note(FilterNote(.alwaysFails, "always an error: \(failure)", at: component.range))
    return failure
  }
}
