internal import FilterSyntax

extension ICUScanner {
  /// The end of a range, which cannot be an escape for several scalars.
  mutating func scanRange(
    from first: (scalar: Unicode.Scalar, place: Int), in state: inout SetState
  ) throws(PatternFailure) {
    _ = skipFreeSpace()
    guard let scalar = next else { throw failure("missing ]", at: state.start) }
    let start = index
    index += 1
    var end = scalar
    if scalar == "\\" {
      guard let letter = next else { throw failure("backslash at the end", at: start) }
      index += 1
      guard try scanSetEscape(letter, from: start) == nil else {
        throw failure("a range ends with a set", at: start)
      }
      end = try scanMemberEscape(letter, from: start)
    }
    guard let low = folded(first.scalar).first, let high = folded(end).first, low <= high else {
      throw failure("range out of order", at: first.place)
    }
    state.pending = nil
    var range: [UInt8] = []
    Self.append(low, to: &range)
    range.append(UInt8(ascii: "-"))
    Self.append(high, to: &range)
    state.operand.add(range)
    isASCII = isASCII && high.isASCII
    state.last = .range
  }

  mutating func scanSetMember(in state: inout SetState, at position: Int)
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
        addScalar(scalar, at: index - 1, to: &state)
      }
    } else if let set = try scanSetEscape(letter, from: position) {
      add(set, to: &state)
    } else {
      addScalar(try scanMemberEscape(letter, from: position), at: position, to: &state)
    }
  }

  /// Inside sets, `\b` is the letter.
  private mutating func scanMemberEscape(
    _ letter: Unicode.Scalar, from start: Int
  ) throws(PatternFailure) -> Unicode.Scalar {
    letter == "b" ? letter : try scanScalarEscape(letter, from: start)
  }

  private mutating func add(_ set: SetEscape, to state: inout SetState) {
    flush(&state)
    switch set {
    case .item(let text), .members(let text): state.operand.add(text.utf8)
    case .complement(let text):
      state.operand.formUnion(SetExpression(members: Array(text.utf8), isNegated: true))
    }
    state.last = .set
  }

  @inline(never)
  mutating func addScalar(_ scalar: Unicode.Scalar, at place: Int, to state: inout SetState) {
    flush(&state)
    state.pending = (scalar, place)
    state.last = .scalar
  }

  /// Adds a pending scalar that does not begin a range.
  @inline(never)
  mutating func flush(_ state: inout SetState) {
    guard let (scalar, _) = state.pending else { return }
    state.pending = nil
    var members: [UInt8] = []
    for scalar in folded(scalar) {
      Self.append(scalar, to: &members)
      isASCII = isASCII && scalar.isASCII
    }
    state.operand.add(members)
  }

  /// `[:name:]`; nil if the brackets have other content.
  mutating func scanPOSIXSet(from start: Int) throws(PatternFailure) -> SetExpression? {
    let rest = source[index...].dropFirst()
    guard let end = rest.firstIndex(where: { $0 == ":" || $0 == "]" }),
      source[end] == ":", end + 1 < source.count, source[end + 1] == "]"
    else { return nil }
    var name = String(String.UnicodeScalarView(rest[..<end]))
    let isNegated = name.begins(with: "^")
    if isNegated {
      name.unicodeScalars.removeFirst()
    }
    index = end + 2
    var set = SetExpression()
    switch try resolveProperty(name, isNegated: isNegated, prefersPOSIX: true, from: start) {
    case .item(let text), .members(let text): set.add(text.utf8)
    case .complement(let text):
      set.add(text.utf8)
      set.isNegated = true
    }
    return set
  }
}
