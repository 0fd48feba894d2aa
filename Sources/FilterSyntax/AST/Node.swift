/// An expression or a predicate.
///
/// Code that walks whole trees uses a list of nodes instead of recursion, so that the stack
/// does not grow with a tree.
enum Node {
  case expression(AST.Expression)
  case predicate(AST.Predicate)

  /// The data of a node without its children.
  enum Shape: Hashable {
    case literal(AST.Constant)
    case selfReference
    case anyKey
    case variable(Exact)
    case argument(Int, Exact)
    case keyPath([AST.KeyPath.Component])
    case `subscript`(place: Int, bindsToLastStep: Bool)
    case aggregate(Int)
    case call(Exact, Int)
    case message(Exact, Int)
    case cast
    case ternary
    case subquery(Exact)
    case arithmetic(AST.Arithmetic.Operator)
    case minus
    case setOperation(AST.SetOperation.Operator)
    case assignment(Exact)
    case booleanLiteral(Bool)
    case comparison(
      AST.Comparison.Quantifier?, AST.Comparison.Operator, AST.Comparison.Options)
    case compound(AST.Compound.Connective, Int)
    case not
  }

  /// The data of the node; its children are appended to `children`.
  func shape(_ children: inout [Node]) -> Shape {
    _ = forEachChild {
      children.append($0)
      return true
    }
    return switch self {
    case .expression(let expression): expression.shape
    case .predicate(let predicate): predicate.shape
    }
  }

  /// Whether the tree is at most `height` high and has at most `nodes` nodes. Subtracts its nodes from `nodes`.
  ///
  /// Recurses at most `height` levels deep.
  @inline(never)
  func isWithin(height: Int, nodes: inout Int) -> Bool {
    nodes -= 1
    guard height >= 0, nodes >= 0 else { return false }
    switch self {
    case .expression(.literal(let node)): return node.value.elements.isEmpty
    case .expression(.selfReference): return true
    default: return forEachChild { $0.isWithin(height: height - 1, nodes: &nodes) }
    }
  }

  /// How deep the tree is and how many nodes it has, a constant's elements included.
  func measure() -> (height: Int, nodes: Int) {
    var level = [self]
    var height = -1
    var nodes = 0
    while !level.isEmpty {
      height += 1
      nodes += level.count
      var next: [Node] = []
      for node in level {
        switch node.shape(&next) {
        case .literal(let constant): next += constant.elements
        case .keyPath:
          // The implicit `SELF` of a path is a level of the tree, but does not count as a node.
          if case .expression(.selfReference)? = next.last { nodes -= 1 }
        default: break
        }
      }
      level = next
    }
    return (height, nodes)
  }
}

extension AST.Constant {
  fileprivate var elements: [Node] {
    let constants: [AST.Constant]
    switch self {
    case .list(let values), .set(let values): constants = values
    case .map(let members): constants = members.map(\.value)
    default: return []
    }
    return constants.map { .expression(.literal(AST.Literal($0))) }
  }
}

extension AST.Expression {
  fileprivate var shape: Node.Shape {
    switch self {
    case .literal(let node): .literal(node.value)
    case .selfReference: .selfReference
    case .anyKey: .anyKey
    case .variable(let node): .variable(Exact(wrappedValue: node.name))
    case .argument(let node): .argument(node.index, Exact(wrappedValue: node.conversion))
    case .keyPath(let node): .keyPath(node.components)
    case .subscript(let node): node.shape
    case .aggregate(let node): .aggregate(node.elements.count)
    case .call(let node): .call(Exact(wrappedValue: node.selector), node.arguments.count)
    case .message(let node): .message(Exact(wrappedValue: node.selector), node.arguments.count)
    case .cast: .cast
    case .ternary: .ternary
    case .subquery(let node): .subquery(Exact(wrappedValue: node.variable.name))
    case .arithmetic(let node): .arithmetic(node.operator)
    case .minus: .minus
    case .setOperation(let node): .setOperation(node.operator)
    case .assignment(let node): .assignment(Exact(wrappedValue: node.variable.name))
    }
  }
}

extension AST.Subscript {
  fileprivate var shape: Node.Shape {
    let place =
      switch index {
      case .first: 0
      case .last: 1
      case .size: 2
      case .expression: 3
      }
    return .subscript(place: place, bindsToLastStep: bindsToLastStep)
  }
}

extension AST.Predicate {
  fileprivate var shape: Node.Shape {
    switch self {
    case .literal(let node): .booleanLiteral(node.value)
    case .comparison(let node): .comparison(node.quantifier, node.operator, node.options)
    case .compound(let node): .compound(node.connective, node.operands.count)
    case .not: .not
    }
  }
}
