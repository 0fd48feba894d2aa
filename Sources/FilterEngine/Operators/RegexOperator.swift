import FilterSyntax

/// `MATCHES`.
struct RegexOperator: ComparisonOperator {
  private let options: AST.Comparison.Options
  private let pattern: CompiledPattern?

  /// Matches the constant pattern, or one that a run keeps.
  init(_ options: AST.Comparison.Options, _ pattern: CompiledPattern?) {
    self.options = options
    self.pattern = pattern
  }

  var method: Plan.Method { "regular expression, compiled when it changes" }

  /// Matches a pattern that can differ between rows.
  var body: ComparisonBody {
    let options = options
    return SubstringOperator.body("MATCHES") { text, pattern, run throws(EvaluationError) in
      try run.read(pattern)
      return try Self.matches(text, try run.patterns.expression(pattern, options, run), run)
    }
  }

  /// Matches a constant pattern. An invalid pattern is an error only if a string is compared with it.
  func form(with constant: FilterValue) -> ConstantForm {
    guard let pattern else {
      return ConstantForm(constant.kind == .null ? .always(false) : .values)
    }
    var form = ConstantForm(literal(pattern).map { .text($0) } ?? .pattern(pattern))
    form.body = SubstringOperator.body("MATCHES") { text, _, run throws(EvaluationError) in
      try Self.matches(text, try pattern.get(), run)
    }
    form.method = "regular expression, compiled once"
    return form
  }

  /// The comparison that is equivalent to a pattern without special characters in its middle.
  ///
  /// A pattern compares scalars, so the comparison is one of bytes: `[n]`.
  private func literal(_ pattern: CompiledPattern) -> TextTest? {
    guard case .success(let expression) = pattern,
      options.isDisjoint(with: [.caseInsensitive, .diacriticInsensitive])
    else { return nil }
    return switch expression.simplification {
    case .exact(let text): TextTest(.equal(isInverted: false), text, .normalized)
    case .prefix(let text): TextTest(.prefix, text, .normalized)
    case .suffix(let text): TextTest(.suffix, text, .normalized)
    case .contains(let text): TextTest(.contains, text, .normalized)
    case .anything, .none: nil
    }
  }

  private static func matches(
    _ text: String, _ expression: any RegularExpression, _ run: EvaluationContext
  ) throws(EvaluationError) -> Bool {
    try run.spend(1 + text.utf8.count / RegexScratch.bytesOfStep)
    var text = text
    // `withUTF8` rethrows errors without their type.
    let result = text.withUTF8 { bytes in
      Result { () throws(EvaluationError) in
        try expression.matches(bytes, isASCII: bytes.isASCII, run.regexScratch)
      }
    }
    return try result.get()
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether all bytes are ASCII.
  var isASCII: Bool { baseAddress.map { TextWords.isASCII($0, count) } ?? true }
}
