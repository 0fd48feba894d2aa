import FilterEngine
import FilterSyntax
import Foundation

/// The rules of an explanation, checked with predicates and expressions of its parts alone.
struct ExplanationRules<Item: Filterable & Sendable> {
  let item: Item
  let bindings: [String: FilterValue]
  let now = Date(timeIntervalSinceReferenceDate: 800_000_000)

  /// The names that `:=` binds: a part that reads one cannot be evaluated alone.
  private var assigned: Set<String> = []
  private(set) var violations: [String] = []

  /// The number of comparisons whose elements and passes were checked.
  private(set) var recomputed = 0

  init(_ item: Item, _ bindings: [String: FilterValue] = [:]) {
    self.item = item
    self.bindings = bindings
  }

  /// Checks the explanation of a predicate, whose values are shown whole.
  mutating func check(_ predicate: FilterPredicate<Item>) {
    let tree = predicate.syntax
    try? tree.visit(
      expressions: { node in
        if case .assignment(let node) = node { assigned.insert(node.variable.name) }
      }, comparisons: { _ in })
    let explanation = predicate.explanation(of: item, bindings: bindings, now: now)
    let outcome = verdict(of: predicate)
    if !tree.sourceText.contains("random"), explanation.verdict != outcome {
      violations.append("the root is \(explanation.verdict) and not \(outcome)")
    }
    check(explanation, tree, isEvaluated: true)
  }

  private func verdict(of predicate: FilterPredicate<Item>) -> FilterExplanation.Verdict {
    do throws(EvaluationError) {
      return try predicate.matches(item, bindings: bindings, now: now) ? .matches : .doesNotMatch
    } catch {
      return .failed(error)
    }
  }

  private mutating func check(
    _ explanation: FilterExplanation, _ tree: AST.Predicate, isEvaluated: Bool
  ) {
    func violate(_ text: String) { violations.append("\(tree.sourceText): \(text)") }
    if explanation.text != tree.sourceText { violate("has the text \(explanation.text)") }
    if explanation.range ?? .none != tree.range { violate("has another range") }
    if isEvaluated == (explanation.verdict == .notEvaluated) {
      violate("is \(explanation.verdict), but isEvaluated is \(isEvaluated)")
    }
    if isEvaluated, isAlone(tree), let part = try? FilterPredicate<Item>(tree) {
      let alone = verdict(of: part)
      if alone != explanation.verdict { violate("is \(explanation.verdict), alone \(alone)") }
    }
    let operands: [AST.Predicate]
    var decisive: FilterExplanation.Verdict?
    switch tree {
    case .not(let node): operands = [node.operand]
    case .compound(let node):
      operands = node.operands
      decisive = node.connective == .and ? .doesNotMatch : .matches
    case .comparison(let node):
      operands = []
      check(explanation, node, isEvaluated: isEvaluated)
    default: operands = []
    }
    guard explanation.parts.count == operands.count else {
      return violate("has \(explanation.parts.count) parts")
    }
    var isOpen = isEvaluated
    for (part, operand) in zip(explanation.parts, operands) {
      check(part, operand, isEvaluated: isOpen)
      if case .failed = part.verdict { isOpen = false }
      if part.verdict == decisive { isOpen = false }
    }
  }

  private mutating func check(
    _ explanation: FilterExplanation, _ node: AST.Comparison, isEvaluated: Bool
  ) {
    let tree = AST.Predicate.comparison(node)
    func violate(_ text: String) { violations.append("\(tree.sourceText): \(text)") }
    let values = [explanation.left, explanation.right]
    guard isEvaluated else {
      if values.contains(where: { $0 != nil }) || explanation.elements != nil
        || explanation.passed != nil
      {
        violate("has values and is not evaluated")
      }
      return
    }
    guard isAlone(tree) else { return }
    for (value, side) in zip(values, [node.left, node.right]) {
      guard let expression = try? FilterExpression<Item>(side) else { continue }
      let expected = try? expression.value(of: item, bindings: bindings, now: now)
      // The right side is not evaluated if the left one fails.
      if value == nil, explanation.left == nil { continue }
      if value?.shown != expected?.shown {
        violate(
          "\(side.sourceText) is \(String(describing: value)), alone \(String(describing: expected))"
        )
      }
    }
    if let quantifier = node.quantifier { check(quantifier, explanation, node) }
    if node.quantifier == nil, explanation.elements != nil { violate("has elements") }
    checkPassed(explanation, node)
  }

  /// The elements that decide, by testing each of them with a variable in place of the list.
  private mutating func check(
    _ quantifier: AST.Comparison.Quantifier, _ explanation: FilterExplanation,
    _ node: AST.Comparison
  ) {
    guard let left = explanation.left, explanation.right != nil else { return }
    let elements: [FilterValue]
    switch left {
    case .list(let list): elements = list.elements
    case .set(let set): elements = set.elements
    default: elements = []
    }
    var test = node
    test.quantifier = nil
    test.left = .variable(AST.Variable("explainedElement"))
    guard let predicate = try? FilterPredicate<Item>(.comparison(test)) else { return }
    var expected: [FilterValue] = []
    for element in elements {
      var bindings = bindings
      bindings["explainedElement"] = element
      let answer = try? predicate.matches(item, bindings: bindings, now: now)
      if answer == nil || answer == (quantifier != .all) {
        expected = [element]
        break
      }
      if expected.count < 10 { expected.append(element) }
    }
    recomputed += 1
    if explanation.elements?.map(\.shown) != expected.map(\.shown) {
      violations.append(
        "\(AST.Predicate.comparison(node).sourceText): decided by \(explanation.elements ?? []), expected \(expected)"
      )
    }
  }

  /// The elements that pass a subquery that is the left side, or from which its path begins.
  private mutating func checkPassed(_ explanation: FilterExplanation, _ node: AST.Comparison) {
    var subquery: AST.Subquery?
    switch node.left {
    case .subquery(let inner): subquery = inner
    case .keyPath(let path): if case .subquery(let inner) = path.base { subquery = inner }
    default: break
    }
    guard let subquery, let predicate = try? FilterPredicate<Item>(subquery.predicate),
      let collection = try? FilterExpression<Item>(subquery.collection),
      let value = try? collection.value(of: item, bindings: bindings, now: now)
    else { return }
    var passed: [FilterValue] = []
    let elements: [FilterValue]
    switch value {
    case .list(let list): elements = list.elements
    case .set(let set): elements = set.elements
    default: return
    }
    for element in elements {
      var bindings = bindings
      bindings[subquery.variable.name] = element
      guard let answer = try? predicate.matches(item, bindings: bindings, now: now) else { return }
      if answer { passed.append(element) }
    }
    recomputed += 1
    if explanation.passed?.map(\.shown) != passed.prefix(10).map(\.shown) {
      violations.append(
        "\(AST.Predicate.comparison(node).sourceText): passed \(explanation.passed ?? []), expected \(passed)"
      )
    }
  }

  /// Whether a part has the same answer without the others.
  private func isAlone(_ tree: AST.Predicate) -> Bool {
    let text = tree.sourceText
    return !text.contains("random") && !text.contains(":=")
      && !tree.usedVariables.contains { assigned.contains($0) }
  }
}

extension FilterValue {
  /// The value as text that tells NaN and typed items apart by their content.
  fileprivate var shown: String {
    switch self {
    case .item: "object \(json)"
    case .object: "object \(json)"
    case .list(let list): "list \(list.elements.map(\.shown))"
    case .set(let set): "set \(set.elements.map(\.shown))"
    default: description
    }
  }
}
