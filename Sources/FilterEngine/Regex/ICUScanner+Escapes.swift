extension ICUScanner {
  /// An escape that matches one scalar of a set.
  enum SetEscape {
    /// An escape that PCRE2 has
    case item(String)
    /// The content of a set
    case members(String)
    /// The content of a set that is complemented
    case complement(String)

    /// An expression that matches one scalar
    var text: String {
      switch self {
      case .item(let text): text
      case .members(let members): "[\(members)]"
      case .complement(let members): "[^\(members)]"
      }
    }
  }

  /// PCRE2's `\w` lacks marks, joiners and letters that are symbols, and includes fractions. ASCII comes first,
  /// because it is looked up in a table.
  static let wordMembers = #"0-9A-Z_a-z\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\x{200c}\x{200d}"#

  /// PCRE2's `\X` treats adjacent pictographs as one cluster.
  private static let cluster =
    #"(?>(?!\p{ExtPict})\X|\p{ExtPict}(?:[\p{GrExt}\p{EMod}]*\x{200d}\p{ExtPict})*"#
    + #"[\p{GrExt}\p{EMod}\p{Mc}\x{200d}]*)"#

  /// An escape outside of sets, after the backslash.
  mutating func scanEscape() throws(PatternFailure) {
    let start = index - 1
    guard let letter = next else { throw failure("backslash at the end", at: start) }
    index += 1
    switch letter {
    case "Q": quote()
    case "b", "B": emitAssertion(boundary(isInside: letter == "B"), .opaque)
    case "A": emitAssertion("\\A", .start)
    case "z", "Z": emitAssertion("\\\(letter)", .end)
    case "G": emitAssertion("\\G", .opaque)
    case "R": emitAtom("\\R", length: .varying)
    case "X": emitAtom(dialect == .unicode ? Self.cluster : "\\X", length: .unbounded)
    case "1"..."9": scanReference(letter, from: start)
    case "k":
      guard take("<") else { throw failure("a named reference is \\k<name>", at: start) }
      try scanNamedReference(from: start)
    case "K": throw failure("\\K is not supported", at: start)
    case "g": throw failure("\\g is not supported; a reference is \\1 or \\k<name>", at: start)
    default:
      if let set = try scanSetEscape(letter, from: start) {
        emitAtom(set.text)
      } else {
        emitEscaped(try scanScalarEscape(letter, from: start))
      }
    }
  }

  /// `\d`, `\w`, `\p{…}` and similar escapes; nil for other letters.
  mutating func scanSetEscape(
    _ letter: Unicode.Scalar, from start: Int
  ) throws(PatternFailure) -> SetEscape? {
    switch letter {
    case "d", "D", "s", "S", "h", "H", "v", "V": .item("\\\(letter)")
    case "w" where dialect == .unicode: .members(Self.wordMembers)
    case "W" where dialect == .unicode: .complement(Self.wordMembers)
    case "w", "W": .item("\\\(letter)")
    case "p", "P": try scanProperty(isNegated: letter == "P", from: start)
    default: nil
    }
  }

  /// Reads the quoted text up to `\E`, or to the end.
  private mutating func quote() {
    while let scalar = next {
      index += 1
      if scalar == "\\", take("E") {
        return
      }
      emitLiteral(scalar)
    }
  }

  /// A word boundary: between a member of the rewritten `\w` and another scalar or an end.
  ///
  /// In ICU, a mark after a space belongs to the space; here it begins a word.
  private func boundary(isInside: Bool) -> String {
    guard dialect != .ascii else { return isInside ? "\\B" : "\\b" }
    // ICU is slow to compile sets that are written out.
    let word = dialect == .icu ? "\\w" : "[\(Self.wordMembers)]"
    return isInside
      ? "(?:(?<=\(word))(?=\(word))|(?<!\(word))(?!\(word)))"
      : "(?:(?<=\(word))(?!\(word))|(?<!\(word))(?=\(word)))"
  }
}
