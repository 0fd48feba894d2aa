#if PCRE2 && os(Linux)
  import CPCRE2
#endif

/// What the matches of a run need, made once a run and confined to it.
///
/// Holds memory of PCRE2, freed with it, where PCRE2 matches.
///
/// Code of the JIT cannot be interrupted, so that a match is tried in two ways. The first has a limit of tries that
/// keeps it short: a try may go through all of the text, so that the longer the text, the fewer there are. What needs
/// more is matched once more with a code that has automatic callouts: PCRE2 calls `step` before each item of the
/// pattern, which charges the run, and ends the match where the run has to end.
final class RegexScratch {
  /// Charges steps; the error where there are not so many left, or the run has to end.
  let charge: (Int) -> EvaluationError?

  /// The tries of one match.
  let tries: Int

  #if PCRE2 && os(Linux)
    /// Nil where memory ran out; then no match is tried.
    let matchData: OpaquePointer?

    /// The limits of each way of matching. Without all of them there is no match data.
    let contexts: (quick: OpaquePointer?, brief: OpaquePointer?, stepwise: OpaquePointer?)

    /// The JIT's stack, where that of the thread was too small.
    var stack: OpaquePointer?

    /// Why the last match was ended.
    var end: EvaluationError?

    /// What the match that is under way has done since steps were charged, and where it was.
    var steps = 0
    var place = 0
  #endif

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
  static let briefBytes = 1 << 25

  /// The tries of a match of a text of `quickLength`, whose steps are not counted.
  private static let quickTries = briefBytes / quickLength

  /// The tries of a match whose steps are charged by the length of its text alone, and of a quick one where a run
  /// may have to end.
  static let briefTries = (charged: 64, watched: 256)

  /// Memory for a run, whose steps `charge` takes.
  init(
    _ limits: EvaluationLimits.RegularExpressions = .init(), isWatched: Bool = false,
    charge: @escaping (Int) -> EvaluationError? = { _ in nil }
  ) {
    tries = min(max(limits.tries, 0), Int(UInt32.max))
    self.charge = charge
    #if PCRE2 && os(Linux)
      let quick = min(tries, isWatched ? Self.briefTries.watched : Self.quickTries)
      contexts = (
        Self.context(limits, tries: quick), Self.context(limits, tries: 0),
        Self.context(limits, tries: tries)
      )
      // Whether there is a match is all that is asked for, so one pair of offsets is enough. Without
      // limits none is tried.
      let hasContexts = contexts.quick != nil && contexts.brief != nil && contexts.stepwise != nil
      matchData = hasContexts ? pcre2_match_data_create_8(1, nil) : nil
      setCallout()
    #endif
  }

  #if PCRE2 && os(Linux)
    deinit {
      pcre2_match_data_free_8(matchData)
      pcre2_match_context_free_8(contexts.quick)
      pcre2_match_context_free_8(contexts.brief)
      pcre2_match_context_free_8(contexts.stepwise)
      pcre2_jit_stack_free_8(stack)
    }
  #endif
}
