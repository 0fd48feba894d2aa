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
  private let integers: IntegerRangeTest<Int64>?
  private let doubles: FloatingRangeTest<Double>?
  private let text: TextTest?

  /// Lists of more elements than this are left to the evaluation that counts its steps; the reader of
  /// JSON lines keeps no more of them.
  package static let maximumElements = 1_000

  /// Nil for an operator that needs more than two values to answer.
  package init?(
    _ node: AST.Comparison, _ left: Side, _ right: Side,
    of predicate: FilterPredicate<FilterValue>
  ) {
    var (leftConstant, rightConstant): (FilterValue?, FilterValue?)
    if case .constant(let value) = left { leftConstant = value }
    if case .constant(let value) = right { rightConstant = value }
    var operators = OperatorTable(
      options: node.options, isStrict: predicate.isStrict, libraries: predicate.libraries.index)
    switch (node.operator, rightConstant) {
    case (.selector, _), (.word, _): return nil
    // A pattern that changes from row to row is kept by the place that it has in a predicate.
    case (.like, nil), (.matches, nil): return nil
    case (.matches, .string(let pattern)):
      operators.pattern = CompiledPattern { () throws(EvaluationError) in
        try RegularExpression(pattern, node.options)
      }
    default: break
    }
    let comparison = DecidedComparison(
      node, left: leftConstant, right: rightConstant, operators)
    body = comparison.body
    quantifier = node.quantifier.map(ElementQuantifier.init)
    run = EvaluationRun(now: .distantPast, variables: [], places: 1)
    var numbers: NumberRange?
    var text: TextTest?
    if case .row = left, rightConstant != nil {
      if case .numbers(let range) = comparison.test { numbers = range }
      if case .text(let test) = comparison.test { text = test }
    }
    integers = numbers.flatMap { IntegerRangeTest($0, at: 0) }
    doubles = numbers.flatMap { $0.isOfDates ? nil : FloatingRangeTest($0, at: 0) }
    self.text = text
  }

  /// Whether it holds for two values, nil where there is no answer; a quantifier is left aside.
  package func holds(_ left: FilterValue, _ right: FilterValue) -> Bool? {
    run.beginRow()
    return try? body(left, right, run)
  }

  /// Whether it holds for an integer on the left; nil where the values have to be asked.
  package func holds(_ number: Int64) -> Bool? {
    integers.map { $0.contains(number) != $0.isInverted }
  }

  /// Whether it holds for a finite double on the left; nil where the values have to be asked.
  package func holds(_ number: Double) -> Bool? { doubles?.contains(number) }

  /// Whether it holds for a text on the left; nil where the values have to be asked.
  package func holds(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool? { text?.holds(utf8) }

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
}
