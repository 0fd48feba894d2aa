package import FilterSyntax

/// A comparison of a string with a constant one, prepared once.
///
/// The bytes of a string are all that it is asked with, wherever they are.
package struct TextTest: Sendable {
  /// The kind of the comparison.
  enum Form: Sendable {
    case equal(isInverted: Bool)
    case order(OrderAnswers)
    case prefix
    case suffix
    case contains

    /// A pattern that none of the other forms answers
    case like(LikePattern)
  }

  let form: Form

  /// The constant as it is written; of a pattern that another form answers, the literal part.
  let constant: String

  let options: AST.Comparison.Options

  /// The constant, prepared. A pattern has needles of its own.
  let needle: TextNeedle

  /// The answer for the bytes of a string.
  ///
  /// A closure for each form: a form that is looked up for each string would have to be copied.
  let holds: @Sendable (UnsafeBufferPointer<UInt8>) -> Bool

  init(_ form: Form, _ constant: String, _ options: AST.Comparison.Options) {
    let needle = TextNeedle(constant, options)
    self.form = form
    self.constant = constant
    self.options = options
    self.needle = needle
    holds =
      switch form {
      case .equal(let isInverted): { needle.equals($0) != isInverted }
      case .order(let answers): { answers(needle.order($0)) }
      case .prefix: { needle.begins($0) }
      case .suffix: { needle.ends($0) }
      case .contains: { needle.isContained(in: $0) }
      case .like(let pattern): { pattern.matches($0) }
      }
  }

  /// `x LIKE pattern`, in the simplest form that answers it.
  init(like pattern: String, _ options: AST.Comparison.Options) {
    let compiled = LikePattern(pattern, options)
    switch compiled.shape {
    case .prefix(let text): self.init(.prefix, text, options)
    case .suffix(let text): self.init(.suffix, text, options)
    case .contains(let text): self.init(.contains, text, options)
    case .exact, .anything, .general: self.init(.like(compiled), pattern, options)
    }
  }

  /// `x CONTAINS text`
  package init(containing text: String, _ options: AST.Comparison.Options) {
    self.init(.contains, text, options)
  }

  /// Whether it holds for the bytes of a string.
  package func holds(for utf8: UnsafeBufferPointer<UInt8>) -> Bool { holds(utf8) }
}

/// The answers of an operator that orders: where the left side is below the right one, the same, above.
struct OrderAnswers: Sendable {
  let below: Bool
  let same: Bool
  let above: Bool

  /// The answer for an order: negative, zero or positive.
  @inline(__always)
  func callAsFunction(_ order: Int) -> Bool { order < 0 ? below : order == 0 ? same : above }
}
