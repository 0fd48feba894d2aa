extension ICUScanner {
  /// `*`, `+`, `?` and intervals, with the sign that makes them lazy or possessive.
  ///
  /// `counts` is the range of repetitions.
  mutating func repeatLast(
    with quantifier: [UInt8], _ counts: ClosedRange<Int>, at position: Int
  ) throws(PatternFailure) {
    guard canRepeat else { throw failure("nothing to repeat", at: position) }
    let isEdge = !edge.isEmpty && edge.upperBound == output.count
    if isEdge {
      // PCRE2 repeats an assertion only inside a group.
      output.insert(contentsOf: "(?:".utf8, at: edge.lowerBound)
      output.append(UInt8(ascii: ")"))
    }
    let start = output.count
    output += quantifier
    lengths.repeatLast(
      counts.lowerBound == counts.upperBound ? counts.lowerBound : nil,
      isBounded: counts.upperBound < .max)
    _ = skipFreeSpace()
    let isPossessive = take("+")
    if isPossessive {
      output.append(UInt8(ascii: "+"))
    } else if take("?") {
      output.append(UInt8(ascii: "?"))
    }
    if isEdge, dialect == .icu {
      // ICU would repeat an empty match forever.
      output.removeSubrange(start...)
      if counts.lowerBound == 0 { output.append(UInt8(ascii: "?")) }
    }
    canRepeat = false
    if groups.isEmpty {
      let isAnything =
        pieces.popLast() == .anyScalar && !isPossessive && quantifier == [UInt8(ascii: "*")]
      pieces.append(isAnything ? .anything : .opaque)
    }
  }

  /// `{n}`, `{n,}`, `{n,m}`. Other text after a brace is refused, because PCRE2 reads it literally.
  ///
  /// With the flag `x`, it can contain spaces anywhere.
  mutating func scanInterval() throws(PatternFailure) {
    let start = index - 1
    guard let least = takeBound() else { throw failure("bad interval", at: start) }
    var largest = least
    var isOpen = false
    var text = "{\(least)"
    if take(",") {
      text += ","
      isOpen = true
      if let most = takeBound() {
        guard most >= least else { throw failure("bounds of interval out of order", at: start) }
        text += "\(most)"
        largest = most
        isOpen = false
      }
    }
    guard take("}") else { throw failure("bad interval", at: start) }
    guard largest <= PatternLimits.maximumRepeat else {
      throw failure("interval above \(PatternLimits.maximumRepeat)", at: start)
    }
    try repeatLast(
      with: Array((text + "}").utf8), least...(isOpen ? .max : largest), at: start)
  }

  /// A number with the spaces around it. A number that is too large stays too large.
  private mutating func takeBound() -> Int? {
    var bound: Int?
    while skipFreeSpace(), let digit = next.flatMap(Self.digit), digit < 10 {
      bound = min((bound ?? 0) * 10 + Int(digit), 1_000_000)
      index += 1
    }
    return bound
  }
}
