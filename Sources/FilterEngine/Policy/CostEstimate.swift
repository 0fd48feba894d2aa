import FilterSyntax

/// Estimates, from the tree alone, the greatest number of steps that an evaluation can take.
///
/// Each form is charged at least the steps of its evaluation. All forms are charged, even if a connective or a
/// branch skips them. The cost of a subquery's predicate is convex in the size of the element. So the estimate
/// assumes one element with all values of the collection, and for each value one element of size one, which
/// together cost at least as much as the actual elements.
struct CostEstimate {
  let policy: FilterPolicy
  let layout: RowLayout

  /// The names that a library other than the standard one has.
  let libraryNames: Set<ByteKey>

  /// The origins of the variables that the filter binds, so far.
  var assigned: [ByteKey: CostBound] = [:]

  /// The elements of the subqueries around the current node.
  var bound: [(name: String, value: CostBound)] = []

  /// The predicates that have been looked at: each once in each pass, and twice in each subquery around it.
  private var visits = 0
  private static let maximumVisits = 1_000_000

  /// Each level of subqueries doubles the work of the estimate.
  private static let deepestSubquery = 6

  /// The number of passes over variables. If their bounds still change after these, their values can have any
  /// size.
  private static let passes = 4

  init(_ policy: FilterPolicy, _ layout: RowLayout, _ libraries: FilterLibraries) {
    self.policy = policy
    self.layout = layout
    var names: Set<ByteKey> = []
    for library in libraries.libraries where library.name != FilterLibrary.standard.name {
      names.formUnion(library.functions.map { ByteKey($0.selector) })
      names.formUnion(library.operators.map { ByteKey($0.word.uppercased()) })
      names.formUnion(library.operators.map { ByteKey($0.word) })
      names.formUnion(library.collectionOperators.map { ByteKey($0.name) })
      names.formUnion(library.casts.map { ByteKey($0.type) })
      names.formUnion(library.methods.map { ByteKey($0.selector) })
      names.formUnion(library.leafKeys.map { ByteKey($0.key) })
    }
    libraryNames = names
  }

  /// The steps of an evaluation of a predicate; `Int.max` if they have no bound.
  mutating func steps(of tree: AST.Predicate) -> Int {
    for _ in 0..<Self.passes {
      let before = assigned
      let steps = cost(of: tree)
      if assigned == before { return steps }
    }
    return .max
  }

  /// A bound for an item, and for everything that is read from it.
  var item: CostBound {
    CostBound(values: max(policy.sizes.values, 1), bytes: max(policy.sizes.bytes, 0))
  }

  // MARK: - Predicates

  private mutating func cost(of tree: AST.Predicate) -> Int {
    visits += 1
    // A tree that takes so long to estimate is refused.
    if visits > Self.maximumVisits { return .max }
    return switch tree {
    case .literal: 0
    case .not(let node): cost(of: node.operand)
    case .compound(let node): cost(of: node.operands)
    case .comparison(let node): cost(of: node)
    }
  }

  private mutating func cost(of operands: [AST.Predicate]) -> Int {
    var steps = 0
    for operand in operands { steps = steps.plus(cost(of: operand)) }
    return steps
  }

  /// The steps of a call of a library other than the standard one; nil if they are not known.
  func libraryCost(_ name: String) -> Int? { policy.libraryCosts[name] }

  /// Whether a library other than the standard one has the name.
  func isOfLibrary(_ name: String) -> Bool { libraryNames.contains(ByteKey(name)) }

  // MARK: - Expressions

  mutating func cost(of node: AST.Expression) -> (steps: Int, value: CostBound) {
    switch node {
    case .literal(let node): return (0, Self.bound(of: node))
    case .selfReference: return (0, item)
    case .anyKey, .argument: return (0, .scalar)
    case .variable(let node): return (0, value(of: node.name))
    case .keyPath(let node): return cost(of: node)
    case .subscript(let node): return cost(of: node)
    case .aggregate(let node):
      let (steps, value) = cost(of: node.elements)
      return (steps.plus(value.size), value)
    case .call(let node): return calling(node.selector, node.arguments)
    case .message(let node): return calling(node.selector, [node.receiver] + node.arguments)
    case .cast(let node):
      if case .literal(let literal) = node.type, case .text(let name) = literal.value {
        return calling(name, [node.operand, node.type])
      }
      return calling("NSString", [node.operand, node.type], isUnknown: !libraryNames.isEmpty)
    case .ternary(let node):
      let condition = cost(of: node.condition)
      let (yes, first) = cost(of: node.whenTrue)
      let (no, second) = cost(of: node.whenFalse)
      return (condition.plus(yes).plus(no), first.merged(with: second))
    case .subquery(let node): return cost(of: node)
    case .arithmetic(let node):
      return (cost(of: node.left).steps.plus(cost(of: node.right).steps), .scalar)
    case .minus(let node): return (cost(of: node.operand).steps, .scalar)
    case .setOperation(let node):
      let (steps, value) = cost(of: [node.left, node.right])
      return (steps.plus(value.size.times(2)), value)
    case .assignment(let node):
      let (steps, value) = cost(of: node.value)
      let name = ByteKey(node.variable.name)
      assigned[name] = assigned[name]?.merged(with: value) ?? value
      return (steps, value)
    }
  }

  private static func bound(of node: AST.Literal) -> CostBound {
    let value = FilterValue(constant: node.value)
    if case .string(let text) = value { return CostBound(values: 1, bytes: text.utf8.count) }
    if case .wide(let number) = value {
      return CostBound(values: 1, bytes: number.description.utf8.count)
    }
    // The size counts 32 bytes of text as one more value.
    let size = value.measure.size
    return CostBound(values: size, bytes: size == 1 ? 0 : size.times(32))
  }

  private func value(of variable: String) -> CostBound {
    let outer = bound.last { $0.name.hasSameBytes(as: variable) }?.value
    let own = assigned[ByteKey(variable)]
    guard let value = outer ?? own else { return item }
    // A variable that is read before the filter binds it has the application's value.
    return own.map { value.merged(with: $0).merged(with: item) } ?? value
  }

  /// The steps of all expressions, and the bound of a list of them.
  private mutating func cost(of nodes: [AST.Expression]) -> (steps: Int, value: CostBound) {
    var steps = 0
    var list = CostBound.scalar
    for node in nodes {
      let (own, value) = cost(of: node)
      steps = steps.plus(own)
      list = list.joined(with: value)
    }
    return (steps, list)
  }

  private mutating func calling(
    _ name: String, _ arguments: [AST.Expression], isUnknown: Bool = false
  ) -> (steps: Int, value: CostBound) {
    let (operands, all) = cost(of: arguments)
    var steps = operands
    if isUnknown { return (.max, all) }
    if isOfLibrary(name) {
      let own = libraryCost(name) ?? .max
      return (steps.plus(own), CostBound(values: own, bytes: own.times(32)))
    }
    let standard = FilterLibraries.standard.index
    let function = standard.function(name)
    let kind = function?.result ?? standard.message(name)?.result ?? standard.cast(name)?.result
    var result = all.asTexts
    switch name {
    case _ where kind.map(Self.isScalar) ?? false: result = .scalar
    // Joined texts, a text at each position of another, the parts of a text.
    case "stringByAppendingString:", "concat:": result.bytes = all.bytes.times(arguments.count)
    case "stringByReplacingOccurrencesOfString:withString:", "replace:":
      result.bytes = all.bytes.plus(1).times(all.bytes.plus(1))
    case "componentsSeparatedByString:", "split:":
      result.values = all.bytes.plus(1).plus(all.values)
    case "version:": result.bytes = all.bytes.times(2).plus(2)
    case _ where FilterPolicy.searchesPattern(name) && arguments.count > 1:
      steps = steps.plus(match(of: all, arguments[1], all))
    default: break
    }
    return (steps.plus(all.size.times(3)).plus(result.size), result)
  }

  private mutating func cost(of node: AST.Subscript) -> (steps: Int, value: CostBound) {
    let (steps, base) = cost(of: node.base)
    guard case .expression(let index) = node.index else { return (steps, base) }
    let (own, value) = cost(of: index)
    return (steps.plus(own).plus(value.size), base)
  }

  private mutating func cost(of node: AST.Subquery) -> (steps: Int, value: CostBound) {
    let (steps, collection) = cost(of: node.collection)
    guard bound.count < Self.deepestSubquery else { return (.max, collection) }
    var costs: [Int] = []
    for values in [collection.values, 1] {
      let element = CostBound(values: values, bytes: collection.bytes)
      bound.append((node.variable.name, element))
      costs.append(cost(of: node.predicate))
      bound.removeLast()
    }
    // An element takes a step, and its share of the connectives of the predicate.
    let connectives = node.predicate.measure().nodes / 8
    let all = costs[0].plus(collection.values.times(costs[1].plus(1 + connectives)))
    return (steps.plus(all).plus(collection.size), collection)
  }
}
