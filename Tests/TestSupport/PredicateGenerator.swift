package import FilterSyntax

/// Random predicates over a vocabulary, as the trees that a parser would make.
package struct PredicateGenerator {
  package var random: SeededGenerator
  package let vocabulary: PredicateVocabulary

  /// A text of the item in hand. Needles are made of its parts.
  package var hint = ""

  /// Whether kinds may be mixed that can never be compared.
  package var isReckless = false

  package init(_ random: SeededGenerator, _ vocabulary: PredicateVocabulary) {
    self.random = random
    self.vocabulary = vocabulary
  }

  /// A predicate whose connectives and expressions nest at most `depth` deep.
  package mutating func predicate(_ depth: Int) -> AST.Predicate {
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

  mutating func comparison(_ depth: Int) -> AST.Predicate {
    if let loose = vocabulary.loose, random.chance(loose.percent) { return looseComparison(loose) }
    return switch Int.random(in: 0..<(isReckless ? 12 : 11), using: &random) {
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

  mutating func order() -> AST.Comparison.Operator {
    random.pick([
      .equal, .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual,
    ])
  }

  mutating func options() -> AST.Comparison.Options {
    random.pick([
      [], [], [], .caseInsensitive, .caseInsensitive, .diacriticInsensitive,
      [.caseInsensitive, .diacriticInsensitive], .normalized, [.normalized, .caseInsensitive],
      .localeSensitive,
    ])
  }

  mutating func compare(
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
        key(random.pick(vocabulary.texts)), .in, aggregate(size) { $0.textLiteral() },
        options: options)
    default:
      let size = Int.random(in: 0...9, using: &random)
      return compare(
        key(random.pick(vocabulary.numbers)), .in, aggregate(size) { $0.numberLiteral() })
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
    let names = vocabulary.numbers + vocabulary.texts + vocabulary.dates + vocabulary.others
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
}
