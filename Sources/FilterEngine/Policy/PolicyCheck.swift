import FilterSyntax

/// Checks a tree against a policy.
struct PolicyCheck {
  let policy: FilterPolicy

  /// The text of the tree, for errors.
  let text: String

  /// Throws if a predicate is longer, larger or deeper than the policy permits, or if it reads a key or uses a
  /// feature that the policy does not permit.
  func check(_ tree: AST.Predicate) throws(SyntaxError) {
    try check(tree.measure(), tree.range)
    let reads = KeyReads(tree)
    try check(reads)
    try checkRules(tree, reads)
    let variables = Set(tree.usedVariables.map { ByteKey($0) })
    try tree.visit(
      expressions: { (node) throws(SyntaxError) in try check(node, variables) },
      comparisons: { (node) throws(SyntaxError) in try check(node) })
  }

  /// Checks an expression in the same way.
  func check(_ tree: AST.Expression) throws(SyntaxError) {
    try check(tree.measure(), tree.range)
    let reads = KeyReads(.reading(tree))
    try check(reads)
    try checkRules(tree, reads)
    let variables = Set(tree.usedVariables.map { ByteKey($0) })
    try tree.visit(
      expressions: { (node) throws(SyntaxError) in try check(node, variables) },
      comparisons: { (node) throws(SyntaxError) in try check(node) })
  }

  /// Throws if the text is longer than the policy permits. Called before the text is parsed.
  func checkLength() throws(SyntaxError) {
    guard text.utf8.count <= policy.maximumLength else {
      throw error(
        .tooLong(limit: policy.maximumLength), at: SourceRange(0, text.utf8.count))
    }
  }

  private func check(
    _ size: (height: Int, nodes: Int), _ range: SourceRange
  ) throws(SyntaxError) {
    guard size.height <= policy.maximumDepth else {
      throw error(.tooDeep(limit: policy.maximumDepth), at: range)
    }
    guard size.nodes <= policy.maximumNodes else {
      throw error(.tooManyNodes(limit: policy.maximumNodes), at: range)
    }
  }

  @inline(never)
  private func error(_ kind: SyntaxError.Kind, at range: SourceRange) -> SyntaxError {
    SyntaxError(kind, at: range, in: text)
  }

  // MARK: - Keys

  private func check(_ reads: KeyReads) throws(SyntaxError) {
    for read in reads.reads {
      do throws(SyntaxError) {
        try check(read)
      } catch {
        guard case .valueOutsidePolicy = error.kind, reads.computed.contains(read.range) else {
          throw error
        }
        throw self.error(.computedKeyOutsidePolicy, at: read.range)
      }
    }
  }

  /// Throws if a read needs more than the policy permits.
  func check(_ read: KeyReads.Read) throws(SyntaxError) {
    var keys = policy.keys
    for (index, key) in read.path.enumerated() {
      if keys.isWhole { return }
      guard let next = keys.children[key.wrappedValue] else {
        let step = index - (read.path.count - read.steps.count)
        throw unknownKey(
          key.wrappedValue, among: keys.names, at: step < 0 ? read.range : read.steps[step])
      }
      keys = next
    }
    if keys.isWhole { return }
    switch read.extent {
    case .way: return
    case .shape where !read.path.isEmpty: return
    case .shape, .whole:
      let components = read.path.map { AST.KeyPath.Component(.key, $0.wrappedValue) }
      let path =
        components.isEmpty ? nil : AST.Expression.keyPath(AST.KeyPath(components)).sourceText
      throw error(.valueOutsidePolicy(path), at: read.range)
    }
  }

  /// A hidden key and a missing one have the same error.
  private func unknownKey(
    _ key: String, among names: [String], at range: SourceRange
  ) -> SyntaxError {
    let suggestion = EditDistance.nearest(to: key, in: names)
    var error = error(.keyOutsidePolicy(key, suggestion: suggestion), at: range)
    error.fix = suggestion.flatMap {
      error.replacing(AST.KeyPath.Component(.key, key, range: range), by: $0)
    }
    return error
  }

  // MARK: - Everything else

  private func check(
    _ node: AST.Expression, _ variables: Set<ByteKey>
  ) throws(SyntaxError) {
    switch node {
    case .anyKey(let node) where !policy.keys.isWhole:
      throw error(.computedKeyOutsidePolicy, at: node.range)
    case .variable(let node): try check(variable: node.name, variables, node.range)
    case .keyPath(let node):
      for component in node.components { try check(component, variables) }
    case .call(let node):
      guard policy.permits(function: node.selector) else {
        throw error(.notPermitted(.function, node.selector), at: node.range)
      }
      if node.selector == "castObject:toType:", let type = node.arguments.last {
        try check(type: type)
      }
    case .message(let node):
      try permit(policy.functions, .function, node.selector, node.selectorRange)
    case .cast(let node): try check(type: node.type)
    case .arithmetic(let node):
      try permit(policy.operators, .operator, node.operator.spelling, node.range)
    case .minus(let node): try permit(policy.operators, .operator, "-", node.range)
    case .setOperation(let node):
      try permit(policy.operators, .operator, node.operator.rawValue, node.range)
    case .assignment(let node):
      if !policy.allowsAssignments { throw error(.notPermitted(.operator, ":="), at: node.range) }
      if policy.variablesOfAlways.contains(ByteKey(node.variable.name)) {
        throw error(.notPermitted(.variable, node.variable.name), at: node.range)
      }
    case .literal, .selfReference, .anyKey, .argument, .subscript, .aggregate, .ternary, .subquery:
      break
    }
  }

  private func check(_ node: AST.Comparison) throws(SyntaxError) {
    guard policy.permits(node.operator) else {
      throw error(.notPermitted(.operator, node.operator.spelling), at: node.operatorRange)
    }
  }

  private func check(
    _ component: AST.KeyPath.Component, _ variables: Set<ByteKey>
  ) throws(SyntaxError) {
    switch component.kind {
    case .collectionOperator:
      try permit(
        policy.collectionOperators, .collectionOperator, component.name, component.range)
    case .variable: try check(variable: component.name, variables, component.range)
    case .key, .argument: return
    }
  }

  private func check(
    variable name: String, _ outside: Set<ByteKey>, _ range: SourceRange
  ) throws(SyntaxError) {
    guard outside.contains(ByteKey(name)) else { return }
    try permit(policy.variables, .variable, name, range)
  }

  private func check(type: AST.Expression) throws(SyntaxError) {
    if case .all = policy.casts { return }
    guard case .literal(let literal) = type, case .text(let name) = literal.value else {
      throw error(.notPermitted(.cast, type.sourceText), at: type.range)
    }
    try permit(policy.casts, .cast, name, type.range)
  }

  @inline(never)
  private func permit(
    _ names: FilterPolicy.Names, _ feature: SyntaxError.Feature, _ name: String,
    _ range: SourceRange
  ) throws(SyntaxError) {
    guard !names.contains(name) else { return }
    throw error(.notPermitted(feature, name), at: range)
  }

  // MARK: - Names

  /// Throws if the policy permits a name that nothing has, such as `lowercase` for `lowercase:`: it would refuse what
  /// it is meant to permit.
  func checkNames(_ libraries: LibraryIndex) throws(SyntaxError) {
    try check(policy.functions, .function, libraries.selectors)
    try check(policy.operators, .operator, Self.operators + libraries.wordOperatorNames)
    try check(
      policy.collectionOperators, .collectionOperator, libraries.collectionOperatorNames)
    try check(policy.casts, .cast, libraries.castNames)
  }

  /// The operators of the language in their printed form.
  static let operators =
    AST.Comparison.Operator.ofLanguage.map(\.spelling)
    + AST.Arithmetic.Operator.allCases.map(\.spelling)
    + AST.SetOperation.Operator.allCases.map(\.rawValue)

  private func check(
    _ names: FilterPolicy.Names, _ feature: SyntaxError.Feature,
    _ known: @autoclosure () -> [String]
  ) throws(SyntaxError) {
    guard case .only(let names) = names, !names.isEmpty else { return }
    let known = known()
    let all = Set(known.map { ByteKey($0) })
    guard let name = names.sorted().first(where: { !all.contains(ByteKey($0)) }) else { return }
    let suggestion =
      known.first { $0 == name + ":" } ?? EditDistance.nearest(to: name, in: known)
    throw error(.unknownPermission(feature, name, suggestion: suggestion), at: .none)
  }
}
