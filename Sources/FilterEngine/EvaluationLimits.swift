/// How much work an evaluation may be: a value that the calls which evaluate take as `limits:`.
///
/// ```swift
/// var limits = EvaluationLimits.standard
/// limits.steps = 100_000
/// limits.time = .milliseconds(50)
/// let found = try items.filter(predicate, limits: limits)
/// ```
///
/// A limit that is hit is an ``EvaluationError`` that names it, with the part of the filter that hit it. A negative
/// limit is 0. What a test of stored properties reads in place is bounded by the item and is not charged.
///
/// ``time`` and the cancellation of the task end a call as well, inside one item too. Both are looked up after a
/// bounded amount of work, so that a call that is shorter than that is not ended.
public struct EvaluationLimits: Sendable {
  /// The steps that one item may take; 10,000,000 by default.
  ///
  /// A step is an element that a loop visits, a value inside a collection that is made, compared or hashed, 32
  /// bytes of text that are searched, compared or made, 8 bytes of text that a regular expression is matched
  /// with, and a try of one that tries often.
  public var steps = 10_000_000

  /// The values that may be put into lists and sets for one item; 10,000,000 by default.
  public var elements = 10_000_000

  /// The bytes of text that functions, messages, keys and casts may make for one item; 320,000,000 by default.
  public var bytes = 320_000_000

  /// The bytes of one text that joining or replacing may make; 16 MiB by default, as long as the text of a
  /// filter.
  public var textBytes = 1 << 24

  /// How deep collections may be inside each other, in values that an evaluation reads or makes.
  ///
  /// The default, ``FilterValue/maximumDepth``, is the most that counts.
  public var depth = FilterValue.maximumDepth

  /// The time that one call may take, for all items together; none by default.
  public var time: Duration?

  /// The limits of one match of a regular expression.
  public var regularExpressions = RegularExpressions()

  /// The limits of one match of a regular expression with one text.
  public struct RegularExpressions: Hashable, Sendable {
    /// The positions that may be tried; 100,000 by default. Foundation's library tries a multiple of 10,000.
    public var tries = 100_000

    /// How deep tries may nest where PCRE2 interprets them; 1,000 by default.
    public var depth = 1_000

    /// The memory that may be used where PCRE2 interprets tries, in bytes; 8 MiB by default.
    public var memory = 8 << 20

    /// The standard limits.
    public init() {}
  }

  /// When a call ends, for several calls that share one time; in place of ``time``.
  package var deadline: ContinuousClock.Instant?

  /// Asked where time and cancellation are looked up; true ends the evaluation as cancelled.
  package var isInterrupted: (@Sendable () -> Bool)?

  /// The standard limits.
  public init() {}

  /// The limits that hold where a call is given none: steps, memory and depth are limited, time is not.
  public static let standard = EvaluationLimits()
}

extension EvaluationLimits {
  /// The same limits, their time begun now, for a call that is made of several.
  package func beginning() -> EvaluationLimits {
    guard deadline == nil, let time else { return self }
    var limits = self
    limits.deadline = .now + min(max(time, .zero), Self.longestTime)
    return limits
  }

  /// Why a call of several evaluations has to end, nil where it goes on.
  package var end: EvaluationError? { EvaluationWatch(self)?.reason(at: nil) }

  /// Longer times do not limit anything, and would overflow the clock.
  private static let longestTime = Duration.seconds(1 << 40)
}
