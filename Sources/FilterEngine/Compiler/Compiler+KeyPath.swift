import FilterSyntax

extension Compiler {
  /// `owner.name`, `$x.tags.@count`
  mutating func compile(_ node: AST.KeyPath) throws(SyntaxError) -> CompiledExpression {
    if case .selfReference = node.base, case .fields = layout.storage {
      return try compileTyped(node)
    }
    let base = try compile(node.base)
    var result = try goingOn(from: base, node.components[...], node.range)
    if case .items(let items)? = base.typed {
      result.computed = typed(items, node.components[...])
    }
    return result
  }

  /// A key path of an item whose keys are known: as far as structs lie in place, so does the field.
  private mutating func compileTyped(_ node: AST.KeyPath) throws(SyntaxError) -> CompiledExpression
  {
    guard let first = node.components.first, first.kind == .key else {
      return try goingOn(from: compile(node.base), node.components[...], node.range)
    }
    guard var field = layout.field(first.name) else {
      throw unknownKey(first, of: layout)
    }
    var rest = node.components.dropFirst()
    while let next = rest.first, next.kind == .key, field.type.isInPlace,
      let members = field.type.members
    {
      guard let inner = members.rowLayout.field(next.name) else {
        throw unknownKey(next, of: members.rowLayout)
      }
      guard let nested = field.nesting(inner) else { break }
      field = nested
      rest = rest.dropFirst()
    }
    noteSize(of: field)
    let (read, range) = (field.read, node.range)
    var base = CompiledExpression(type: StaticType(field.type), field: field) { row, _ in read(row)
    }
    if field.type.mayNest {
      base = CompiledExpression(type: base.type, field: field) { row, run throws(EvaluationError) in
        try run.made(run.checked(read(row), at: range), at: range)
      }
    } else if base.type.isCollection {
      base = CompiledExpression(type: base.type, field: field) { row, run throws(EvaluationError) in
        try run.made(read(row), at: range)
      }
    }
    var result = try goingOn(from: base, rest, node.range)
    if !rest.isEmpty { result.computed = typed(field, rest) }
    if rest.count == 1, let read = dictionaryReader(field, rest) {
      result = CompiledExpression(type: result.type) { row, run throws(EvaluationError) in
        try run.checked(read(row), at: range)
      }
    }
    if rest.count == 1, rest.first?.kind == .collectionOperator, rest.first?.name == "count",
      case .array = field.type.storage.wrapper
    {
      result.countedField = field
    }
    return result
  }

  /// Keeps a field whose values differ in size.
  mutating func noteSize(of field: FieldAccess) {
    if let size = FieldSize(field, isMatched: isMatching) { sizes.append(size) }
  }

  func unknownKey(_ component: AST.KeyPath.Component, of layout: RowLayout) -> SyntaxError {
    error(
      .unknownKey(
        component.name, of: layout.typeName,
        suggestion: EditDistance.nearest(to: component.name, in: layout.keys)),
      at: component.range)
  }

  /// The steps of a path from the value of `base`.
  private mutating func goingOn(
    from base: CompiledExpression, _ components: ArraySlice<AST.KeyPath.Component>,
    _ range: SourceRange
  ) throws(SyntaxError) -> CompiledExpression {
    guard !components.isEmpty else { return base }
    var type = base.type
    // What follows an operator is gone through inside it, so operators nest.
    let depth = components.count { $0.kind == .collectionOperator }
    guard depth <= SyntaxLimits.maximumDepth else {
      throw error(.tooDeep(limit: SyntaxLimits.maximumDepth), at: range)
    }
    let steps = try withRoom((height: depth, nodes: 0), range) { (compiler) throws(SyntaxError) in
      try compiler.steps(components, from: &type)
    }
    let (evaluator, libraries) = (base.evaluator, libraries)
    let isConstant =
      base.isConstant && !components.contains { $0.kind == .variable }
    let result = Self.walk(evaluator, steps, libraries, type)
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

  /// The steps of `components`; `type` is what is known of the value before and after them.
  private mutating func steps(
    _ components: ArraySlice<AST.KeyPath.Component>, from type: inout StaticType
  ) throws(SyntaxError) -> [PathStep] {
    var steps: [PathStep] = []
    var rest = components
    while let component = rest.popFirst() {
      switch component.kind {
      case .key:
        try check(component, &type)
        steps.append(.key(keyStep(component)))
      case .variable:
        steps.append(
          .variable(
            slot: slot(of: component.name), name: component.name, range: component.range))
        type = .unknown
      case .argument:
        throw error(.message("no argument for '%K'"), at: component.range)
      case .collectionOperator:
        steps.append(try collectionOperator(component, &rest, &type))
      }
    }
    return steps
  }

  private mutating func keyStep(_ component: AST.KeyPath.Component) -> KeyStep {
    placeCount += 1
    return KeyStep(
      key: component.name, range: component.range, leaf: libraries.leafKey(component.name),
      place: placeCount)
  }

  /// What a key makes of a type; for a typed item an unknown key is an error already.
  private func check(
    _ component: AST.KeyPath.Component, _ type: inout StaticType
  ) throws(SyntaxError) {
    let isMapped = type.isCollection
    let kind = isMapped ? type.elementKind : type.kind
    var result = StaticType.unknown
    if let members = type.members, kind == .object {
      guard let field = members.rowLayout.field(component.name) else {
        throw unknownKey(component, of: members.rowLayout)
      }
      result = StaticType(field.type)
    } else if let kind, kind != .object, kind != .list, kind != .set, kind != .null, layout.isTyped
    {
      guard let leaf = libraries.leafKey(component.name), leaf.kinds.contains(kind) else {
        throw error(
          .unknownKey(
            component.name, of: kind.rawValue,
            suggestion: EditDistance.nearest(
              to: component.name, in: libraries.leafKeyNames(of: kind))),
          at: component.range)
      }
      result = StaticType(kind: leaf.result)
    }
    type =
      isMapped
      ? StaticType(kind: type.kind, members: result.members, elementKind: result.kind) : result
  }

  /// `@sum` with the rest of the path, `@count` alone.
  private mutating func collectionOperator(
    _ component: AST.KeyPath.Component, _ rest: inout ArraySlice<AST.KeyPath.Component>,
    _ type: inout StaticType
  ) throws(SyntaxError) -> PathStep {
    guard let body = libraries.collectionOperator(component.name) else {
      rest = []
      let suggestion = EditDistance.nearest(
        to: component.name, in: libraries.collectionOperatorNames)
      type = .unknown
      return .failure(
        EvaluationError(
          .unknownName,
          "there is no collection operator @\(component.name.shown)"
            + (suggestion.map { "; did you mean @\($0)?" } ?? ""),
          at: component.range))
    }
    if isStrict, body.isExtension {
      throw error(
        .notPortable(feature: "@\(component.name)", instead: nil), at: component.range)
    }
    if layout.isTyped, let kind = type.kind, kind != .null, !type.isCollection, kind != .object {
      throw error(
        .message("@\(component.name) takes a list or set, and this is always \(kind.phrase)"),
        at: component.range)
    }
    var element: [PathStep] = []
    var elementType = StaticType(kind: type.elementKind, members: type.members)
    if body.keyUse == .oneKey {
      guard let key = rest.first else {
        type = .unknown
        return .failure(
          EvaluationError(
            .unsupported,
            "@\(component.name) needs a key after it, such as @\(component.name).price",
            at: component.range))
      }
      // `self` after an operator is the element itself.
      if key.kind == .key, key.name == "self" { rest = rest.dropFirst() }
      try enter(component.range)
      element = try steps(rest, from: &elementType)
      leave()
      rest = []
    }
    // What an operator makes of its elements is known only where it makes no list of them.
    type = body.result == .list || body.result == .set ? .unknown : StaticType(kind: body.result)
    return .collectionOperator(body, element: element, range: component.range)
  }
}
