import CPCRE2

/// Compiles patterns with PCRE2; the codes it returns belong to the caller.
struct PatternCompiler {
  let pattern: String
  let caseInsensitive: Bool
  let foldsDiacritics: Bool

  struct Result {
    var code: OpaquePointer
    var asciiCode: OpaquePointer?
    var ends: LiteralEnds
    var simplification: RegularExpression.Simplification
  }

  func compile(usesShortcuts: Bool) throws(EvaluationError) -> Result {
    guard pattern.utf8.count <= PatternLimits.maximumLength else {
      throw EvaluationError(
        .pattern,
        "the regular expression \(Self.shown(pattern)) is longer than "
          + "\(PatternLimits.maximumLength) bytes")
    }
    let text = foldsDiacritics ? RegexFolding.foldDiacritics(pattern) : pattern
    do throws(PatternFailure) {
      return try compile(text, usesShortcuts: usesShortcuts)
    } catch {
      throw unusable(error, in: text)
    }
  }

  private func compile(_ text: String, usesShortcuts: Bool) throws(PatternFailure) -> Result {
    let rewritten = try rewrite(text, for: .unicode)
    let code: OpaquePointer
    switch Self.compile(rewritten.text, PCRE2_UTF | PCRE2_UCP | options) {
    case .success(let compiled): code = compiled
    case .failure(let error): throw error.located(in: rewritten)
    }
    var result = Result(code: code, asciiCode: nil, ends: .none, simplification: .none)
    if text.isEmpty {
      // Foundation's answer; PCRE2 would match the empty string.
      result.ends = .impossible
    } else if usesShortcuts {
      result.ends = rewritten.ends
      result.simplification = foldsDiacritics ? .none : rewritten.simplification
      // A scalar outside ASCII may be another case of an ASCII one, or beyond a byte.
      if rewritten.isASCII {
        let bytes = try rewrite(text, for: .ascii)
        result.asciiCode = try? Self.compile(bytes.text, options).get()
      }
    }
    return result
  }

  private func rewrite(
    _ text: String, for dialect: ICUScanner.Dialect
  ) throws(PatternFailure) -> ICUPattern {
    try ICUPattern(
      text, for: dialect, caseInsensitive: caseInsensitive, foldsDiacritics: foldsDiacritics)
  }

  private var options: UInt32 {
    PCRE2_ANCHORED | PCRE2_ENDANCHORED | PCRE2_NEVER_BACKSLASH_C
      | (caseInsensitive ? PCRE2_CASELESS : 0)
  }

  /// Why PCRE2 refused a rewritten pattern.
  private struct CompileError: Error {
    let number: Int32
    let offset: Int

    func located(in pattern: ICUPattern) -> PatternFailure {
      let isProperty =
        number == PCRE2_ERROR_UNKNOWN_UNICODE_PROPERTY
        || number == PCRE2_ERROR_MALFORMED_UNICODE_PROPERTY
      if isProperty, let name = pattern.property(at: offset) {
        return PatternFailure(
          reason: "unknown property \"\(name)\"", position: pattern.position(at: offset - 1))
      }
      return PatternFailure(
        reason: PatternCompiler.message(number), position: pattern.position(at: offset))
    }
  }

  private static func compile(
    _ text: [UInt8], _ options: UInt32
  ) -> Swift.Result<OpaquePointer, CompileError> {
    let context = pcre2_compile_context_create_8(nil)
    defer { pcre2_compile_context_free_8(context) }
    if let context {
      pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_ANY))
      pcre2_set_bsr_8(context, UInt32(PCRE2_BSR_UNICODE))
      pcre2_set_parens_nest_limit_8(
        context,
        UInt32(PatternLimits.maximumGroupNesting + 4 * PatternLimits.maximumSetNesting))
    }
    var number: Int32 = 0
    var offset = 0
    guard let code = pcre2_compile_8(text, text.count, options, &number, &offset, context) else {
      return .failure(CompileError(number: number, offset: offset))
    }
    // Without JIT, on systems that forbid it, matching falls back to the interpreter.
    pcre2_jit_compile_8(code, PCRE2_JIT_COMPLETE)
    return .success(code)
  }
}
