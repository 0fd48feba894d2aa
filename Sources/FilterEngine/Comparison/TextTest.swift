package import FilterSyntax

/// A comparison of a string with a constant string, prepared once.
///
/// It takes the bytes of a string, wherever they are stored.
package struct TextTest: Sendable {
  /// The kind of the comparison.
  package enum Form: Sendable {
    case equal(isInverted: Bool)

    /// `<`, `<=`, `>` or `>=`
    case order(OrderAnswers)
    case prefix
    case suffix
    case contains

    /// A pattern that no other form answers
    case like(LikePattern)
  }

  package let form: Form

  /// The constant. For a pattern that another form answers, its literal part.
  package let constant: String

  package let options: AST.Comparison.Options

  /// The constant, prepared. A pattern has its own needles.
  let needle: TextNeedle

  /// The answer for the bytes of a string.
  ///
  /// There is a closure for each form: looking up the form for each string would copy it.
  let holds: @Sendable (UnsafeBufferPointer<UInt8>) -> Bool

  @inline(never)
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

  /// `x LIKE pattern`, in the simplest equivalent form.
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

  /// Whether a string is tested in time linear in its length, with a small factor. Otherwise values are compared,
  /// which charges what the comparison takes.
  var isQuick: Bool { if case .like(let pattern) = form { pattern.isQuick } else { true } }

  /// Whether the constant is empty after folding and no text can contain it.
  package var isEmpty: Bool {
    switch form {
    case .prefix, .suffix, .contains: needle.isEmpty
    case .equal, .order, .like: false
    }
  }

  /// Whether it holds for the bytes of a string.
  package func holds(for utf8: UnsafeBufferPointer<UInt8>) -> Bool { holds(utf8) }
}

/// The answers of an ordering operator if the left side is below, equal to or above the right side.
package struct OrderAnswers: Sendable {
  package let below: Bool
  package let same: Bool
  package let above: Bool

  /// The answer for an order: negative, zero or positive.
  @inline(__always)
  func callAsFunction(_ order: Int) -> Bool { order < 0 ? below : order == 0 ? same : above }
}
