/// Turns an ICU regular expression into one for PCRE2, or into a plain one for ICU itself.
///
/// What both read alike is copied, what only ICU has is rewritten, and what means something else to
/// PCRE2 or is refused by ICU is an error. Comments and free spacing are left out, so that PCRE2
/// never sees the flag `x`. What only PCRE2 refuses is refused for ICU as well, and what PCRE2 reads in a way of its
/// own is written out, so that a pattern means the same wherever it runs.
///
///     pattern    = branch *( "|" branch )
///     branch     = *( atom [ quantifier ] / assertion / flags / comment )
///     quantifier = ( "*" / "+" / "?" / "{" n [ "," [ m ] ] "}" ) [ "?" / "+" ]
struct ICUScanner {
  /// The strings that the rewritten pattern is for.
  enum Dialect {
    /// Any; for UTF and UCP mode
    case unicode
    /// ASCII only; for byte mode, in which the short escapes already mean the same
    case ascii
    /// Any; for ICU
    case icu
  }

  struct Group {
    let flags: PatternFlags
    let position: Int
    let isAssertion: Bool
  }

  let source: [Unicode.Scalar]
  let dialect: Dialect
  let foldsDiacritics: Bool
  var index = 0

  var output: [UInt8] = []
  /// Where each item begins, in the output and in the source.
  var places: [(output: Int, source: Int)] = []
  /// The properties asked for, so that an error can name them.
  var properties: [(output: Int, source: Int, name: String, text: String)] = []

  var flags: PatternFlags
  var groups: [Group] = []
  var captureCount = 0
  /// The numbers of the named groups.
  var names: [String: Int] = [:]
  /// The greatest number that refers back, and where.
  var greatestReference: (number: Int, source: Int) = (0, 0)
  var lengths = PatternLengths()
  /// Where the last edge of a line is in the output.
  var edge = 0..<0
  var canRepeat = false

  var pieces: [PatternPiece] = []
  var hasAlternatives = false
  var isASCII = true

  init(
    _ source: [Unicode.Scalar], for dialect: Dialect, caseInsensitive: Bool, foldsDiacritics: Bool
  ) {
    self.source = source
    self.dialect = dialect
    self.foldsDiacritics = foldsDiacritics
    self.flags = caseInsensitive ? .caseInsensitive : []
    output.reserveCapacity(source.count * 2)
  }

  /// Scans the whole pattern.
  mutating func scan() throws(PatternFailure) {
    while skipFreeSpace(), index < source.count {
      places.append((output.count, index))
      try scanItem()
    }
    if let group = groups.last {
      throw PatternFailure(reason: "missing )", position: group.position)
    }
    if greatestReference.number > captureCount {
      throw missingGroup(at: greatestReference.source)
    }
  }

  private mutating func scanItem() throws(PatternFailure) {
    let start = index
    let scalar = source[index]
    index += 1
    switch scalar {
    case "\\": try scanEscape()
    case "[":
      emitAtom(try scanSet(from: start, depth: 1).rendered)
    case "(": try openGroup()
    case ")": try closeGroup()
    case "|":
      output.append(UInt8(ascii: "|"))
      hasAlternatives = hasAlternatives || groups.isEmpty
      lengths.beginBranch()
      canRepeat = false
    case "*", "+", "?":
      try repeatLast(
        with: [UInt8(ascii: scalar)], scalar == "+" ? 1...Int.max : 0...(scalar == "?" ? 1 : .max),
        at: start)
    case "{": try scanInterval()
    case "}": throw failure("unmatched }", at: start)
    case ".":
      emitDot()
    case "^":
      let isUnix = flags.isSuperset(of: [.unixLines, .multiline])
      emitLineEdge(isUnix ? "(?:\\A|(?<=\\n))" : "^", .start)
    case "$":
      guard flags.contains(.unixLines) else { return emitLineEdge("$", .end) }
      emitLineEdge(flags.contains(.multiline) ? "(?=\\n|\\z)" : "(?=\\n?\\z)", .end)
    default: emitLiteral(scalar)
    }
  }
}
