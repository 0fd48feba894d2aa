#if Macros
  import FilterSyntax

  /// A tree as the Swift expression that makes it.
  ///
  /// It calls itself once a level; the parser limits those.
  struct SwiftTree {
    /// The expressions in place of the interpolations.
    let values: [String]

    func source(_ tree: AST.Predicate) -> String {
      switch tree {
      case .literal(let node): "AST.Predicate.literal(AST.BooleanLiteral(\(node.value)))"
      case .comparison(let node): comparison(node)
      case .compound(let node):
        "AST.Predicate.compound(AST.Compound(.\(node.connective), ["
          + node.operands.map(source).joined(separator: ", ") + "]))"
      case .not(let node): "AST.Predicate.not(AST.Negation(\(source(node.operand))))"
      }
    }

    private func comparison(_ node: AST.Comparison) -> String {
      // With its type: `.none` would be the absence of one.
      let quantifier =
        node.quantifier.map { "quantifier: AST.Comparison.Quantifier.\($0), " } ?? ""
      let options =
        node.options.isEmpty
        ? "" : "options: AST.Comparison.Options(rawValue: \(node.options.rawValue)), "
      let operation =
        switch node.operator {
        case .selector(let name): ".selector(\(text(name)))"
        case .word(let name): ".word(\(text(name)))"
        default: ".\(node.operator)"
        }
      return "AST.Predicate.comparison(AST.Comparison(\(quantifier)\(source(node.left)), "
        + "\(operation), \(options)\(source(node.right))))"
    }

    func source(_ tree: AST.Expression) -> String {
      switch tree {
      case .argument(let node): values.indices.contains(node.index) ? values[node.index] : "nil"
      case .literal(let node): make("literal", "Literal", constant(node.value))
      case .selfReference: "AST.Expression.selfReference(AST.SelfReference())"
      case .anyKey: "AST.Expression.anyKey(AST.AnyKey())"
      case .variable(let node): "AST.Expression.variable(\(variable(node)))"
      case .keyPath(let node): keyPath(node)
      case .subscript(let node): subscripted(node)
      case .aggregate(let node): make("aggregate", "Aggregate", list(node.elements))
      case .call(let node):
        make("call", "FunctionCall", text(node.selector), list(node.arguments))
      case .message(let node):
        make(
          "message", "Message", source(node.receiver), text(node.selector), list(node.arguments))
      case .cast(let node): make("cast", "Cast", source(node.operand), "type: \(source(node.type))")
      case .ternary(let node):
        make(
          "ternary", "Ternary", source(node.condition), "whenTrue: \(source(node.whenTrue))",
          "whenFalse: \(source(node.whenFalse))")
      case .subquery(let node):
        make(
          "subquery", "Subquery", source(node.collection), variable(node.variable),
          source(node.predicate))
      case .arithmetic(let node):
        make(
          "arithmetic", "Arithmetic", ".\(node.operator)", source(node.left), source(node.right))
      case .minus(let node): make("minus", "Minus", source(node.operand))
      case .setOperation(let node):
        make(
          "setOperation", "SetOperation", ".\(node.operator)", source(node.left),
          source(node.right))
      case .assignment(let node):
        make("assignment", "Assignment", variable(node.variable), source(node.value))
      }
    }

    private func make(_ name: String, _ type: String, _ parts: String...) -> String {
      "AST.Expression.\(name)(AST.\(type)(\(parts.joined(separator: ", "))))"
    }

    private func keyPath(_ node: AST.KeyPath) -> String {
      let steps = node.components.map { "AST.KeyPath.Component(.\($0.kind), \(text($0.name)))" }
      let base: String
      if case .selfReference = node.base {
        base = ""
      } else {
        base = "base: \(source(node.base)), "
      }
      return "AST.Expression.keyPath(AST.KeyPath(\(base)[\(steps.joined(separator: ", "))]))"
    }

    private func subscripted(_ node: AST.Subscript) -> String {
      let index =
        switch node.index {
        case .first: ".first"
        case .last: ".last"
        case .size: ".size"
        case .expression(let index): ".expression(\(source(index)))"
        }
      let function = node.bindsToLastStep ? "FilterCheck.lastStep" : ""
      return "AST.Expression.subscript(\(function)(AST.Subscript(\(source(node.base)), \(index))))"
    }

    private func variable(_ node: AST.Variable) -> String { "AST.Variable(\(text(node.name)))" }

    private func list(_ elements: [AST.Expression]) -> String {
      "[\(elements.map(source).joined(separator: ", "))]"
    }

    /// The constants that a text can hold.
    private func constant(_ value: AST.Constant) -> String {
      switch value {
      case .boolean(let value): ".boolean(\(value))"
      case .integer(let value): ".integer(\(value))"
      case .double(let value): ".double(\(number(value)))"
      case .seconds(let value): ".seconds(\(number(value)))"
      case .text(let value): ".text(\(text(value)))"
      case .decimal(let digits): ".decimal(\(text(digits)))"
      default: ".null"
      }
    }

    private func number(_ value: Double) -> String {
      value.isFinite ? "\(value)" : "Double(bitPattern: \(value.bitPattern))"
    }

    /// A string as a literal, all but plain ASCII escaped.
    func text(_ value: String) -> String {
      let scalars = value.unicodeScalars.map { scalar in
        switch scalar {
        case "\"", "\\": "\\\(scalar)"
        case " "..."~": String(scalar)
        default: "\\u{\(String(scalar.value, radix: 16))}"
        }
      }
      return "\"\(scalars.joined())\""
    }
  }
#endif
