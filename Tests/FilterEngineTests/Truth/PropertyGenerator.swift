import FilterEngine
import FilterSyntax
import Foundation

/// Random trees over the keys of `PropertySample`, as a parser would make them.
struct PropertyGenerator {
  var random: SeededGenerator

  /// A text of the item in hand, of whose parts needles are made.
  var hint = ""

  /// Whether kinds may be mixed that can never be compared.
  var isReckless = false

  /// How many variables are in scope.
  private var variables = 0

  init(_ random: SeededGenerator) { self.random = random }

  static let numbers =
    [
      "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64",
      "float",
      "double", "maybeInt", "maybeInt8", "maybeDouble", "level", "maybeLevel", "computed", "flag",
      "maybeFlag", "pet.age", "maybePet.age", "pet.weight", "maybePet.weight", "stock.a", "decimal",
    ] + SampleMore.numbers
  static let texts =
    [
      "text", "text", "other", "maybeText", "color", "code", "maybeColor", "maybeCode", "pet.name",
      "maybePet.name", "shout",
    ] + SampleMore.texts
  static let dates = ["date", "maybeDate"]
  static let numberLists =
    ["ints", "doubles", "maybeInts", "pets.age", "pets.weight"]
    + SampleMore.numberLists
  static let textLists =
    ["texts", "set", "pets.name", "pet.tags", "maybePet.tags"]
    + SampleMore.textLists
  static let others = ["data", "uuid", "pet", "pets", "stock", "texts", "set"]

  mutating func predicate(_ depth: Int) -> AST.Predicate {
    guard depth > 0, random.chance(60) else { return comparison(depth) }
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return .literal(AST.BooleanLiteral(random.chance(50)))
    case 1, 2, 3: return .not(AST.Negation(predicate(depth - 1)))
    default:
      let connective: AST.Compound.Connective = random.chance(50) ? .and : .or
      var operands: [AST.Predicate] = []
      for _ in 0..<Int.random(in: 2...4, using: &random) {
        let operand = predicate(depth - 1)
        // A parser makes one node of a chain.
        if case .compound(let inner) = operand, inner.connective == connective {
          operands += inner.operands
        } else {
          operands.append(operand)
        }
      }
      return .compound(AST.Compound(connective, operands))
    }
  }

  private mutating func comparison(_ depth: Int) -> AST.Predicate {
    switch Int.random(in: 0..<(isReckless ? 12 : 11), using: &random) {
    case 0, 1, 2: numberComparison(depth)
    case 3, 4, 5: textComparison(depth)
    case 6: dateComparison()
    case 7: membership(depth)
    case 8: quantified(depth)
    case 9: between(depth)
    case 10: nilComparison()
    default: recklessComparison(depth)
    }
  }

  // MARK: - Comparisons

  private mutating func order() -> AST.Comparison.Operator {
    random.pick([
      .equal, .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual,
    ])
  }

  private mutating func options() -> AST.Comparison.Options {
    random.pick([
      [], [], [], .caseInsensitive, .caseInsensitive, .diacriticInsensitive,
      [.caseInsensitive, .diacriticInsensitive], .normalized, [.normalized, .caseInsensitive],
      .localeSensitive,
    ])
  }

  private mutating func compare(
    _ left: AST.Expression, _ operation: AST.Comparison.Operator, _ right: AST.Expression,
    options: AST.Comparison.Options = [], quantifier: AST.Comparison.Quantifier? = nil
  ) -> AST.Predicate {
    .comparison(
      AST.Comparison(quantifier: quantifier, left, operation, options: options, right))
  }

  private mutating func numberComparison(_ depth: Int) -> AST.Predicate {
    let left = number(depth)
    return compare(left, order(), number(depth - 1))
  }

  private mutating func textComparison(_ depth: Int) -> AST.Predicate {
    let left = text(depth)
    let options = options()
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1: return compare(left, order(), text(depth - 1), options: options)
    case 2: return compare(left, .beginsWith, text(0), options: options)
    case 3: return compare(left, .endsWith, text(0), options: options)
    case 4: return compare(left, .contains, text(0), options: options)
    case 5: return compare(text(0), .in, left, options: options)
    case 6: return compare(left, .like, like(), options: options)
    case 7:
      return compare(
        left, .matches, literal(.text(random.pick(PropertyValues.patterns))), options: options)
    default:
      return compare(
        left, .equal, literal(.text(PropertyValues.part(of: hint, &random))), options: options)
    }
  }

  private mutating func like() -> AST.Expression {
    let part = PropertyValues.part(of: hint, &random)
    let pattern = random.pick(
      PropertyValues.likes + ["*\(part)", "\(part)*", "*\(part)*", part, "?\(part)", "*\(part)?"])
    return literal(.text(pattern))
  }

  private mutating func dateComparison() -> AST.Predicate {
    compare(date(), order(), date())
  }

  private mutating func membership(_ depth: Int) -> AST.Predicate {
    let options = options()
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return compare(number(depth - 1), .in, numberList())
    case 1: return compare(text(depth - 1), .in, textList(), options: options)
    case 2: return compare(numberList(), .contains, number(depth - 1))
    case 3: return compare(textList(), .contains, text(depth - 1), options: options)
    case 4:
      let size = Int.random(in: 0...9, using: &random)
      return compare(
        key(random.pick(Self.texts)), .in, aggregate(size) { $0.textLiteral() }, options: options)
    default:
      let size = Int.random(in: 0...9, using: &random)
      return compare(key(random.pick(Self.numbers)), .in, aggregate(size) { $0.numberLiteral() })
    }
  }

  private mutating func quantified(_ depth: Int) -> AST.Predicate {
    let quantifier: AST.Comparison.Quantifier = random.pick([
      .any, .all, AST.Comparison.Quantifier.none,
    ])
    if random.chance(50) {
      return compare(numberList(), order(), number(depth - 1), quantifier: quantifier)
    }
    let operation = random.pick([.beginsWith, .contains, .like, .endsWith, order()])
    return compare(textList(), operation, text(0), options: options(), quantifier: quantifier)
  }

  private mutating func between(_ depth: Int) -> AST.Predicate {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: compare(number(depth), .between, aggregate(2) { $0.number(0) })
    case 1: compare(text(depth), .between, aggregate(2) { $0.text(0) })
    default: compare(date(), .between, aggregate(2) { $0.date() })
    }
  }

  private mutating func nilComparison() -> AST.Predicate {
    let names = Self.numbers + Self.texts + Self.dates + Self.others
    return compare(key(random.pick(names)), order(), literal(.null))
  }

  private mutating func recklessComparison(_ depth: Int) -> AST.Predicate {
    let operation: AST.Comparison.Operator = random.pick([
      order(), .in, .contains, .beginsWith, .between, .like, .matches,
    ])
    let takesOptions = operation != .between
    return compare(
      anything(depth), operation, anything(depth), options: takesOptions ? options() : [],
      quantifier: random.chance(20)
        ? random.pick([.any, .all, AST.Comparison.Quantifier.none]) : nil)
  }

  // MARK: - Expressions

  mutating func anything(_ depth: Int) -> AST.Expression {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return number(depth)
    case 1: return text(depth)
    case 2: return date()
    case 3: return numberList()
    case 4: return textList()
    case 5: return literal(.null)
    case 6: return .variable(AST.Variable(random.pick(["v", "text", "unbound"])))
    default: return key(random.pick(Self.others + ["text.length", "text.nonsense", "missing"]))
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
    _ count: Int, _ element: (inout PropertyGenerator) -> AST.Expression
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
      return random.chance(70) ? key(random.pick(Self.numbers)) : numberLiteral()
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
      return key(
        random.pick([
          "ints.@sum.self", "ints.@max.self", "pets.@sum.age", "pets.@avg.weight", "pets.@min.age",
          "doubles.@avg.self", "maybeInts.@min.self", "pets.@count", "set.@count", "texts.@count",
          "maybePet.tags.@count", "text.length", "maybeText.length", "pets.name.@count",
          "stock.@count",
        ]))
    case 7:
      return .ternary(
        AST.Ternary(predicate(0), whenTrue: number(depth - 1), whenFalse: number(depth - 1)))
    default: return subqueryCount(depth)
    }
  }

  private mutating func subqueryCount(_ depth: Int) -> AST.Expression {
    let name = random.pick(["x", "y"])
    let variable = AST.Variable(name)
    func of(_ keys: String...) -> AST.Expression {
      .keyPath(AST.KeyPath(base: .variable(variable), keys.map { AST.KeyPath.Component(.key, $0) }))
    }
    let isPets = random.chance(60)
    let inner =
      isPets
      ? (random.chance(50)
        ? compare(of("age"), order(), number(depth - 1))
        : compare(of("name"), .contains, text(0), options: options()))
      : compare(.variable(variable), order(), number(depth - 1))
    let predicate: AST.Predicate =
      random.chance(30) ? .compound(AST.Compound(.and, [inner, comparison(0)])) : inner
    let subquery = AST.Expression.subquery(
      AST.Subquery(key(isPets ? "pets" : "ints"), variable, predicate))
    return .keyPath(
      AST.KeyPath(base: subquery, [AST.KeyPath.Component(.collectionOperator, "count")]))
  }

  mutating func text(_ depth: Int) -> AST.Expression {
    guard depth > 0, random.chance(30) else {
      return random.chance(50) ? key(random.pick(Self.texts)) : textLiteral()
    }
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      return .call(AST.FunctionCall(random.pick(["uppercase:", "lowercase:"]), [text(depth - 1)]))
    case 1:
      return key(
        random.pick([
          "text.uppercaseString", "maybeText.lowercaseString", "pet.name.uppercaseString",
        ]))
    case 2:
      return .message(
        AST.Message(text(depth - 1), "stringByAppendingString:", [text(0)]))
    case 3:
      return .ternary(AST.Ternary(predicate(0), whenTrue: text(0), whenFalse: text(0)))
    default:
      return .subscript(
        AST.Subscript(
          key("texts"), random.pick([.first, .last, .expression(literal(.integer(0)))])))
    }
  }

  mutating func date() -> AST.Expression {
    random.chance(60)
      ? key(random.pick(Self.dates)) : literal(.seconds(random.pick(PropertyValues.dates)))
  }

  mutating func numberList() -> AST.Expression {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: aggregate(.random(in: 0...4, using: &random)) { $0.number(0) }
    case 1:
      .setOperation(
        AST.SetOperation(
          random.pick(AST.SetOperation.Operator.allCases), key("ints"),
          aggregate(2) { $0.numberLiteral() }))
    default: key(random.pick(Self.numberLists))
    }
  }

  mutating func textList() -> AST.Expression {
    random.chance(30)
      ? aggregate(.random(in: 0...4, using: &random)) { $0.text(0) }
      : key(random.pick(Self.textLists))
  }
}
