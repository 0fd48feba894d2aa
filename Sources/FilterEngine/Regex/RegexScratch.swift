import CPCRE2

/// What PCRE2 needs to match, made once a run and confined to it.
///
/// Holds memory of PCRE2, freed with it.
///
/// Code of the JIT cannot be interrupted, so that a match is tried in two ways. The first has a limit of tries that
/// keeps it short: a try may go through all of the text, so that the longer the text, the fewer there are. What needs
/// more is matched once more with a code that has automatic callouts: PCRE2 calls `step` before each item of the
/// pattern, which charges the run, and ends the match where the run has to end.
final class RegexScratch {
  /// Nil where memory ran out; then no match is tried.
  let matchData: OpaquePointer?

  /// The limits of each way of matching. Without all of them there is no match data.
  let contexts: (quick: OpaquePointer?, brief: OpaquePointer?, stepwise: OpaquePointer?)

  private var stack: OpaquePointer?

  /// Charges steps; the error where there are not so many left, or the run has to end.
  private let charge: (Int) -> EvaluationError?

  /// Why the last match was ended.
  private(set) var end: EvaluationError?

  /// What the match that is under way has done since steps were charged, and where it was.
  private var steps = 0
  private var place = 0

  /// The tries of one match.
  private let tries: Int

  /// The JIT's stack: as little as it begins with, as much as it may grow to.
  static let stackSize = (32 * 1024, 1024 * 1024)

  /// The bytes of text that are a step of a match.
  static let bytesOfStep = 8

  /// Longer texts are tried briefly.
  static let quickLength = 4_096

  /// The same for a pattern with so many parts that look around or never give back.
  ///
  /// Each of them can go through the text for every scalar of it, once more for each that it is inside of, and PCRE2
  /// counts no try for that.
  static func quickLength(lookingAround count: Int) -> Int {
    guard count > 0 else { return quickLength }
    var length = quickLength
    func isLong(_ length: Int) -> Bool {
      var work = length
      for _ in 0..<min(count, 32) {
        work *= length
        if work > briefBytes { return true }
      }
      return false
    }
    while length > 1, isLong(length) { length /= 2 }
    return length == quickLength ? quickLength - 1 : length
  }

  /// The most bytes that the tries of a brief match go through: 2^20 units of work.
  private static let briefBytes = 1 << 25

  /// The tries of a match of a text of `quickLength`, whose steps are not counted.
  private static let quickTries = briefBytes / quickLength

  /// The tries of a match whose steps are charged by the length of its text alone, and of a quick one where a run
  /// may have to end.
  private static let briefTries = (charged: 64, watched: 256)

  /// Memory for a run, whose steps `charge` takes.
  init(
    _ limits: EvaluationLimits.RegularExpressions = .init(), isWatched: Bool = false,
    charge: @escaping (Int) -> EvaluationError? = { _ in nil }
  ) {
    tries = min(max(limits.tries, 0), Int(UInt32.max))
    self.charge = charge
    let quick = min(tries, isWatched ? Self.briefTries.watched : Self.quickTries)
    contexts = (
      Self.context(limits, tries: quick), Self.context(limits, tries: 0),
      Self.context(limits, tries: tries)
    )
    // Whether there is a match is all that is asked for, so one pair of offsets is enough. Without
    // limits none is tried.
    let hasContexts = contexts.quick != nil && contexts.brief != nil && contexts.stepwise != nil
    matchData = hasContexts ? pcre2_match_data_create_8(1, nil) : nil
    guard let stepwise = contexts.stepwise else { return }
    pcre2_set_callout_8(
      stepwise,
      { block, scratch in
        guard let block, let scratch else { return PCRE2_ERROR_CALLOUT }
        return Unmanaged<RegexScratch>.fromOpaque(scratch).takeUnretainedValue()
          .step(to: block.pointee.current_position)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    pcre2_match_data_free_8(matchData)
    pcre2_match_context_free_8(contexts.quick)
    pcre2_match_context_free_8(contexts.brief)
    pcre2_match_context_free_8(contexts.stepwise)
    pcre2_jit_stack_free_8(stack)
  }

  private static func context(
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

  /// The limits of a match whose steps are charged.
  func stepwiseContext() -> OpaquePointer? {
    (end, steps, place) = (nil, 0, 0)
    return contexts.stepwise
  }

  /// Charges the steps of the last match that are not charged yet.
  func chargeSteps() {
    if end == nil, steps > 0 { end = charge(steps) }
    steps = 0
  }

  /// Counts an item of the pattern that is going to be tried, and the text that was passed before it.
  private func step(to position: Int) -> Int32 {
    steps += 1 + abs(position - place) / 32
    place = position
    guard steps >= 256 else { return 0 }
    chargeSteps()
    return end == nil ? 0 : PCRE2_ERROR_CALLOUT
  }

  /// Gives the JIT a stack of its own, as the 32 KiB that it takes of the thread's were too few.
  ///
  /// False where it has one already.
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
