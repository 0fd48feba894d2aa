import FilterSyntax

/// `BEGINSWITH`, `ENDSWITH` and `LIKE`: operators between two strings.
enum SubstringOperator {
  /// What holds of two strings; false where one is `nil`.
  static func body(
    _ name: String,
    _ test: @escaping @Sendable (String, String, EvaluationRun) throws(EvaluationError) -> Bool
  ) -> ComparisonBody {
    { left, right, run throws(EvaluationError) in
      if case .string(let text) = left, case .string(let needle) = right {
        return try test(text, needle, run)
      }
      guard left.kind != .null, right.kind != .null else { return false }
      let stranger = left.kind == .string ? right : left
      throw EvaluationError(
        .kindMismatch, "\(name) takes strings, and \(stranger.clipped) is \(stranger.kind.phrase)")
    }
  }

  static func beginsWith(_ options: AST.Comparison.Options) -> ComparisonBody {
    let comparison = TextComparison(options)
    return body("BEGINSWITH") { text, needle, _ in comparison.begins(text, with: needle) }
  }

  static func endsWith(_ options: AST.Comparison.Options) -> ComparisonBody {
    let comparison = TextComparison(options)
    return body("ENDSWITH") { text, needle, _ in comparison.ends(text, with: needle) }
  }

  static func like(_ options: AST.Comparison.Options) -> ComparisonBody {
    body("LIKE") { text, pattern, _ in
      var text = text
      let compiled = LikePattern(pattern, options)
      return text.withUTF8 { compiled.matches($0) }
    }
  }

  /// With a constant right side, prepared once.
  static func prepared(
    _ name: String, _ test: @escaping @Sendable (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> ComparisonBody {
    body(name) { text, _, _ in
      var text = text
      return text.withUTF8(test)
    }
  }
}
