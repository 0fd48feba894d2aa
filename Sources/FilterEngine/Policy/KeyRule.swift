import FilterSyntax

/// The kind of the values of a key, and the operators for them.
struct KeyRule: Hashable, Sendable {
  /// The keys from the item to the value.
  let path: [Exact]

  /// The kind of its values; nil for any.
  let kind: FilterKind?

  /// The operators of the comparisons and computations that may read it.
  let operators: FilterPolicy.Names
}

extension FilterPolicy {
  /// Restricts a permitted key to some operators, and to comparisons with constants that fit a kind.
  ///
  /// ```swift
  /// try policy.restrict("owner.name", to: ["==", "BEGINSWITH"], kind: .string)
  /// ```
  ///
  /// A comparison that reads the key, or a key below it, may use these operators only, in its sides too. So neither
  /// `lowercase(owner.name) MATCHES 'a'` nor a variable leads around the restriction. The key can still be sorted by,
  /// and be written. Restrictions of the same key hold together.
  ///
  /// - Throws: The error of a key path that cannot be read.
  public mutating func restrict(
    _ keyPath: String, to operators: Names = .all, kind: FilterKind? = nil
  ) throws(SyntaxError) {
    let path = try KeyTree.keys(of: keyPath).map { Exact(wrappedValue: $0.name) }
    keyRules.append(KeyRule(path: path, kind: kind, operators: operators))
  }

  /// The kind that a restriction states for a key path; nil for any.
  package func kind(ofKeyPath keyPath: String) -> FilterKind? {
    guard let keys = try? KeyTree.keys(of: keyPath) else { return nil }
    return kind(of: keys.map { Exact(wrappedValue: $0.name) })
  }

  fileprivate func kind(of path: [Exact]) -> FilterKind? {
    keyRules.first { $0.path == path && $0.kind != nil }?.kind
  }
}

// Keys with restrictions.
extension PolicyCheck {
  /// Throws if a comparison of the tree, whose reads are given, uses a key as its restrictions do not permit.
  func checkRules(_ tree: AST.Predicate, _ reads: KeyReads) throws(SyntaxError) {
    guard !policy.keyRules.isEmpty else { return }
    let comparisons = tree.comparisons
    guard comparisons.count == reads.comparisons.count else {
      throw SyntaxError(.computedKeyOutsidePolicy, at: tree.range, in: text)
    }
    for (comparison, read) in zip(comparisons, reads.comparisons) {
      try check(OperatorUses(of: .comparison(comparison)), of: reads.reads[read.reads])
      try checkKinds(comparison)
    }
  }

  /// Throws if an expression uses a key as its restrictions do not permit.
  func checkRules(_ tree: AST.Expression, _ reads: KeyReads) throws(SyntaxError) {
    guard !policy.keyRules.isEmpty else { return }
    try check(OperatorUses(of: tree), of: reads.reads[...])
  }

  private func check(
    _ uses: OperatorUses, of reads: ArraySlice<KeyReads.Read>
  ) throws(SyntaxError) {
    for rule in policy.keyRules where reads.contains(where: { $0.path.starts(with: rule.path) }) {
      for (name, range) in uses.operators where !rule.operators.contains(name) {
        throw SyntaxError(.notPermitted(.operator, name), at: range, in: text)
      }
    }
  }

  /// Throws if a key of a known kind is compared with a constant that never fits it.
  private func checkKinds(_ node: AST.Comparison) throws(SyntaxError) {
    if node.quantifier != nil { return }
    if case .library = node.operator.family { return }
    let index = FilterLibraries.standard.index
    let (left, right) = (type(of: node.left), type(of: node.right))
    guard let leftKind = left.kind, let rightKind = right.kind,
      !index.canCompare(left, node.operator, right)
    else { return }
    throw SyntaxError(
      .incomparable(
        left: leftKind.rawValue, operator: node.operator.spelling, right: rightKind.rawValue),
      at: node.range, in: text)
  }

  /// The type of a constant, or of a key with a restriction.
  private func type(of side: AST.Expression) -> StaticType {
    switch side {
    case .literal(let node): return StaticType(kind: FilterValue(constant: node.value).kind)
    case .aggregate(let node):
      let kinds = Set(node.elements.map { type(of: $0).kind })
      return StaticType(kind: .list, elementKind: kinds.count == 1 ? kinds.first ?? nil : nil)
    case .keyPath(let node):
      guard case .selfReference = node.base, node.components.allSatisfy({ $0.kind == .key }) else {
        return .unknown
      }
      return StaticType(
        kind: policy.kind(of: node.components.map { Exact(wrappedValue: $0.name) }))
    default: return .unknown
    }
  }
}

/// The operators that a part of a tree uses, with their places.
private struct OperatorUses {
  private(set) var operators: [(name: String, range: SourceRange)] = []

  init(of tree: AST.Predicate) {
    // The visit does not throw.
    try? tree.visit(
      expressions: { (node) throws(SyntaxError) in add(node) },
      comparisons: { (node) throws(SyntaxError) in add(node) })
  }

  init(of tree: AST.Expression) {
    try? tree.visit(
      expressions: { (node) throws(SyntaxError) in add(node) },
      comparisons: { (node) throws(SyntaxError) in add(node) })
  }

  private mutating func add(_ node: AST.Comparison) {
    operators.append((node.operator.spelling, node.operatorRange))
  }

  private mutating func add(_ node: AST.Expression) {
    switch node {
    case .arithmetic(let node): operators.append((node.operator.spelling, node.range))
    case .minus(let node): operators.append(("-", node.range))
    case .setOperation(let node): operators.append((node.operator.rawValue, node.range))
    // The value of a variable could be compared elsewhere.
    case .assignment(let node): operators.append((":=", node.range))
    default: break
    }
  }
}
