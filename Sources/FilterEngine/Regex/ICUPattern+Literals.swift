extension ICUPattern {
  /// The pieces without assertions that always hold in a match of the whole text.
  private var essentials: ArraySlice<PatternPiece> {
    var pieces = pieces[...]
    while pieces.first == .start {
      pieces.removeFirst()
    }
    while pieces.last == .end {
      pieces.removeLast()
    }
    return pieces
  }

  /// The literal text at both ends of every match.
  var ends: LiteralEnds {
    let pieces = essentials
    let prefix = Self.literals(pieces)
    // A pattern that is literal throughout is all prefix.
    let suffix = prefix.count == pieces.count ? [] : Self.literals(pieces.reversed()).reversed()
    return LiteralEnds(prefix: Self.utf8(prefix), suffix: Self.utf8(suffix))
  }

  /// The equivalent literal test.
  var simplification: PatternSimplification {
    var pieces = essentials
    let isOpenAtStart = pieces.first == .anything
    while pieces.first == .anything {
      pieces.removeFirst()
    }
    let isOpenAtEnd = pieces.last == .anything
    while pieces.last == .anything {
      pieces.removeLast()
    }
    let literals = Self.literals(pieces)
    guard literals.count == pieces.count else { return .none }
    let text = String(String.UnicodeScalarView(literals))
    // Without a literal, the loop above has taken every `.*`.
    if text.isEmpty, isOpenAtStart { return .anything }
    return switch (isOpenAtStart, isOpenAtEnd) {
    case (false, false): .exact(text)
    case (false, true): .prefix(text)
    case (true, false): .suffix(text)
    case (true, true): .contains(text)
    }
  }

  private static func literals(_ pieces: some Sequence<PatternPiece>) -> [Unicode.Scalar] {
    var scalars: [Unicode.Scalar] = []
    for case .literal(let scalar) in pieces.prefix(while: \.isLiteral) {
      scalars.append(scalar)
    }
    return scalars
  }

  private static func utf8(_ scalars: some Sequence<Unicode.Scalar>) -> [UInt8] {
    Array(String(String.UnicodeScalarView(scalars)).utf8)
  }
}
