/// One pass over a tree that finds what it reads.
///
/// Uses a list of tasks instead of recursion, so that the stack does not grow with a tree.
struct KeyWalk {
  private enum Task {
    case enter(Node)
    case leave(Node, children: Int)
    case bind(Exact)
    case unbind
  }

  var reads: KeyReads

  /// The origins of the variables that `:=` binds, anywhere in the tree.
  private(set) var assigned: [Exact: KeyOrigin]

  /// Whether this is the last pass, although the origins of the variables still change.
  private let isLast: Bool

  private var tasks: [Task] = []
  private var origins: [KeyOrigin] = []

  /// The elements of the subqueries around the current node.
  private var bound: [(name: Exact, origin: KeyOrigin)] = []

  /// The number of expressions around the current node.
  private var expressionDepth = 0

  /// The origin of the subqueries of the current comparison.
  private var subqueries = KeyOrigin()

  init(_ reads: KeyReads, assigned: [Exact: KeyOrigin], isLast: Bool) {
    self.reads = reads
    self.assigned = assigned
    self.isLast = isLast
  }

  mutating func run(_ root: Node) {
    // The bound value is then read as a whole, with every path below it.
    if isLast { assigned = [:] }
    tasks.append(.enter(root))
    while let task = tasks.popLast() {
      switch task {
      case .enter(let node):
        if case .expression = node { expressionDepth += 1 }
        enter(node)
      case .leave(let node, let count):
        let parts = Array(origins.suffix(count))
        origins.removeLast(count)
        if case .expression = node { expressionDepth -= 1 }
        origins.append(limited(origin(of: node, parts), node.range))
      case .bind(let name): bound.append((name, KeyOrigin(paths: origins.last?.paths ?? [])))
      case .unbind: bound.removeLast()
      }
    }
  }

  private mutating func enter(_ node: Node) {
    if case .expression(.subquery(let subquery)) = node {
      tasks += [
        .leave(node, children: 2), .unbind, .enter(.predicate(subquery.predicate)),
        .bind(Exact(wrappedValue: subquery.variable.name)),
        .enter(.expression(subquery.collection)),
      ]
      return
    }
    if case .expression(.keyPath(let path)) = node, case .selfReference = path.base {
      origins.append(.item)
      tasks.append(.leave(node, children: 1))
      return
    }
    var children: [Node] = []
    _ = node.shape(&children)
    tasks.append(.leave(node, children: children.count))
    tasks += children.reversed().map { .enter($0) }
  }

  /// Reads an origin of too many paths as a whole. It has no paths after that.
  private mutating func limited(_ origin: KeyOrigin, _ range: SourceRange) -> KeyOrigin {
    guard origin.paths.count > KeyOrigin.most else { return origin }
    readWhole(origin, range)
    return KeyOrigin(isList: origin.isList)
  }

  // MARK: - Reads

  @inline(never)
  mutating func read(
    _ origin: KeyOrigin, _ extent: KeyReads.Read.Extent, _ range: SourceRange,
    steps: [SourceRange] = []
  ) {
    for path in origin.paths {
      reads.reads.append(
        KeyReads.Read(path: path, extent: extent, range: range, steps: steps))
    }
  }

  mutating func readWhole(_ origin: KeyOrigin, _ range: SourceRange) {
    read(origin, .whole, range)
  }

  /// Notes a key that is known only when a row is read.
  mutating func readAny(_ origin: KeyOrigin, _ range: SourceRange) {
    guard !origin.paths.isEmpty else { return }
    readWhole(origin, range)
    reads.computed.append(range)
  }

  /// Lists the paths of an origin that the text does not spell out.
  mutating func list(_ origin: KeyOrigin) {
    for path in origin.paths where !path.isEmpty {
      let components = path.map { AST.KeyPath.Component(.key, $0.wrappedValue) }
      reads.add(AST.Expression.keyPath(AST.KeyPath(components)).sourceText)
    }
  }

  // MARK: - Nodes

  private mutating func origin(of node: Node, _ parts: [KeyOrigin]) -> KeyOrigin {
    switch node {
    case .expression(let expression): return origin(of: expression, parts)
    case .predicate(.comparison(let comparison)):
      compare(comparison, parts)
      return KeyOrigin()
    case .predicate: return KeyOrigin()
    }
  }

  private mutating func compare(_ node: AST.Comparison, _ parts: [KeyOrigin]) {
    let isNilTest =
      node.quantifier == nil && (node.operator == .equal || node.operator == .notEqual)
      && (node.left.isNil || node.right.isNil)
    read(parts[0], isNilTest ? .shape : .whole, node.left.range)
    read(parts[1], isNilTest ? .shape : .whole, node.right.range)
    guard expressionDepth == 0 else { return }
    let start = reads.comparisons.last?.reads.upperBound ?? 0
    reads.comparisons.append(
      KeyReads.Comparison(
        left: parts[0].paths, right: parts[1].paths, subqueries: subqueries.paths,
        reads: start..<reads.reads.count))
    subqueries = KeyOrigin()
  }

  private mutating func origin(of node: AST.Expression, _ parts: [KeyOrigin]) -> KeyOrigin {
    switch node {
    case .literal, .argument: return KeyOrigin()
    case .anyKey(let node):
      reads.computed.append(node.range)
      return KeyOrigin()
    case .selfReference:
      reads.add(node.description)
      return .item
    case .variable(let node): return origin(of: Exact(wrappedValue: node.name))
    case .keyPath(let node): return origin(of: node, parts[0])
    case .subscript(let node): return origin(of: node, parts)
    case .aggregate(let node):
      // Making the list measures its elements, hidden parts among them.
      for (part, element) in zip(parts, node.elements) { readWhole(part, element.range) }
      return union(parts, isList: true)
    case .call(let node): return calling(parts, node.arguments, node.selector, node.range)
    case .message(let node):
      return calling(parts, [node.receiver] + node.arguments, node.selector, node.range)
    case .cast(let node):
      readWhole(parts[0], node.operand.range)
      readWhole(parts[1], node.type.range)
      return parts[0]
    case .ternary: return union(Array(parts[1...]), isList: parts[1].isList && parts[2].isList)
    case .subquery:
      if bound.isEmpty { subqueries.merge(parts[0]) }
      return KeyOrigin(paths: parts[0].paths, isList: true)
    case .arithmetic(let node):
      readWhole(parts[0], node.left.range)
      readWhole(parts[1], node.right.range)
      return KeyOrigin()
    case .minus(let node):
      readWhole(parts[0], node.operand.range)
      return KeyOrigin()
    case .setOperation(let node):
      readWhole(parts[0], node.left.range)
      readWhole(parts[1], node.right.range)
      return union(parts, isList: true)
    case .assignment(let node):
      assign(parts[0], to: Exact(wrappedValue: node.variable.name), node.range)
      return parts[0]
    }
  }

  private mutating func assign(
    _ origin: KeyOrigin, to name: Exact, _ range: SourceRange
  ) {
    var all = assigned[name] ?? KeyOrigin()
    all.merge(origin)
    if isLast || all.paths.count > KeyOrigin.most {
      readWhole(origin, range)
    } else {
      assigned[name] = all
    }
  }

  func union(_ parts: [KeyOrigin], isList: Bool) -> KeyOrigin {
    var result = KeyOrigin()
    for part in parts { result.merge(part) }
    result.isList = isList
    return result
  }

  func origin(of variable: Exact) -> KeyOrigin {
    var result = bound.last { $0.name == variable }?.origin ?? KeyOrigin()
    if let other = assigned[variable] { result.merge(other) }
    return result
  }
}

extension Node {
  fileprivate var range: SourceRange {
    switch self {
    case .expression(let node): node.range
    case .predicate(let node): node.range
    }
  }
}

extension AST.Expression {
  fileprivate var isNil: Bool {
    if case .literal(let node) = self { node.value == .null } else { false }
  }
}
