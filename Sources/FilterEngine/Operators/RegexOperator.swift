import FilterSyntax

/// `MATCHES`.
enum RegexOperator {
  /// With a pattern that is known when the predicate is made; where it is no pattern, that is an
  /// error only once a string has to match it.
  static func prepared(_ pattern: CompiledPattern) -> ComparisonBody {
    SubstringOperator.body("MATCHES") { text, _, run throws(EvaluationError) in
      try matches(text, try pattern.get(), run)
    }
  }

  /// With a pattern that may differ from row to row; the last one is kept for the run.
  static func perRow(_ options: AST.Comparison.Options, slot: Int) -> ComparisonBody {
    SubstringOperator.body("MATCHES") { text, pattern, run throws(EvaluationError) in
      if let last = run.patterns[slot], last.pattern.hasSameBytes(as: pattern) {
        return try matches(text, last.expression, run)
      }
      let expression = try RegularExpression(pattern, options)
      run.patterns[slot] = RunPattern(pattern: pattern, expression: expression)
      return try matches(text, expression, run)
    }
  }

  private static func matches(
    _ text: String, _ expression: RegularExpression, _ run: EvaluationRun
  ) throws(EvaluationError) -> Bool {
    var text = text
    // `withUTF8` passes on errors without their type.
    let result = text.withUTF8 { bytes in
      Result { () throws(EvaluationError) in
        try expression.matches(bytes, isASCII: bytes.isASCII, run.regexScratch)
      }
    }
    return try result.get()
  }
}

/// A constant pattern, or why it cannot be one; that is an error only where a string has to match it.
typealias CompiledPattern = Result<RegularExpression, EvaluationError>

extension RegularExpression {
  convenience init(
    _ pattern: String, _ options: AST.Comparison.Options
  ) throws(EvaluationError) {
    let folds = !options.contains(.normalized)
    try self.init(
      pattern, caseInsensitive: folds && options.contains(.caseInsensitive),
      diacriticInsensitive: folds && options.contains(.diacriticInsensitive))
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether all bytes are ASCII.
  var isASCII: Bool { baseAddress.map { TextWords.isASCII($0, count) } ?? true }
}
