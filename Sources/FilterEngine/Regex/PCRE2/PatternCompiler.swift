#if canImport(CPCRE2)
  import CPCRE2
  import FilterSyntax

  /// Compiles patterns with PCRE2. The caller owns the returned code.
  struct PatternCompiler {
    let source: RegexSource

    struct Result {
      /// For ASCII strings, or for all strings if `isUnicode`.
      var code: OpaquePointer
      var isUnicode: Bool
      var ends: LiteralEnds
      var simplification: PatternSimplification
    }

    /// Compiles the pattern for ASCII strings, or for all strings if it names other scalars, which can be
    /// another case of an ASCII one.
    ///
    /// Without shortcuts, all strings use the same code, and ends are not tested first.
    func compile(usesShortcuts: Bool) throws(EvaluationError) -> Result {
      let text = source.text
      do throws(PatternFailure) {
        let rewritten = try source.rewritten(text, for: .ascii)
        let ends = source.ends(of: rewritten, usesShortcuts: usesShortcuts)
        let simplification = source.simplification(of: rewritten, usesShortcuts: usesShortcuts)
        if usesShortcuts, rewritten.isASCII,
          let code = try? Self.compile(rewritten, options).get()
        {
          return Result(
            code: code, isUnicode: false, ends: ends, simplification: simplification)
        }
        return Result(
          code: try compileUnicode(text), isUnicode: true, ends: ends,
          simplification: simplification)
      } catch {
        throw source.unusable(error, in: text)
      }
    }

    /// Compiles the pattern for all strings.
    func compileUnicode() throws(EvaluationError) -> OpaquePointer {
      let text = source.text
      do throws(PatternFailure) {
        return try compileUnicode(text)
      } catch {
        throw source.unusable(error, in: text)
      }
    }

    /// Compiles the pattern for ASCII or for all strings, with a callout before each item.
    func compileStepwise(isUnicode: Bool) throws(PatternFailure) -> OpaquePointer {
      let rewritten = try source.rewritten(source.text, for: isUnicode ? .unicode : .ascii)
      let dialect = isUnicode ? PCRE2_UTF | PCRE2_UCP : 0
      switch Self.compile(rewritten, dialect | options | PCRE2_AUTO_CALLOUT) {
      case .success(let code): return code
      case .failure(let error): throw error.located(in: rewritten)
      }
    }

    private func compileUnicode(_ text: String) throws(PatternFailure) -> OpaquePointer {
      let rewritten = try source.rewritten(text, for: .unicode)
      switch Self.compile(rewritten, PCRE2_UTF | PCRE2_UCP | options) {
      case .success(let code): return code
      case .failure(let error): throw error.located(in: rewritten)
      }
    }

    private var options: UInt32 {
      PCRE2_ANCHORED | PCRE2_ENDANCHORED | PCRE2_NEVER_BACKSLASH_C
        | (source.caseInsensitive ? PCRE2_CASELESS : 0)
    }

    /// The error of PCRE2 for a rewritten pattern.
    private struct CompileError: Error {
      let number: Int32
      let offset: Int

      func located(in pattern: ICUPattern) -> PatternFailure {
        let isProperty =
          number == PCRE2_ERROR_UNKNOWN_UNICODE_PROPERTY
          || number == PCRE2_ERROR_MALFORMED_UNICODE_PROPERTY
        if isProperty, let property = pattern.property(at: offset) {
          return PatternFailure(
            reason: "unknown property \"\(property.name.shown)\"", position: property.source)
        }
        return PatternFailure(
          reason: PatternCompiler.message(number), position: pattern.position(at: offset))
      }
    }

    private static func compile(
      _ pattern: ICUPattern, _ options: UInt32
    ) -> Swift.Result<OpaquePointer, CompileError> {
      let text = pattern.text
      // PCRE2 first compares the length of a text with the least length of a match. It computes that without the branches
      // of a group that refer to the group itself, so that `(aa|\1?)` would not match the empty text.
      let options = options | (pattern.refersToItself ? PCRE2_NO_START_OPTIMIZE : 0)
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
      // On systems that forbid a JIT, matching falls back to the interpreter.
      pcre2_jit_compile_8(code, PCRE2_JIT_COMPLETE)
      return .success(code)
    }

    /// The memory of compiled code, and the steps that compiling it is worth.
    static func size(of code: OpaquePointer) -> (bytes: Int, steps: Int) {
      var (size, machineSize) = (0, 0)
      pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_SIZE), &size)
      pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_JITSIZE), &machineSize)
      return (size + machineSize, min(size / 2 + machineSize / 4, maximumSteps))
    }

    /// The steps of the largest code: PCRE2 ends at 64 KiB before machine code is made of it.
    static let maximumSteps = 1 << 19

    /// The message of PCRE2.
    static func message(_ number: Int32) -> String {
      var buffer = [UInt8](repeating: 0, count: 256)
      let length = pcre2_get_error_message_8(number, &buffer, buffer.count)
      return length > 0 ? String(decoding: buffer.prefix(Int(length)), as: UTF8.self) : "\(number)"
    }
  }
#endif
