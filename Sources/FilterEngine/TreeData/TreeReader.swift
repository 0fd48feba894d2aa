import FilterSyntax

/// Reads the data of trees, which nests at most as deep as a value.
struct TreeReader {
  /// The members and list positions that lead to the node that is read.
  private var path: [String] = []

  /// The nodes that may still be read.
  // Twice the limit of trees, as each key of a path counts here; making the predicate counts nodes.
  private var nodes = 2 * SyntaxLimits.maximumNodes

  mutating func predicate(_ value: FilterValue) throws(FilterTreeError) -> AST.Predicate {
    try count()
    if case .bool(let answer) = value { return .literal(AST.BooleanLiteral(answer)) }
    let node = try TreeNodeMembers(value, path)
    let name = try node.text("op")
    switch name {
    case "and", "or":
      try node.allow("op", "args")
      let operands = try each(node) { (reader, value) throws(FilterTreeError) in
        try reader.predicate(value)
      }
      guard operands.count > 1 else { throw node.error("takes two operands or more") }
      return .compound(AST.Compound(name == "and" ? .and : .or, operands))
    case "not":
      try node.allow("op", "args")
      return .not(AST.Negation(try predicate(node.arguments(1)[0], at: 0)))
    default: return .comparison(try comparison(node, name))
    }
  }

  private mutating func comparison(
    _ node: TreeNodeMembers, _ name: String
  ) throws(FilterTreeError) -> AST.Comparison {
    try node.allow("op", "args", "quantifier", "options")
    let arguments = try node.arguments(2)
    let known = AST.Comparison.Operator.ofLanguage.first { $0.spelling == name }
    var options: AST.Comparison.Options = []
    for letter in try node.optionalText("options") ?? "" {
      guard let option = AST.Comparison.Options(letters: String(letter)) else {
        throw node.error("has no option '\(letter)'")
      }
      options.formUnion(option)
    }
    let quantifier: AST.Comparison.Quantifier?
    switch try node.optionalText("quantifier") {
    case nil: quantifier = nil
    case "any": quantifier = .any
    case "all": quantifier = .all
    case "none": quantifier = AST.Comparison.Quantifier.none
    default: throw node.error("has a quantifier other than any, all and none")
    }
    return AST.Comparison(
      quantifier: quantifier, try expression(arguments[0], at: 0),
      known ?? (name.utf8.last == UInt8(ascii: ":") ? .selector(name) : .word(name)),
      options: options,
      try expression(arguments[1], at: 1))
  }

  private mutating func expression(
    _ value: FilterValue
  ) throws(FilterTreeError) -> AST.Expression {
    try count()
    switch value {
    case .list(let list):
      var elements: [AST.Expression] = []
      for (index, element) in list.elements.enumerated() {
        elements.append(try expression(element, at: index))
      }
      return .aggregate(AST.Aggregate(elements))
    case .object: break
    default: return .literal(AST.Literal(value.constant))
    }
    let node = try TreeNodeMembers(value, path)
    switch node.kind {
    case "value":
      try node.allow("value")
      return .literal(AST.Literal(try node.value("value").constant))
    case "variable":
      try node.allow("variable")
      return .variable(AST.Variable(try node.text("variable")))
    case "property":
      try node.allow("property", "of")
      return .keyPath(try keyPath(node))
    case "call":
      try node.allow("call", "args")
      return .call(AST.FunctionCall(try node.text("call"), try expressions(node)))
    case "message":
      try node.allow("message", "args")
      let arguments = try expressions(node)
      guard let receiver = arguments.first else { throw node.error("has no receiver") }
      return .message(
        AST.Message(receiver, try node.text("message"), Array(arguments.dropFirst())))
    case "subquery":
      try node.allow("subquery", "args")
      let arguments = try node.arguments(2)
      return .subquery(
        AST.Subquery(
          try expression(arguments[0], at: 0), AST.Variable(try node.text("subquery")),
          try predicate(arguments[1], at: 1)))
    case "assignment":
      try node.allow("assignment", "args")
      return .assignment(
        AST.Assignment(
          AST.Variable(try node.text("assignment")),
          try expression(node.arguments(1)[0], at: 0)))
    case "placeholder": throw node.error("has no value")
    default: return try operation(node, try node.text("op"))
    }
  }

  private mutating func operation(
    _ node: TreeNodeMembers, _ name: String
  ) throws(FilterTreeError) -> AST.Expression {
    switch name {
    case "first", "last", "size", "index": try node.allow("op", "args", "lastStep")
    default: try node.allow("op", "args")
    }
    switch name {
    case "self", "anykey":
      _ = try node.arguments(0)
      return name == "self"
        ? .selfReference(AST.SelfReference()) : .anyKey(AST.AnyKey())
    case "first", "last", "size":
      let base = try expression(node.arguments(1)[0], at: 0)
      return try element(node, base, name == "first" ? .first : name == "last" ? .last : .size)
    case "index":
      let arguments = try node.arguments(2)
      let base = try expression(arguments[0], at: 0)
      return try element(node, base, .expression(try expression(arguments[1], at: 1)))
    case "cast":
      let arguments = try node.arguments(2)
      return .cast(
        AST.Cast(try expression(arguments[0], at: 0), type: try expression(arguments[1], at: 1)))
    case "ternary":
      let arguments = try node.arguments(3)
      return .ternary(
        AST.Ternary(
          try predicate(arguments[0], at: 0), whenTrue: try expression(arguments[1], at: 1),
          whenFalse: try expression(arguments[2], at: 2)))
    default: break
    }
    let arguments = try expressions(node)
    if name == "-", arguments.count == 1 { return .minus(AST.Minus(arguments[0])) }
    guard arguments.count == 2 else { throw node.error("takes two operands") }
    if let known = AST.Arithmetic.Operator.allCases.first(where: { $0.spelling == name }) {
      return .arithmetic(AST.Arithmetic(known, arguments[0], arguments[1]))
    }
    guard let known = AST.SetOperation.Operator(rawValue: name) else {
      throw node.error("is no operation that has a value: '\(name)'")
    }
    return .setOperation(AST.SetOperation(known, arguments[0], arguments[1]))
  }

  private func element(
    _ node: TreeNodeMembers, _ base: AST.Expression, _ index: AST.Subscript.Index
  ) throws(FilterTreeError) -> AST.Expression {
    var element = AST.Subscript(base, index)
    element.bindsToLastStep = try node.flag("lastStep")
    return .subscript(element)
  }

  private mutating func keyPath(
    _ node: TreeNodeMembers
  ) throws(FilterTreeError) -> AST.KeyPath {
    let steps: [FilterValue]
    switch try node.value("property") {
    case .list(let list): steps = list.elements
    case let step: steps = [step]
    }
    var components: [AST.KeyPath.Component] = []
    for step in steps {
      try count()
      if case .string(let key) = step {
        components.append(AST.KeyPath.Component(.key, key))
        continue
      }
      let step = try TreeNodeMembers(step, path)
      switch step.kind {
      case "operator":
        try step.allow("operator")
        components.append(AST.KeyPath.Component(.collectionOperator, try step.text("operator")))
      case "variable":
        try step.allow("variable")
        components.append(AST.KeyPath.Component(.variable, try step.text("variable")))
      default: throw node.error("has a step that is no key, operator or variable")
      }
    }
    guard !components.isEmpty else { throw node.error("has no step") }
    guard let base = node["of"] else { return AST.KeyPath(components) }
    path.append("of")
    defer { path.removeLast() }
    return AST.KeyPath(base: try expression(base), components)
  }

  // MARK: - Parts

  private mutating func expressions(
    _ node: TreeNodeMembers
  ) throws(FilterTreeError) -> [AST.Expression] {
    try each(node) { (reader, value) throws(FilterTreeError) in try reader.expression(value) }
  }

  private mutating func each<Part>(
    _ node: TreeNodeMembers,
    _ read: (inout TreeReader, FilterValue) throws(FilterTreeError) -> Part
  ) throws(FilterTreeError) -> [Part] {
    var parts: [Part] = []
    for (index, value) in try node.arguments(nil).enumerated() {
      path.append("args[\(index)]")
      defer { path.removeLast() }
      parts.append(try read(&self, value))
    }
    return parts
  }

  private mutating func predicate(
    _ value: FilterValue, at index: Int
  ) throws(FilterTreeError) -> AST.Predicate {
    path.append("args[\(index)]")
    defer { path.removeLast() }
    return try predicate(value)
  }

  private mutating func expression(
    _ value: FilterValue, at index: Int
  ) throws(FilterTreeError) -> AST.Expression {
    path.append("args[\(index)]")
    defer { path.removeLast() }
    return try expression(value)
  }

  private mutating func count() throws(FilterTreeError) {
    nodes -= 1
    guard nodes >= 0 else {
      throw .malformed("the tree has more than \(SyntaxLimits.maximumNodes) nodes", at: "")
    }
  }
}

/// The members of a node.
struct TreeNodeMembers {
  private let object: FilterObject
  private let path: [String]

  init(_ value: FilterValue, _ path: [String]) throws(FilterTreeError) {
    guard case .object(let object) = value else {
      throw .malformed("a node of the tree must be an object", at: path.joined(separator: "."))
    }
    (self.object, self.path) = (object, path)
  }

  subscript(name: String) -> FilterValue? { object[name] }

  /// The member that says what the node is: the one that is neither `args` nor `of`.
  var kind: String {
    object.shape.keys.first { !["args", "of", "lastStep"].contains($0) } ?? ""
  }

  func error(_ message: String) -> FilterTreeError {
    .malformed("the node \(message)", at: path.joined(separator: "."))
  }

  func allow(_ names: String...) throws(FilterTreeError) {
    for name in object.shape.keys where !names.contains(name) {
      throw error("has no member '\(name)'")
    }
  }

  func value(_ name: String) throws(FilterTreeError) -> FilterValue {
    guard let value = object[name] else { throw error("lacks the member '\(name)'") }
    return value
  }

  func text(_ name: String) throws(FilterTreeError) -> String {
    guard case .string(let text) = try value(name) else {
      throw error("has a member '\(name)' that is no text")
    }
    return text
  }

  func optionalText(_ name: String) throws(FilterTreeError) -> String? {
    object[name] == nil ? nil : try text(name)
  }

  func flag(_ name: String) throws(FilterTreeError) -> Bool {
    switch object[name] {
    case nil: return false
    case .bool(let flag): return flag
    default: throw error("has a member '\(name)' that is neither true nor false")
    }
  }

  /// The operands; so many as `count`, if it is not nil.
  func arguments(_ count: Int?) throws(FilterTreeError) -> [FilterValue] {
    guard case .list(let list) = try value("args") else {
      throw error("has a member 'args' that is no list")
    }
    guard count == nil || list.elements.count == count else {
      throw error("takes \(count ?? 0) operands and has \(list.elements.count)")
    }
    return list.elements
  }
}
