#if canImport(CPCRE2)
  import CPCRE2

  extension RegexScratch {
    /// The initial and the greatest size of the JIT's stack.
    private static let stackSize = (32 * 1024, 1024 * 1024)

    /// Sets the callout that counts the items of a stepwise match.
    func setCallout() {
      guard let stepwise = contexts.stepwise else { return }
      pcre2_set_callout_8(
        stepwise,
        { block, scratch in
          guard let block, let scratch else { return PCRE2_ERROR_CALLOUT }
          return Unmanaged<RegexScratch>.fromOpaque(scratch).takeUnretainedValue()
            .step(to: block.pointee.current_position)
        }, Unmanaged.passUnretained(self).toOpaque())
    }

    static func context(
      _ limits: EvaluationLimits.RegularExpressions, tries: Int
    ) -> OpaquePointer? {
      guard let context = pcre2_match_context_create_8(nil) else { return nil }
      func limit(_ value: Int) -> UInt32 { UInt32(clamping: max(value, 0)) }
      pcre2_set_match_limit_8(context, limit(tries))
      pcre2_set_depth_limit_8(context, limit(limits.depth))
      pcre2_set_heap_limit_8(context, limit(limits.memory / 1024))
      return context
    }

    /// The limits of a short match of a text of `count` bytes.
    func briefContext(_ count: Int) -> OpaquePointer? {
      let tries = min(tries, Self.briefTries.charged, max(1, Self.briefBytes / max(count, 1)))
      if let context = contexts.brief { pcre2_set_match_limit_8(context, UInt32(tries)) }
      return contexts.brief
    }

    /// The limits of a match of a text of `count` bytes that cannot be watched, and the steps that it takes at most: an
    /// attempt can read all of the text.
    func boundedContext(_ count: Int) -> (context: OpaquePointer?, steps: Int) {
      let tries = min(tries, max(1, Self.briefBytes / max(count, 1)))
      if let context = contexts.brief { pcre2_set_match_limit_8(context, UInt32(tries)) }
      return (contexts.brief, tries * (1 + count / 32))
    }

    /// The limits of a match whose steps are charged.
    func stepwiseContext() -> OpaquePointer? {
      (end, steps, offset) = (nil, 0, 0)
      return contexts.stepwise
    }

    /// Charges the remaining steps of the last match.
    func chargeSteps() {
      if end == nil, steps > 0 { end = charge(steps) }
      steps = 0
    }

    /// Counts an item of the pattern before it is tried, and the text that was read before it.
    private func step(to position: Int) -> Int32 {
      steps += 1 + abs(position - offset) / 32
      offset = position
      guard steps >= 256 else { return 0 }
      chargeSteps()
      return end == nil ? 0 : PCRE2_ERROR_CALLOUT
    }

    /// Allocates a stack for the JIT, because its 32 KiB of the thread's stack were not enough.
    ///
    /// Returns false if it has one already.
    func growStack() -> Bool {
      guard stack == nil, matchData != nil else { return false }
      stack = pcre2_jit_stack_create_8(Self.stackSize.0, Self.stackSize.1, nil)
      guard let stack else { return false }
      for context in [contexts.quick, contexts.brief, contexts.stepwise] {
        pcre2_jit_stack_assign_8(context, nil, UnsafeMutableRawPointer(stack))
      }
      return true
    }
  }
#endif
