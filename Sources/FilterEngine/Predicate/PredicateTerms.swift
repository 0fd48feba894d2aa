/// The limits and the policy of options, or of a predicate or an expression that was made with them. They hold for each
/// use of it.
// A reference, as both are large and most predicates have neither.
final class PredicateTerms: Sendable {
  let limits: EvaluationLimits?
  let policy: FilterPolicy?

  /// The offset at which ranges in the filters begin that a policy has joined, if it is not kept itself.
  let joinedOffset: Int?

  /// Nil without any of them.
  init?(_ limits: EvaluationLimits?, _ policy: FilterPolicy?, joinedOffset: Int? = nil) {
    guard limits != nil || policy != nil || joinedOffset != nil else { return nil }
    (self.limits, self.policy, self.joinedOffset) = (limits, policy, joinedOffset)
  }

  /// The terms of a predicate; nil if there are none.
  ///
  /// A time begins with each call. The end and the interruption of the call that makes the predicate are not kept.
  static func with(
    _ limits: EvaluationLimits?, _ policy: FilterPolicy? = nil, joinedOffset: Int? = nil
  ) -> PredicateTerms? {
    let policy = policy?.permitsEverything == true ? nil : policy
    // A call without limits has the standard ones.
    var limits = limits?.isStandard == true ? nil : limits
    limits?.deadline = nil
    limits?.isInterrupted = nil
    return PredicateTerms(limits, policy, joinedOffset: joinedOffset)
  }

  /// Terms that keep both, for a join.
  static func joined(_ left: PredicateTerms?, _ right: PredicateTerms?) -> PredicateTerms? {
    guard let left, let right, left !== right else { return left ?? right }
    let limits = left.limits.map { limits in
      right.limits.map(limits.stricter(than:)) ?? limits
    }
    let policy = left.policy.map { policy in
      right.policy.map(policy.stricter(than:)) ?? policy
    }
    return PredicateTerms(limits ?? right.limits, policy ?? right.policy)
  }
}

extension PredicateTerms? {
  /// The limits of a call: the smaller of each limit that the call and the predicate have, and otherwise the standard.
  @inline(never)
  func limits(of call: EvaluationLimits?) -> EvaluationLimits {
    guard let own = self?.limits else { return call ?? .standard }
    return call.map(own.stricter(than:)) ?? own
  }

  /// Whether an error of a row is that of a filter that a policy has joined, which leaves the row out.
  @inline(never)
  func leavesOut(_ error: EvaluationError) -> Bool {
    guard let offset = self?.joinedOffset, let range = error.range, !error.endsCall else {
      return false
    }
    return range.lowerBound >= offset
  }

  /// The policy of a call, which permits what both the call's and the predicate's permit; nil for no restriction.
  func policy(of call: FilterPolicy?) -> FilterPolicy? {
    guard let own = self?.policy else { return call }
    return call.map(own.stricter(than:)) ?? own
  }
}

extension EvaluationLimits {
  /// The smaller of each limit. If the time of one has begun, that of the other begins now.
  func stricter(than other: EvaluationLimits) -> EvaluationLimits {
    var limits = self
    limits.steps = min(steps, other.steps)
    limits.elements = min(elements, other.elements)
    limits.bytes = min(bytes, other.bytes)
    limits.textBytes = min(textBytes, other.textBytes)
    limits.depth = min(depth, other.depth)
    limits.regularExpressions = regularExpressions.stricter(than: other.regularExpressions)
    let hasBegun = deadline != nil || other.deadline != nil
    let timed = [self, other].filter { $0.time != nil || $0.deadline != nil }
      .map { hasBegun ? $0.beginning() : $0 }
    let first = timed.min { ($0.timeLeft ?? $0.time ?? .zero) < ($1.timeLeft ?? $1.time ?? .zero) }
    (limits.time, limits.deadline) = (first?.time, first?.deadline)
    let interruptions = [isInterrupted, other.isInterrupted].compactMap { $0 }
    if interruptions.count > 1 {
      limits.isInterrupted = { interruptions.contains { $0() } }
    } else {
      limits.isInterrupted = interruptions.first
    }
    return limits
  }
}

extension EvaluationLimits.RegularExpressions {
  fileprivate func stricter(than other: Self) -> Self {
    var limits = self
    limits.tries = min(tries, other.tries)
    limits.depth = min(depth, other.depth)
    limits.memory = min(memory, other.memory)
    limits.compiledBytes = min(compiledBytes, other.compiledBytes)
    return limits
  }
}
