// set     = "[" [ "^" ] operand *( ( "&&" / "--" ) operand ) "]"
// operand = 1*( scalar [ "-" scalar ] / escape / "[:" name ":]" / set / set ( "-" / "&" ) set )
//
// A hyphen or an ampersand that is not an operator is a member.
extension ICUScanner {
  /// A set. Its bracket at `start` has been read.
  mutating func scanSet(from start: Int, depth: Int) throws(PatternFailure) -> SetExpression {
    guard depth <= PatternLimits.maximumSetNesting else {
      throw failure("sets nest deeper than \(PatternLimits.maximumSetNesting)", at: start)
    }
    if next == ":", let named = try scanPOSIXSet(from: start) {
      return named
    }
    var state = SetState(start: start, depth: depth)
    _ = skipFreeSpace()
    let isNegated = take("^")
    _ = skipFreeSpace()
    if take("]") {
      addScalar("]", at: index - 1, to: &state)
    }
    while skipFreeSpace(), let scalar = next {
      let position = index
      index += 1
      switch scalar {
      case "]":
        flush(&state)
        guard state.last != .operation else { throw failure("operand missing", at: position) }
        var result = state.folded
        if isNegated { result.isNegated.toggle() }
        return result
      case "[":
        flush(&state)
        state.operand.formUnion(try scanSet(from: position, depth: depth + 1))
        state.last = .set
      case "-": try scanHyphen(in: &state, at: position)
      case "&": try scanAmpersand(in: &state, at: position)
      case "\\": try scanSetMember(in: &state, at: position)
      default: addScalar(scalar, at: position, to: &state)
      }
    }
    throw failure("missing ]", at: start)
  }

  private mutating func scanHyphen(in state: inout SetState, at position: Int)
    throws(PatternFailure)
  {
    _ = skipFreeSpace()
    if take("-") {
      return try begin(isDifference: true, in: &state, at: position)
    }
    if state.last == .set, take("[") {
      try count(in: &state, at: position)
      let other = try scanSet(from: index - 1, depth: state.depth + 1)
      state.operand = state.operand.subtracting(other)
    } else if state.last == .scalar, let first = state.pending, next != "]", next != "[" {
      try scanRange(from: first, in: &state)
    } else {
      addScalar("-", at: position, to: &state)
      flush(&state)
    }
  }

  private mutating func scanAmpersand(in state: inout SetState, at position: Int)
    throws(PatternFailure)
  {
    _ = skipFreeSpace()
    if take("&") {
      try begin(isDifference: false, in: &state, at: position)
    } else if state.last == .set, take("[") {
      try count(in: &state, at: position)
      let other = try scanSet(from: index - 1, depth: state.depth + 1)
      state.operand = state.operand.intersection(other)
    } else {
      addScalar("&", at: position, to: &state)
    }
  }

  private mutating func begin(isDifference: Bool, in state: inout SetState, at position: Int)
    throws(PatternFailure)
  {
    flush(&state)
    guard state.last != .start, state.last != .operation else {
      throw failure("operand missing", at: position)
    }
    try count(in: &state, at: position)
    state.left = (state.folded, isDifference)
    state.operand = SetExpression()
    state.last = .operation
  }

  private func count(in state: inout SetState, at position: Int) throws(PatternFailure) {
    state.operationCount += 1
    guard state.operationCount <= PatternLimits.maximumSetOperations else {
      throw failure(
        "more than \(PatternLimits.maximumSetOperations) operators in a set", at: position)
    }
  }
}

extension ICUScanner {
  /// The last item, which determines the meaning of `-` and `&`.
  enum Last {
    case start, scalar, range, set, operation
  }

  /// A set that is being read.
  struct SetState {
    let start: Int
    let depth: Int
    /// The part before the last `&&` or `--`
    var left: (set: SetExpression, isDifference: Bool)?
    var operand = SetExpression()
    /// A scalar that can begin a range, and where it is
    var pending: (scalar: Unicode.Scalar, place: Int)?
    var last = Last.start
    var operationCount = 0

    var folded: SetExpression {
      guard let left else { return operand }
      return left.isDifference
        ? left.set.subtracting(operand) : left.set.intersection(operand)
    }
  }
}
