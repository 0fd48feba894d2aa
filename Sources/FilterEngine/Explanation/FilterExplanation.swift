public import FilterSyntax

/// How a predicate was tested for one item, part by part.
///
/// ```swift
/// print(predicate.explanation(of: ticket))
/// // ✗ AND
/// //   ✓ age > 30    age is 36
/// //   ✗ ANY tags == "b"    tags is {"a", "c"}; decided by "a", "c"
/// //   · name BEGINSWITH "A"
/// ```
///
/// It is a tree of comparisons and connectives. Values are those of the evaluation; of a collection at most 1,000 values
/// are kept, at most 32 levels deep. A typed item is kept as an object of its keys.
public struct FilterExplanation: Sendable {
  /// The outcome of a part.
  public enum Verdict: Hashable, Sendable {
    /// The part is true of the item
    case matches
    /// The part is false for the item
    case doesNotMatch
    /// The part has no answer, because of this error
    case failed(EvaluationError)
    /// The part was not tested, because an earlier operand decided or failed
    case notEvaluated
  }

  /// The outcome of the part. That of the whole tree is the outcome of `FilterPredicate.matches`.
  public let verdict: Verdict

  /// The value of the left side of a comparison; nil for other parts, where it has no value, and where a policy
  /// withholds it.
  public let left: FilterValue?

  /// The value of the right side of a comparison; nil for other parts, where it has no value, and where a policy
  /// withholds it.
  public let right: FilterValue?

  /// The elements that decided a comparison with `ANY`, `ALL` or `NONE`, at most ten; nil for other parts.
  ///
  /// This is the first element that decided the list, or the first for which the test failed. If there is none, all
  /// elements decided together, and these are the first ten.
  public let elements: [FilterValue]?

  /// The elements that passed the `SUBQUERY` of a comparison, at most ten; nil for other parts.
  ///
  /// If a comparison has several, these are of the first in the text that was evaluated.
  public let passed: [FilterValue]?

  /// The operands of a connective, in the order of evaluation; empty for a comparison.
  public let parts: [FilterExplanation]

  package let predicate: AST.Predicate

  /// The range of the part in the text of the predicate, in UTF-8 bytes; nil if it was not parsed.
  ///
  /// The parts of joined predicates have ranges in the texts of these.
  public var range: SourceRange? { predicate.range == .none ? nil : predicate.range }

  /// The part as text that reads back to the same tree, with arguments in place of placeholders.
  ///
  /// - Complexity: O(n) in the length of the text.
  public var text: String { predicate.sourceText }

  init(
    _ predicate: AST.Predicate, _ verdict: Verdict, _ values: ComparisonRecord = ComparisonRecord(),
    parts: [FilterExplanation] = []
  ) {
    self.predicate = predicate
    self.verdict = verdict
    (left, right) = (values.left, values.right)
    (elements, passed) = (values.elements, values.passed)
    self.parts = parts
  }
}

extension FilterExplanation {
  /// The same explanation for a tree of the same shape, such as the one from which the tree of the explanation was made
  /// by replacing expressions.
  package func replacing(_ predicate: AST.Predicate) -> FilterExplanation {
    let operands: [AST.Predicate] =
      switch predicate {
      case .not(let node): [node.operand]
      case .compound(let node): node.operands
      case .literal, .comparison: []
      }
    return FilterExplanation(
      replacing: self, predicate,
      parts: zip(parts, operands).map { part, operand in part.replacing(operand) })
  }

  private init(
    replacing other: FilterExplanation, _ predicate: AST.Predicate, parts: [FilterExplanation]
  ) {
    self.predicate = predicate
    self.parts = parts
    (verdict, left, right) = (other.verdict, other.left, other.right)
    (elements, passed) = (other.elements, other.passed)
  }
}

extension FilterExplanation.Verdict {
  /// The verdict of an answer.
  init(_ answer: Bool) { self = answer ? .matches : .doesNotMatch }

  /// The answer; nil for other verdicts.
  var answer: Bool? {
    switch self {
    case .matches: true
    case .doesNotMatch: false
    case .failed, .notEvaluated: nil
    }
  }
}
