// set     = "[" [ "^" ] operand *( ( "&&" / "--" ) operand ) "]"
// operand = 1*( scalar [ "-" scalar ] / escape / "[:" name ":]" / set / set ( "-" / "&" ) set )
//
// A hyphen or an ampersand that is no operator is a member.
extension ICUScanner {
  /// What was read last, on which the meaning of `-` and `&` depends.
  private enum Last {
    case start, scalar, range, set, operation
  }

  /// A set being read.
  private struct SetState {
    let start: Int
    let depth: Int
    /// What stands left of the last `&&` or `--`
    var left: (set: SetExpression, isDifference: Bool)?
    var operand = SetExpression()
    /// A scalar that may yet begin a range
    var pending: Unicode.Scalar?
    var last = Last.start

    var folded: SetExpression {
      guard let left else { return operand }
      return left.isDifference
        ? left.set.subtracting(operand) : left.set.intersection(operand)
    }
  }

  /// A set, whose bracket at `start` is taken already.
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
      addScalar("]", to: &state)
    }
    while skipFreeSpace(), let scalar = next {
      let position = index
      index += 1
      switch scalar {
      case "]":
        flush(&state)
        guard state.last != .operation else { throw failure("operand missing", at: position) }
        var result = state.folded
        if isNegated {
          if result.isNegated {
            result = SetExpression(alternatives: [result.rendered])
          }
          result.isNegated = true
        }
        return result
      case "[":
        flush(&state)
        state.operand.formUnion(try scanSet(from: position, depth: depth + 1))
        state.last = .set
      case "-": try scanHyphen(in: &state, at: position)
      case "&": try scanAmpersand(in: &state, at: position)
      case "\\": try scanSetMember(in: &state, at: position)
      default: addScalar(scalar, to: &state)
      }
    }
    throw failure("missing ]", at: start)
  }

  private mutating func scanHyphen(in state: inout SetState, at position: Int)
    throws(PatternFailure)
  {
    if take("-") {
      return try begin(isDifference: true, in: &state, at: position)
    }
    if state.last == .set, take("[") {
      let other = try scanSet(from: index - 1, depth: state.depth + 1)
      state.operand = state.operand.subtracting(other)
    } else if state.last == .scalar, let first = state.pending, next != "]", next != "[" {
      try scanRange(from: first, in: &state, at: position)
    } else {
      addScalar("-", to: &state)
      flush(&state)
    }
  }

  private mutating func scanAmpersand(in state: inout SetState, at position: Int)
    throws(PatternFailure)
  {
    if take("&") {
      try begin(isDifference: false, in: &state, at: position)
    } else if state.last == .set, take("[") {
      let other = try scanSet(from: index - 1, depth: state.depth + 1)
      state.operand = state.operand.intersection(other)
    } else {
      addScalar("&", to: &state)
    }
  }

  private mutating func begin(isDifference: Bool, in state: inout SetState, at position: Int)
    throws(PatternFailure)
  {
    flush(&state)
    guard state.last != .start, state.last != .operation else {
      throw failure("operand missing", at: position)
    }
    state.left = (state.folded, isDifference)
    state.operand = SetExpression()
    state.last = .operation
  }

  /// The end of a range; an escape for many scalars is none, and the hyphen a member.
  private mutating func scanRange(
    from first: Unicode.Scalar, in state: inout SetState, at position: Int
  ) throws(PatternFailure) {
    _ = skipFreeSpace()
    guard let scalar = next else { throw failure("missing ]", at: state.start) }
    let start = index
    index += 1
    var end = scalar
    if scalar == "\\" {
      guard let letter = next else { throw failure("backslash at the end", at: start) }
      index += 1
      if let set = try scanSetEscape(letter, from: start) {
        addScalar("-", to: &state)
        return add(set, to: &state)
      }
      end = try scanMemberEscape(letter, from: start)
    }
    guard let low = folded(first).first, let high = folded(end).first, low <= high else {
      throw failure("range out of order", at: position - 1)
    }
    state.pending = nil
    Self.append(low, to: &state.operand.members)
    state.operand.add("-")
    Self.append(high, to: &state.operand.members)
    isASCII = isASCII && high.isASCII
    state.last = .range
  }

  private mutating func scanSetMember(in state: inout SetState, at position: Int)
    throws(PatternFailure)
  {
    guard let letter = next else { throw failure("backslash at the end", at: position) }
    index += 1
    if letter == "Q" {
      while let scalar = next {
        index += 1
        if scalar == "\\", take("E") {
          return
        }
        addScalar(scalar, to: &state)
      }
    } else if let set = try scanSetEscape(letter, from: position) {
      add(set, to: &state)
    } else {
      addScalar(try scanMemberEscape(letter, from: position), to: &state)
    }
  }

  /// Within sets `\b` is a backspace.
  private mutating func scanMemberEscape(
    _ letter: Unicode.Scalar, from start: Int
  ) throws(PatternFailure) -> Unicode.Scalar {
    letter == "b" ? "\u{8}" : try scanScalarEscape(letter, from: start)
  }

  private mutating func add(_ set: SetEscape, to state: inout SetState) {
    flush(&state)
    switch set {
    case .item(let text), .members(let text): state.operand.add(text)
    case .complement(let text): state.operand.alternatives.append(Array("[^\(text)]".utf8))
    }
    state.last = .set
  }

  private mutating func addScalar(_ scalar: Unicode.Scalar, to state: inout SetState) {
    flush(&state)
    state.pending = scalar
    state.last = .scalar
  }

  /// Adds the scalar that begins no range.
  private mutating func flush(_ state: inout SetState) {
    guard let scalar = state.pending else { return }
    state.pending = nil
    for scalar in folded(scalar) {
      Self.append(scalar, to: &state.operand.members)
      isASCII = isASCII && scalar.isASCII
    }
  }

  /// `[:name:]`; nil where the brackets hold something else.
  private mutating func scanPOSIXSet(from start: Int) throws(PatternFailure) -> SetExpression? {
    let rest = source[index...].dropFirst()
    guard let end = rest.firstIndex(where: { $0 == ":" || $0 == "]" }),
      source[end] == ":", end + 1 < source.count, source[end + 1] == "]"
    else { return nil }
    var name = String(String.UnicodeScalarView(rest[..<end]))
    let isNegated = name.hasPrefix("^")
    if isNegated {
      name.removeFirst()
    }
    index = end + 2
    var set = SetExpression()
    switch try resolveProperty(name, isNegated: isNegated, prefersPOSIX: true, from: start) {
    case .item(let text), .members(let text): set.add(text)
    case .complement(let text):
      set.add(text)
      set.isNegated = true
    }
    return set
  }
}
