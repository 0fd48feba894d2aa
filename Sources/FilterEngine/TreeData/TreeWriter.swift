import FilterSyntax

/// Makes the data of trees.
///
/// A node is `{"op": …, "args": […]}`, or an object whose first member names what is no operation: a property, a variable,
/// a call. Values stand for themselves, lists in braces are lists, and other collections are `{"value": …}`.
enum TreeWriter {
  static func data(of predicate: AST.Predicate) -> FilterValue {
    switch predicate {
    case .literal(let node): .bool(node.value)
    case .not(let node): operation("not", [data(of: node.operand)])
    case .compound(let node):
      operation(node.connective == .and ? "and" : "or", node.operands.map(data))
    case .comparison(let node): data(of: node)
    }
  }

  private static func data(of node: AST.Comparison) -> FilterValue {
    var members = [("op", FilterValue.string(node.operator.spelling))]
    members.append(("args", list([data(of: node.left), data(of: node.right)])))
    if let quantifier = node.quantifier {
      members.append(("quantifier", .string(quantifier.spelling.lowercased())))
    }
    let letters = AST.Comparison.Options.letters.filter { node.options.contains($0.option) }
    if !letters.isEmpty {
      members.append(("options", .string(String(letters.map(\.letter)))))
    }
    return object(members)
  }

  static func data(of expression: AST.Expression) -> FilterValue {
    switch expression {
    case .literal(let node): data(of: node.value)
    case .selfReference: operation("self", [])
    case .anyKey: operation("anykey", [])
    case .variable(let node): object([("variable", .string(node.name))])
    case .argument(let node): object([("placeholder", .int(Int64(node.index + 1)))])
    case .keyPath(let node): data(of: node)
    case .subscript(let node): data(of: node)
    case .aggregate(let node): list(node.elements.map(data))
    case .call(let node):
      object([("call", .string(node.selector)), ("args", list(node.arguments.map(data)))])
    case .message(let node):
      object([
        ("message", .string(node.selector)),
        ("args", list(([node.receiver] + node.arguments).map(data))),
      ])
    case .cast(let node): operation("cast", [data(of: node.operand), data(of: node.type)])
    case .ternary(let node):
      operation(
        "ternary",
        [data(of: node.condition), data(of: node.whenTrue), data(of: node.whenFalse)])
    case .subquery(let node):
      object([
        ("subquery", .string(node.variable.name)),
        ("args", list([data(of: node.collection), data(of: node.predicate)])),
      ])
    case .arithmetic(let node):
      operation(node.operator.spelling, [data(of: node.left), data(of: node.right)])
    case .minus(let node): operation("-", [data(of: node.operand)])
    case .setOperation(let node):
      operation(node.operator.rawValue, [data(of: node.left), data(of: node.right)])
    case .assignment(let node):
      object([
        ("assignment", .string(node.variable.name)), ("args", list([data(of: node.value)])),
      ])
    }
  }

  private static func data(of constant: AST.Constant) -> FilterValue {
    let value = FilterValue(constant: constant)
    return switch value {
    case .list, .object: object([("value", value)])
    default: value
    }
  }

  private static func data(of node: AST.KeyPath) -> FilterValue {
    let steps = node.components.map { step -> FilterValue in
      switch step.kind {
      case .key: .string(step.name)
      case .collectionOperator: object([("operator", .string(step.name))])
      case .variable: object([("variable", .string(step.name))])
      case .argument: object([("placeholder", .string(step.name))])
      }
    }
    let isKey = steps.count == 1 && node.components[0].kind == .key
    var members = [("property", isKey ? steps[0] : list(steps))]
    if case .selfReference = node.base {} else { members.append(("of", data(of: node.base))) }
    return object(members)
  }

  private static func data(of node: AST.Subscript) -> FilterValue {
    let base = data(of: node.base)
    let (name, arguments): (String, [FilterValue]) =
      switch node.index {
      case .first: ("first", [base])
      case .last: ("last", [base])
      case .size: ("size", [base])
      case .expression(let index): ("index", [base, data(of: index)])
      }
    guard node.bindsToLastStep else { return operation(name, arguments) }
    return object([("op", .string(name)), ("args", list(arguments)), ("lastStep", .bool(true))])
  }

  private static func operation(_ name: String, _ arguments: [FilterValue]) -> FilterValue {
    object([("op", .string(name)), ("args", list(arguments))])
  }

  private static func list(_ elements: [FilterValue]) -> FilterValue { .list(FilterList(elements)) }

  private static func object(_ members: [(String, FilterValue)]) -> FilterValue {
    .object(FilterObject(members))
  }
}
