/// Texts in which a sign belongs to one `Character` with what stands beside it, so that only their scalars show the sign.
package enum JoinedSigns {
  /// A scalar of each class of Grapheme_Cluster_Break, of Extended_Pictographic and of Indic_Conjunct_Break.
  package static let scalars: [Unicode.Scalar] = [
    "x", "\r", "\n", "\u{1}", "\u{200B}", "\u{301}", "\u{200D}", "\u{1F1E6}", "\u{600}", "\u{903}",
    "\u{1100}", "\u{1161}", "\u{11A8}", "\u{AC00}", "\u{AC01}", "\u{1F600}", "\u{1F3FB}", "\u{94D}",
    "\u{915}", "\u{FE0F}",
  ]

  /// Those that a name can have wherever names have no control characters.
  package static let visible = scalars.filter { $0.value >= 0x20 }

  /// Texts with a sign after, before and between scalars; `FRC_ROUNDS` more with several scalars at random places.
  package static func texts(around sign: String, _ scalars: [Unicode.Scalar]) -> [String] {
    scalars.flatMap { scalar in
      ["a\(scalar)\(sign)b", "a\(sign)\(scalar)b", "\(scalar)\(sign)\(scalar)", "\(sign)\(scalar)"]
    }
      + RandomSearch.seeds(0).map { seed in
        var random = SeededGenerator(seed: seed)
        let parts = scalars.map { "\($0)" } + ["b", sign, sign, sign]
        return (0...random.below(4)).map { _ in random.pick(parts) }.joined() + sign
          + (0..<random.below(4)).map { _ in random.pick(parts) }.joined()
      }
  }
}
