#if canImport(CPCRE2)
  import CPCRE2
#endif

/// The state for the matches of a run, made once for each run and used only there.
///
/// It owns memory of PCRE2, if PCRE2 is used.
///
/// JIT code cannot be interrupted, so a match has two stages. The first one has a limit of attempts that keeps
/// it short: an attempt can read all of the text, so a longer text gets fewer attempts. A match that needs more
/// runs again with code that has automatic callouts: PCRE2 calls `step` before each item of the pattern. That
/// charges the run, and ends the match if the run must end.
package final class RegexScratch {
  /// Charges steps. Returns the error if too few are left, or if the run must end.
  let charge: (Int) -> EvaluationError?

  /// Counts work that is not charged to a row. Returns the error if the run must end.
  let work: (Int) -> EvaluationError?

  /// The limit of attempts of one match.
  let tries: Int

  #if canImport(CPCRE2)
    /// Nil without memory. No match is then attempted.
    private(set) var matchData: OpaquePointer?

    /// The number of groups whose ranges the match data hold, the whole match among them.
    private var pairs = 1

    /// The limits of each stage. There is match data only with all of them.
    let contexts: (quick: OpaquePointer?, brief: OpaquePointer?, stepwise: OpaquePointer?)

    /// The JIT's stack, if that of the thread was too small.
    var stack: OpaquePointer?

    /// The error that ended the last match.
    var end: EvaluationError?

    /// The items of the current match since its steps were last charged, and its position.
    var steps = 0
    var offset = 0
  #endif

  /// The number of bytes of text for a step of a match.
  static let bytesOfStep = 8

  /// A longer text first gets a brief match.
  static let quickLength = 4_096

  /// The same limit for a pattern with this many look-arounds and atomic parts.
  ///
  /// Each of them can read the text for each of its scalars, again for each one around it, and PCRE2 does not
  /// count this as an attempt.
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

  /// The greatest number of bytes that the attempts of a brief match read: 2^20 units of work.
  static let briefBytes = 1 << 25

  /// The attempts of a match of a text up to `quickLength`, whose steps are not counted.
  private static let quickTries = briefBytes / quickLength

  /// The attempts of a match whose steps are charged only by the length of its text, and of a quick match in a
  /// run that can end early.
  static let briefTries = (charged: 64, watched: 256)

  /// The state for a run. `charge` charges its steps, and `work` only looks at its watch.
  init(
    _ limits: EvaluationLimits.RegularExpressions = .init(), isWatched: Bool = false,
    charge: @escaping (Int) -> EvaluationError? = { _ in nil },
    work: @escaping (Int) -> EvaluationError? = { _ in nil }
  ) {
    self.work = work
    tries = min(max(limits.tries, 0), Int(UInt32.max))
    self.charge = charge
    #if canImport(CPCRE2)
      let quick = min(tries, isWatched ? Self.briefTries.watched : Self.quickTries)
      contexts = (
        Self.context(limits, tries: quick), Self.context(limits, tries: 0),
        Self.context(limits, tries: tries)
      )
      // One pair of offsets is enough where only the existence of a match matters. Without limits no match is
      // attempted.
      let hasContexts = contexts.quick != nil && contexts.brief != nil && contexts.stepwise != nil
      matchData = hasContexts ? pcre2_match_data_create_8(1, nil) : nil
      setCallout()
    #endif
  }

  #if canImport(CPCRE2)
    deinit {
      pcre2_match_data_free_8(matchData)
      pcre2_match_context_free_8(contexts.quick)
      pcre2_match_context_free_8(contexts.brief)
      pcre2_match_context_free_8(contexts.stepwise)
      pcre2_jit_stack_free_8(stack)
    }

    /// Makes room for the ranges of so many groups. Returns whether there is memory.
    func hold(pairs count: Int) -> Bool {
      guard count > pairs else { return matchData != nil }
      guard matchData != nil, let larger = pcre2_match_data_create_8(UInt32(count), nil) else {
        return false
      }
      pcre2_match_data_free_8(matchData)
      (matchData, pairs) = (larger, count)
      return true
    }

    /// The bytes of a group in the last match; nil if it took no part in it.
    func range(ofPair pair: Int) -> Range<Int>? {
      guard let offsets = pcre2_get_ovector_pointer_8(matchData) else { return nil }
      // Those of a group that takes no part are -1.
      let (start, end) = (offsets[2 * pair], offsets[2 * pair + 1])
      return start >= 0 && start <= end ? start..<end : nil
    }
  #endif
}
