import CPCRE2

/// What PCRE2 needs to match, made once a run and confined to it.
///
/// Holds memory of PCRE2, freed with it.
final class RegexScratch {
  /// Nil where memory ran out; then no match is tried.
  let matchData: OpaquePointer?
  /// The limits; without them there is no match data.
  let context: OpaquePointer?
  private var stack: OpaquePointer?

  /// The JIT's stack: as little as it begins with, as much as it may grow to.
  static let stackSize = (32 * 1024, 1024 * 1024)

  init() {
    context = pcre2_match_context_create_8(nil)
    // Whether there is a match is all that is asked for, so one pair of offsets is enough. Without
    // limits none is tried.
    matchData = context == nil ? nil : pcre2_match_data_create_8(1, nil)
    if let context {
      pcre2_set_match_limit_8(context, EvaluationLimits.regexMatchLimit)
      pcre2_set_depth_limit_8(context, EvaluationLimits.regexDepthLimit)
      pcre2_set_heap_limit_8(context, EvaluationLimits.regexHeapLimit)
    }
  }

  deinit {
    pcre2_match_data_free_8(matchData)
    pcre2_match_context_free_8(context)
    pcre2_jit_stack_free_8(stack)
  }

  /// Gives the JIT a stack of its own, as the 32 KiB that it takes of the thread's were too few.
  ///
  /// False where it has one already.
  func growStack() -> Bool {
    guard stack == nil else { return false }
    stack = pcre2_jit_stack_create_8(Self.stackSize.0, Self.stackSize.1, nil)
    guard let stack, let context else { return false }
    pcre2_jit_stack_assign_8(context, nil, UnsafeMutableRawPointer(stack))
    return true
  }
}
