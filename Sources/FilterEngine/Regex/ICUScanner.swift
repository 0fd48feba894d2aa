/// Rewrites an ICU regular expression for PCRE2, or in a simpler form for ICU itself.
///
/// Syntax with the same meaning in both is copied. Syntax that only ICU has, or that PCRE2 reads differently,
/// is rewritten or refused. Syntax that one of them refuses is an error for both. So a pattern has the same
/// meaning on every platform. Comments and free spacing are left out, so that PCRE2 never sees the flag `x`.
///
///     pattern    = branch *( "|" branch )
///     branch     = *( atom [ quantifier ] / assertion / flags / comment )
///     quantifier = ( "*" / "+" / "?" / "{" n [ "," [ m ] ] "}" ) [ "?" / "+" ]
struct ICUScanner {
  /// The strings that the rewritten pattern matches.
  enum Dialect {
    /// Any strings, in UTF and UCP mode
    case unicode
    /// ASCII strings, in byte mode, in which the short escapes have the same meaning
    case ascii
    /// Any strings, for ICU
    case icu
  }

  struct Group {
    let flags: PatternFlags
    let position: Int
    let isAssertion: Bool
    /// The number of a capturing group; nil for any other
    let number: Int?
  }

  let source: [Unicode.Scalar]
  let dialect: Dialect
  let foldsDiacritics: Bool
  /// Whether the rewritten pattern takes the text around a match, too. Its first group is the match.
  let searches: Bool
  var index = 0

  var output: [UInt8] = []
  /// The start of each item, in the output and in the source.
  var places: [(output: Int, source: Int)] = []
  /// The properties in the pattern, so that an error can name them.
  var properties: [(output: Int, source: Int, name: String, text: String)] = []

  var flags: PatternFlags
  var groups: [Group] = []
  var captureCount = 0
  /// The numbers of the named groups.
  var names: [String: Int] = [:]
  /// The greatest number of a back reference, and its position.
  var greatestReference: (number: Int, source: Int) = (0, 0)
  /// Whether a group contains a reference to itself.
  var refersToItself = false
  var lengths = PatternLengths()
  /// The position of the last line anchor in the output.
  var edge = 0..<0
  var canRepeat = false

  var pieces: [PatternPiece] = []
  var hasAlternatives = false
  var isASCII = true

  init(
    _ source: [Unicode.Scalar], for dialect: Dialect, caseInsensitive: Bool,
    foldsDiacritics: Bool, searches: Bool
  ) {
    self.source = source
    self.dialect = dialect
    self.foldsDiacritics = foldsDiacritics
    self.flags = caseInsensitive ? .caseInsensitive : []
    self.searches = searches
    output.reserveCapacity(source.count * 2)
    // ICU takes CR LF as one for a full stop.
    if searches { output += (dialect == .icu ? "[\\s\\S]*?(" : "(?s:.*?)(").utf8 }
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
    if searches { output += (dialect == .icu ? ")[\\s\\S]*" : ")(?s:.*)").utf8 }
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
      guard flags.contains(.unixLines) else {
        // The JIT of PCRE2 10.42 goes on after the last character where `$` alone fails in a negative look-around.
        return emitLineEdge(groups.isEmpty ? "$" : "(?:$)", .end)
      }
      emitLineEdge(flags.contains(.multiline) ? "(?=\\n|\\z)" : "(?=\\n?\\z)", .end)
    default: emitLiteral(scalar)
    }
  }
}

/// The flags of a pattern, `(?imsx)`, which apply up to the end of their group.
struct PatternFlags: OptionSet {
  let rawValue: UInt8

  static let caseInsensitive = PatternFlags(rawValue: 1)
  static let multiline = PatternFlags(rawValue: 2)
  static let dotAll = PatternFlags(rawValue: 4)
  /// Spaces and `#` comments are not part of the pattern.
  static let comments = PatternFlags(rawValue: 8)
  /// Only LF ends a line.
  static let unixLines = PatternFlags(rawValue: 16)
}
