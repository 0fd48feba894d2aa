package import FilterSyntax

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A comparison of values that are found by someone else, by the very closures that predicates are
/// compiled to.
///
/// It never says why there is no answer: whoever asks then evaluates the whole predicate for that.
/// Not for two threads.
package final class SlotComparison {
  /// One side: a value that is the same for every row, or one that the row gives.
  package enum Side {
    case constant(FilterValue)
    case row
  }

  private let body: ComparisonBody
  private let quantifier: ElementQuantifier?
  private let run: EvaluationRun
  private let number: NumberTest?
  private let text: ((UnsafeBufferPointer<UInt8>) -> Bool)?

  /// Lists of more elements than this are left to the evaluation that counts its steps; the reader of
  /// JSON lines keeps no more of them.
  package static let maximumElements = 1_000

  /// Nil for an operator that needs more than two values to answer.
  package init?(
    _ node: AST.Comparison, _ left: Side, _ right: Side,
    of predicate: FilterPredicate<FilterValue>
  ) {
    var constant: FilterValue?
    if case .constant(let value) = right { constant = value }
    switch node.operator {
    case .selector, .word: return nil
    // A pattern that changes from row to row is kept by the place that it has in a predicate.
    case .like where constant == nil, .matches where constant == nil: return nil
    default: break
    }
    var compiler = Compiler(
      layout: FilterValue.rowLayout, libraries: predicate.libraries.index,
      isStrict: predicate.isStrict, text: nil)
    let operand =
      constant.map(CompiledExpression.init(constant:)) ?? CompiledExpression { _, _ in .null }
    guard let body = try? compiler.body(of: node, operand, Compiler.pattern(node, operand)).0 else {
      return nil
    }
    self.body = body
    quantifier = node.quantifier.map(ElementQuantifier.init)
    run = RunLayout(compiler).run(bindings: [:], now: nil)
    if case .row = left, let constant {
      number = NumberTest(node.operator, constant)
      text = Self.textTest(node, constant)
    } else {
      number = nil
      text = nil
    }
  }

  /// Whether it holds for two values, nil where there is no answer; a quantifier is left aside.
  package func holds(_ left: FilterValue, _ right: FilterValue) -> Bool? {
    run.beginRow()
    return try? body(left, right, run)
  }

  /// Whether it holds for an integer on the left; nil where the values have to be asked.
  package func holds(_ number: Int64) -> Bool? { self.number?.holds(number) }

  /// Whether it holds for a finite double on the left; nil where the values have to be asked.
  package func holds(_ number: Double) -> Bool? { self.number?.holds(number) }

  /// Whether it holds for a text on the left; nil where the values have to be asked.
  package func holds(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool? { text.map { $0(utf8) } }

  /// Whether a quantifier goes through the left side.
  package var isQuantified: Bool { quantifier != nil }

  /// What the quantifier makes of elements, each of which `test` answers for; nil where the first
  /// that counts has no answer.
  package func quantified(_ count: Int, _ test: (Int) -> Bool?) -> Bool? {
    guard let quantifier, count <= Self.maximumElements else { return nil }
    for index in 0..<count {
      guard let answer = test(index) else { return nil }
      if answer == quantifier.decisive { return quantifier.whenDecided }
    }
    return !quantifier.whenDecided
  }

  /// The test of a text against a constant one that is prepared once.
  private static func textTest(
    _ node: AST.Comparison, _ constant: FilterValue
  ) -> ((UnsafeBufferPointer<UInt8>) -> Bool)? {
    guard case .string(let text) = constant else { return nil }
    let needle = TextNeedle(text, node.options)
    switch node.operator {
    case .equal: return { needle.equals($0) }
    case .notEqual: return { !needle.equals($0) }
    case .beginsWith: return { needle.begins($0) }
    case .endsWith: return { needle.ends($0) }
    case .contains: return { needle.isContained(in: $0) }
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
      let (below, same, above) = Ordering.answers(node.operator)
      return {
        let order = needle.order($0)
        return order < 0 ? below : order == 0 ? same : above
      }
    case .like:
      let pattern = LikePattern(text, node.options)
      return { pattern.matches($0) }
    default: return nil
    }
  }
}
