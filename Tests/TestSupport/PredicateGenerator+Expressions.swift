import FilterSyntax

extension PredicateGenerator {
  mutating func anything(_ depth: Int) -> AST.Expression {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return number(depth)
    case 1: return text(depth)
    case 2: return date()
    case 3: return numberList()
    case 4: return textList()
    case 5: return literal(.null)
    case 6: return .variable(AST.Variable(random.pick(["v", "text", "unbound"])))
    default: return key(random.pick(vocabulary.others + vocabulary.strangers))
    }
  }

  func literal(_ constant: AST.Constant) -> AST.Expression { .literal(AST.Literal(constant)) }

  func key(_ path: String) -> AST.Expression {
    let components = path.split(separator: ".").map { name in
      name.hasPrefix("@")
        ? AST.KeyPath.Component(.collectionOperator, String(name.dropFirst()))
        : AST.KeyPath.Component(.key, String(name))
    }
    return .keyPath(AST.KeyPath(components))
  }

  mutating func aggregate(
    _ count: Int, _ element: (inout PredicateGenerator) -> AST.Expression
  ) -> AST.Expression {
    var elements: [AST.Expression] = []
    for _ in 0..<count { elements.append(element(&self)) }
    return .aggregate(AST.Aggregate(elements))
  }

  mutating func numberLiteral() -> AST.Expression {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: literal(.double(random.pick(PropertyValues.finiteDoubles)))
    case 1: literal(.boolean(random.chance(50)))
    case 2: literal(.integer(random.pick(PropertyValues.integers)))
    default: literal(.integer(.random(in: -2...5, using: &random)))
    }
  }

  mutating func textLiteral() -> AST.Expression {
    literal(
      .text(
        random.chance(50) ? PropertyValues.part(of: hint, &random) : PropertyValues.text(&random)))
  }

  mutating func number(_ depth: Int) -> AST.Expression {
    guard depth > 0, random.chance(40) else {
      return random.chance(70) ? key(random.pick(vocabulary.numbers)) : numberLiteral()
    }
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1:
      return .arithmetic(
        AST.Arithmetic(
          random.pick(AST.Arithmetic.Operator.allCases), number(depth - 1), number(depth - 1)))
    case 2:
      let operand = number(depth - 1)
      // A parser folds the sign into a number.
      if case .literal = operand { return operand }
      return .minus(AST.Minus(operand))
    case 3:
      let name = random.pick([
        "abs:", "floor:", "ceiling:", "trunc:", "sqrt:", "onesComplement:", "noindex:",
      ])
      return .call(AST.FunctionCall(name, [number(depth - 1)]))
    case 4:
      let name = "modulus:by:"
      return .call(AST.FunctionCall(name, [number(depth - 1), number(depth - 1)]))
    case 5:
      return random.chance(50)
        ? .call(
          AST.FunctionCall(
            random.pick(["sum:", "count:", "min:", "max:", "average:"]), [numberList()]))
        : .call(AST.FunctionCall("length:", [text(0)]))
    case 6:
      return key(random.pick(vocabulary.computedNumbers))
    case 7:
      return .ternary(
        AST.Ternary(predicate(0), whenTrue: number(depth - 1), whenFalse: number(depth - 1)))
    default: return subqueryCount(depth)
    }
  }

  private mutating func subqueryCount(_ depth: Int) -> AST.Expression {
    let name = random.pick(["x", "y"])
    let variable = AST.Variable(name)
    func of(_ key: String) -> AST.Expression {
      .keyPath(AST.KeyPath(base: .variable(variable), [AST.KeyPath.Component(.key, key)]))
    }
    let elements = random.pick(vocabulary.elements)
    let inner =
      switch elements.member(random.chance(50)) {
      case .number(let key): compare(of(key), order(), number(depth - 1))
      case .text(let key): compare(of(key), .contains, text(0), options: options())
      case nil: compare(.variable(variable), order(), number(depth - 1))
      }
    let predicate: AST.Predicate =
      random.chance(30) ? .compound(AST.Compound(.and, [inner, comparison(0)])) : inner
    let subquery = AST.Expression.subquery(
      AST.Subquery(key(elements.list), variable, predicate))
    return .keyPath(
      AST.KeyPath(base: subquery, [AST.KeyPath.Component(.collectionOperator, "count")]))
  }

  mutating func text(_ depth: Int) -> AST.Expression {
    guard depth > 0, random.chance(30) else {
      return random.chance(50) ? key(random.pick(vocabulary.texts)) : textLiteral()
    }
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      return .call(AST.FunctionCall(random.pick(["uppercase:", "lowercase:"]), [text(depth - 1)]))
    case 1:
      return key(random.pick(vocabulary.computedTexts))
    case 2:
      return .message(
        AST.Message(text(depth - 1), "stringByAppendingString:", [text(0)]))
    case 3:
      return .ternary(AST.Ternary(predicate(0), whenTrue: text(0), whenFalse: text(0)))
    default:
      return .subscript(
        AST.Subscript(
          key(vocabulary.indexed), random.pick([.first, .last, .expression(literal(.integer(0)))])))
    }
  }

  mutating func date() -> AST.Expression {
    random.chance(60)
      ? key(random.pick(vocabulary.dates)) : literal(.seconds(random.pick(PropertyValues.dates)))
  }

  mutating func numberList() -> AST.Expression {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: aggregate(.random(in: 0...4, using: &random)) { $0.number(0) }
    case 1:
      .setOperation(
        AST.SetOperation(
          random.pick(AST.SetOperation.Operator.allCases), key(vocabulary.united),
          aggregate(2) { $0.numberLiteral() }))
    default: key(random.pick(vocabulary.numberLists))
    }
  }

  mutating func textList() -> AST.Expression {
    random.chance(30)
      ? aggregate(.random(in: 0...4, using: &random)) { $0.text(0) }
      : key(random.pick(vocabulary.textLists))
  }
}
