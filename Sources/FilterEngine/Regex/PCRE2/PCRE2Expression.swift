#if canImport(CPCRE2)
  import CPCRE2
  import Synchronization

  /// A regular expression that is matched by PCRE2.
  ///
  /// A match runs JIT code on the bytes of the string, which are valid UTF-8 and so are not checked again.
  /// ASCII strings have separate code, in byte mode and without Unicode properties, which is twice as fast. The
  /// code for other strings is made at the first one.
  final class PCRE2Expression: RegularExpression, @unchecked Sendable {
    // Unchecked: a compiled pattern does not change, and PCRE2 permits threads to share it.
    let code: OpaquePointer
    private let unicodeCode: Atomic<OpaquePointer?>
    // Kept, so that several such strings do not compile the pattern repeatedly.
    private let unicodeFailure = Mutex<EvaluationError?>(nil)

    // The same code with callouts, for long matches; made at the first one.
    private let stepwiseCode = Atomic<OpaquePointer?>(nil)
    private let unicodeStepwiseCode = Atomic<OpaquePointer?>(nil)

    let ends: LiteralEnds
    /// The greatest length of a text that is matched without counting the steps of the match, in bytes.
    let quickLength: Int

    private let foldsDiacritics: Bool
    private let compiler: PatternCompiler
    private let memory: PatternMemory

    let simplification: PatternSimplification
    let compilationSteps: Int

    /// Without shortcuts, all strings use the same code, and ends are not tested first.
    init(
      _ source: RegexSource, usesShortcuts: Bool, _ memory: PatternMemory
    ) throws(EvaluationError) {
      compiler = PatternCompiler(source: source)
      self.memory = memory
      let result = try compiler.compile(usesShortcuts: usesShortcuts)
      code = result.code
      unicodeCode = Atomic(result.isUnicode ? result.code : nil)
      ends = result.ends
      quickLength = RegexScratch.quickLength(lookingAround: source.lookCount)
      simplification = result.simplification
      foldsDiacritics = source.foldsDiacritics
      let size = PatternCompiler.size(of: result.code)
      compilationSteps = size.steps
      // The object frees the code if this throws.
      try memory.take(size.bytes)
    }

    deinit {
      let other = unicodeCode.load(ordering: .acquiring)
      if other != code {
        pcre2_code_free_8(other)
      }
      pcre2_code_free_8(code)
      pcre2_code_free_8(stepwiseCode.load(ordering: .acquiring))
      pcre2_code_free_8(unicodeStepwiseCode.load(ordering: .acquiring))
    }

    func matches(
      _ text: UnsafeBufferPointer<UInt8>, isASCII: Bool, _ scratch: RegexScratch
    ) throws(EvaluationError) -> Bool {
      // A look-around can read the text for each of its scalars, which no limit counts.
      let isShort = text.count <= quickLength || quickLength == RegexScratch.quickLength
      var result = isShort ? run(text, isASCII: isASCII, scratch, .brief) : PCRE2_ERROR_MATCHLIMIT
      if result < PCRE2_ERROR_NOMATCH {
        scratch.end = nil
        result = run(text, isASCII: isASCII, scratch, .stepwise)
        scratch.chargeSteps()
        if let end = scratch.end { throw end }
      }
      guard result >= PCRE2_ERROR_NOMATCH else {
        if !isASCII, let failure = unicodeFailure.withLock({ $0 }) {
          throw failure
        }
        throw compiler.source.gaveUp(PatternCompiler.message(result))
      }
      return result >= 0
    }

    func test(
      _ text: UnsafeBufferPointer<UInt8>, isASCII: Bool, _ scratch: RegexScratch
    ) -> Int8 {
      let isQuick = text.count <= quickLength
      guard isQuick || quickLength == RegexScratch.quickLength else { return -1 }
      let result = run(text, isASCII: isASCII, scratch, isQuick ? .quick : .brief)
      return result >= 0 ? 1 : result == PCRE2_ERROR_NOMATCH ? 0 : -1
    }

    func range(
      ofGroup group: Int, in text: UnsafeBufferPointer<UInt8>, isASCII: Bool,
      _ scratch: RegexScratch
    ) throws(EvaluationError) -> Range<Int>? {
      var groupCount: UInt32 = 0
      pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_CAPTURECOUNT), &groupCount)
      guard 0..<Int(groupCount) ~= group else { return nil }
      // The first group of the code is the whole match.
      guard scratch.hold(pairs: group + 2) else {
        throw compiler.source.gaveUp(PatternCompiler.message(PCRE2_ERROR_NOMEMORY))
      }
      return try matches(text, isASCII: isASCII, scratch) ? scratch.range(ofPair: group + 1) : nil
    }

    /// The limits of a match.
    private enum Way { case quick, brief, stepwise }

    @inline(__always)
    private func run(
      _ text: UnsafeBufferPointer<UInt8>, isASCII: Bool, _ scratch: RegexScratch, _ way: Way
    ) -> Int32 {
      if foldsDiacritics, !isASCII {
        return runFolded(text, scratch, way)
      }
      guard ends.admit(text) else { return PCRE2_ERROR_NOMATCH }
      return isASCII ? run(code, text, scratch, way) : runUnicode(text, scratch, way)
    }

    @inline(never)
    private func runFolded(
      _ text: UnsafeBufferPointer<UInt8>, _ scratch: RegexScratch, _ way: Way
    ) -> Int32 {
      RegexFolding.foldDiacritics(text).withUnsafeBufferPointer { folded in
        ends.admit(folded) ? runUnicode(folded, scratch, way) : PCRE2_ERROR_NOMATCH
      }
    }

    private func runUnicode(
      _ text: UnsafeBufferPointer<UInt8>, _ scratch: RegexScratch, _ way: Way
    ) -> Int32 {
      guard let code = unicodeCode.load(ordering: .acquiring) ?? makeUnicodeCode(scratch) else {
        return PCRE2_ERROR_INTERNAL
      }
      return run(code, text, scratch, way)
    }

    /// Compiles the code for all strings. If two threads do so, the later one uses the code of the other.
    ///
    /// Nil if PCRE2 refuses it, because Unicode makes a pattern larger.
    @inline(never)
    private func makeUnicodeCode(_ scratch: RegexScratch) -> OpaquePointer? {
      guard unicodeFailure.withLock({ $0 == nil }) else { return nil }
      do throws(EvaluationError) {
        if let failure = memory.failure { throw failure }
        return try keep(compiler.compileUnicode(), in: unicodeCode, scratch)
      } catch {
        unicodeFailure.withLock { $0 = error }
        return nil
      }
    }

    /// Keeps new code, or returns the code that another thread has made in the meantime.
    private func keep(
      _ new: OpaquePointer, in place: borrowing Atomic<OpaquePointer?>, _ scratch: RegexScratch
    ) throws(EvaluationError) -> OpaquePointer? {
      let size = PatternCompiler.size(of: new)
      // The row that is the first to need it is not charged. The end of the run is noticed at the next charge.
      _ = scratch.work(size.steps)
      do throws(EvaluationError) {
        try memory.take(size.bytes)
      } catch {
        pcre2_code_free_8(new)
        throw error
      }
      let (isFirst, old) = place.compareExchange(
        expected: nil, desired: new, ordering: .acquiringAndReleasing)
      if isFirst { return new }
      pcre2_code_free_8(new)
      return old
    }

    /// The code with callouts that is equivalent to `code`; nil if it cannot be had, because callouts make a pattern
    /// larger.
    @inline(never)
    private func stepwiseCode(_ code: OpaquePointer, _ scratch: RegexScratch) -> OpaquePointer? {
      code == unicodeCode.load(ordering: .acquiring)
        ? stepwiseCode(unicodeStepwiseCode, isUnicode: true, scratch)
        : stepwiseCode(stepwiseCode, isUnicode: false, scratch)
    }

    private func stepwiseCode(
      _ place: borrowing Atomic<OpaquePointer?>, isUnicode: Bool, _ scratch: RegexScratch
    ) -> OpaquePointer? {
      if let known = place.load(ordering: .acquiring) { return known }
      guard memory.failure == nil, let new = try? compiler.compileStepwise(isUnicode: isUnicode)
      else { return nil }
      return try? keep(new, in: place, scratch)
    }

    @inline(__always)
    private func run(
      _ code: OpaquePointer, _ text: UnsafeBufferPointer<UInt8>, _ scratch: RegexScratch, _ way: Way
    ) -> Int32 {
      switch way {
      case .quick: Self.run(code, text, scratch, scratch.contexts.quick)
      case .brief: Self.run(code, text, scratch, scratch.briefContext(text.count))
      case .stepwise: runStepwise(code, text, scratch)
      }
    }

    /// A match that is watched: with callouts. Without them it has so few attempts that it takes a fraction of a
    /// second; in a long text those of the interpreter, which counts looks ahead, too.
    @inline(never)
    private func runStepwise(
      _ code: OpaquePointer, _ text: UnsafeBufferPointer<UInt8>, _ scratch: RegexScratch
    ) -> Int32 {
      if let stepwise = stepwiseCode(code, scratch) {
        return Self.run(stepwise, text, scratch, scratch.stepwiseContext())
      }
      let (context, steps) = scratch.boundedContext(text.count)
      scratch.end = scratch.charge(steps)
      guard scratch.end == nil, let base = text.baseAddress, scratch.matchData != nil else {
        return PCRE2_ERROR_MATCHLIMIT
      }
      if text.count <= quickLength { return Self.run(code, text, scratch, context) }
      return pcre2_match_8(
        code, base, text.count, 0, PCRE2_NO_UTF_CHECK | PCRE2_NO_JIT, scratch.matchData, context)
    }

    @inline(__always)
    private static func run(
      _ code: OpaquePointer, _ text: UnsafeBufferPointer<UInt8>, _ scratch: RegexScratch,
      _ context: OpaquePointer?
    ) -> Int32 {
      guard let base = text.baseAddress, scratch.matchData != nil else {
        return runEmpty(code, scratch, context)
      }
      let result = pcre2_jit_match_8(
        code, base, text.count, 0, PCRE2_NO_UTF_CHECK, scratch.matchData, context)
      return result >= PCRE2_ERROR_NOMATCH
        ? result : retry(code, base, text.count, scratch, context, result)
    }

    /// The JIT does not check for null, so an empty text needs an address.
    @inline(never)
    private static func runEmpty(
      _ code: OpaquePointer, _ scratch: RegexScratch, _ context: OpaquePointer?
    ) -> Int32 {
      guard scratch.matchData != nil else { return PCRE2_ERROR_NOMEMORY }
      return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) { place in
        place.initialize(repeating: 0)
        return run(code, UnsafeBufferPointer(rebasing: place[..<0]), scratch, context)
      }
    }

    /// The fallback when the JIT gives up: a larger stack, and then the interpreter, which is also used without
    /// a JIT.
    @inline(never)
    private static func retry(
      _ code: OpaquePointer, _ base: UnsafePointer<UInt8>, _ count: Int, _ scratch: RegexScratch,
      _ context: OpaquePointer?, _ first: Int32
    ) -> Int32 {
      var result = first
      if result == PCRE2_ERROR_JIT_STACKLIMIT, scratch.growStack() {
        result = pcre2_jit_match_8(
          code, base, count, 0, PCRE2_NO_UTF_CHECK, scratch.matchData, context)
      }
      if result == PCRE2_ERROR_JIT_STACKLIMIT || result == PCRE2_ERROR_JIT_BADOPTION {
        result = pcre2_match_8(
          code, base, count, 0, PCRE2_NO_UTF_CHECK | PCRE2_NO_JIT, scratch.matchData,
          context)
      }
      return result
    }
  }
#endif
