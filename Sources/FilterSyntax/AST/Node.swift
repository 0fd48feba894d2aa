/// A node of either sort.
///
/// What goes through whole trees uses a list of nodes instead of calling itself, so that the stack
/// does not grow with a tree.
enum Node {
  case expression(AST.Expression)
  case predicate(AST.Predicate)

  /// What a node is, apart from its children.
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

  /// What the node is; its children are appended to `children`.
  func shape(_ children: inout [Node]) -> Shape {
    switch self {
    case .expression(let expression): expression.shape(&children)
    case .predicate(let predicate): predicate.shape(&children)
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
          // The item that a path begins at is not written: a level of the tree, and no node of it.
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
  fileprivate func shape(_ children: inout [Node]) -> Node.Shape {
    switch self {
    case .literal(let node): return .literal(node.value)
    case .selfReference: return .selfReference
    case .anyKey: return .anyKey
    case .variable(let node): return .variable(Exact(wrappedValue: node.name))
    case .argument(let node):
      return .argument(node.index, Exact(wrappedValue: node.conversion))
    case .keyPath(let node):
      children.append(.expression(node.base))
      return .keyPath(node.components)
    case .subscript(let node): return node.shape(&children)
    case .aggregate(let node):
      for element in node.elements { children.append(.expression(element)) }
      return .aggregate(node.elements.count)
    case .call(let node):
      for argument in node.arguments { children.append(.expression(argument)) }
      return .call(Exact(wrappedValue: node.selector), node.arguments.count)
    case .message(let node):
      children.append(.expression(node.receiver))
      for argument in node.arguments { children.append(.expression(argument)) }
      return .message(Exact(wrappedValue: node.selector), node.arguments.count)
    case .cast(let node):
      children += [.expression(node.operand), .expression(node.type)]
      return .cast
    case .ternary(let node):
      children += [
        .predicate(node.condition), .expression(node.whenTrue), .expression(node.whenFalse),
      ]
      return .ternary
    case .subquery(let node):
      children += [.expression(node.collection), .predicate(node.predicate)]
      return .subquery(Exact(wrappedValue: node.variable.name))
    case .arithmetic(let node):
      children += [.expression(node.left), .expression(node.right)]
      return .arithmetic(node.operator)
    case .minus(let node):
      children.append(.expression(node.operand))
      return .minus
    case .setOperation(let node):
      children += [.expression(node.left), .expression(node.right)]
      return .setOperation(node.operator)
    case .assignment(let node):
      children.append(.expression(node.value))
      return .assignment(Exact(wrappedValue: node.variable.name))
    }
  }
}

extension AST.Subscript {
  fileprivate func shape(_ children: inout [Node]) -> Node.Shape {
    children.append(.expression(base))
    switch index {
    case .first: return .subscript(place: 0, bindsToLastStep: bindsToLastStep)
    case .last: return .subscript(place: 1, bindsToLastStep: bindsToLastStep)
    case .size: return .subscript(place: 2, bindsToLastStep: bindsToLastStep)
    case .expression(let index):
      children.append(.expression(index))
      return .subscript(place: 3, bindsToLastStep: bindsToLastStep)
    }
  }
}

extension AST.Predicate {
  fileprivate func shape(_ children: inout [Node]) -> Node.Shape {
    switch self {
    case .literal(let node): return .booleanLiteral(node.value)
    case .comparison(let node):
      children += [.expression(node.left), .expression(node.right)]
      return .comparison(node.quantifier, node.operator, node.options)
    case .compound(let node):
      for operand in node.operands { children.append(.predicate(operand)) }
      return .compound(node.connective, node.operands.count)
    case .not(let node):
      children.append(.predicate(node.operand))
      return .not
    }
  }
}
