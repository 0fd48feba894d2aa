/// Limits on the work of an evaluation, and of making a predicate. Calls take them as `limits:`, and a predicate keeps those
/// that it was made with.
///
/// ```swift
/// var limits = EvaluationLimits.standard
/// limits.steps = 100_000
/// limits.time = .milliseconds(50)
/// let predicate = try FilterPredicate<Ticket>(
///   text: query, options: FilterOptions(limits: limits, policy: policy))
/// let found = try tickets.filter(predicate)
/// ```
///
/// An evaluation that exceeds a limit throws an ``EvaluationError`` that names the limit and the part of the
/// filter. A negative limit is 0. Tests that read stored properties in place are bounded by the item, and are
/// not charged.
///
/// When a predicate is made, `limits` bounds its constant parts as if all of them belonged to one item, the memory
/// of its regular expressions, and the time to parse and compile its text.
///
/// ``time`` and the cancellation of the task end a call as well, even within one item. Both are checked after a
/// bounded amount of work, about two milliseconds, so a shorter call is not ended.
public struct EvaluationLimits: Sendable {
  /// The steps that one item may take; 10,000,000 by default.
  ///
  /// A step is an element that a loop visits, a comparison in the predicate of `SUBQUERY`, a value inside a
  /// collection that is made, compared or hashed, 32 bytes of text that are searched, compared or made, 8 bytes of
  /// text that are matched with a regular expression, an attempt of a match that makes many of them, or a few bytes
  /// of a regular expression that is compiled because it is not constant. A step takes up to half a microsecond.
  public var steps = 10_000_000

  /// The values that may be put into lists and sets for one item; 10,000,000 by default.
  ///
  /// A request of the command line that counts facets and aggregates keeps no more values of 16 bytes for them.
  public var elements = 10_000_000

  /// The bytes of text that functions, messages, keys and casts may make for one item; 320,000,000 by default.
  public var bytes = 320_000_000

  /// The bytes of one text that joining or replacing may make; 16 MiB by default, which is also the limit of
  /// the text of a filter.
  public var textBytes = 1 << 24

  /// The greatest nesting of collections in values that an evaluation reads or makes.
  ///
  /// The default, ``FilterValue/maximumDepth``, is also the greatest effective value.
  public var depth = FilterValue.maximumDepth

  /// The time that one call may take for all items together; no limit by default.
  public var time: Duration?

  /// The limits of one match of a regular expression.
  public var regularExpressions = RegularExpressions()

  /// The limits of matching one text with a regular expression.
  public struct RegularExpressions: Hashable, Sendable {
    /// The attempts that a match may make; 100,000 by default. Foundation's library checks the
    /// limit after every 10,000 attempts.
    public var tries = 100_000

    /// The greatest nesting of attempts where PCRE2 interprets a pattern; 1,000 by default.
    public var depth = 1_000

    /// The memory that PCRE2 may use where it interprets a pattern, in bytes; 8 MiB by default.
    public var memory = 8 << 20

    /// The memory of the compiled patterns of one predicate, and of those that one call keeps because they are
    /// not constant, in bytes; 16 MiB by default. A few bytes of a pattern can compile to a hundred kilobytes.
    public var compiledBytes = 16 << 20

    /// The standard limits.
    public init() {}
  }

  /// The end of the time that several calls share; replaces ``time``.
  package var deadline: EvaluationDeadline?

  /// Called when time and cancellation are checked. If it returns true, the evaluation ends as cancelled.
  package var isInterrupted: (@Sendable () -> Bool)?

  /// The standard limits.
  public init() {}

  /// The limits of a call without `limits:`. They limit steps, memory and depth, but not time.
  public static let standard = EvaluationLimits()
}

extension EvaluationLimits {
  /// The same limits with a time that begins now, for a call that consists of several calls.
  package func beginning() -> EvaluationLimits {
    guard deadline == nil, let time else { return self }
    var limits = self
    limits.deadline = EvaluationDeadline(after: time)
    return limits
  }

  /// Whether these are the limits that a call has without others.
  var isStandard: Bool {
    time == nil && deadline == nil && isInterrupted == nil && hasSameBounds(as: Self.standard)
  }

  /// Whether a single item may take as much as with `other`. The time is one of all items together.
  package func hasSameBounds(as other: EvaluationLimits) -> Bool {
    steps == other.steps && elements == other.elements && bytes == other.bytes
      && textBytes == other.textBytes && depth == other.depth
      && regularExpressions == other.regularExpressions
  }

  /// Whether time or the caller can end a call.
  package var canEnd: Bool { time != nil || deadline != nil || isInterrupted != nil }

  /// The time that is left of a call that has begun; nil if it is not limited.
  package var timeLeft: Duration? { deadline?.timeLeft }

  /// The error if a call of several evaluations must end; nil if it continues.
  package var end: EvaluationError? { EvaluationWatch(self)?.reason(at: nil) }
}

/// A moment of the continuous clock.
// Not an instant of the clock itself: limits are copied for each item that is tested alone, and the size of an instant
// is known only at run time.
package struct EvaluationDeadline: Sendable {
  private let sinceStart: Duration

  private static let start = ContinuousClock.now

  /// The moment after a time from now.
  init(after time: Duration) {
    // A longer time does not limit anything, and would overflow the clock.
    let time = min(max(time, .zero), .seconds(1 << 40))
    sinceStart = Self.start.duration(to: .now) + time
  }

  /// The time until then; zero if it has passed.
  var timeLeft: Duration { max(sinceStart - Self.start.duration(to: .now), .zero) }

  /// Whether it is now or earlier.
  var hasPassed: Bool { sinceStart <= Self.start.duration(to: .now) }
}
