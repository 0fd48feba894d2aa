extension LikePattern {
  /// One part of a pattern.
  enum Piece: Equatable {
    case literal(String)
    /// `?`
    case one
    /// `*`
    case many
  }

  /// The parts of a pattern, without adjacent literals or adjacent `*`.
  static func pieces(_ pattern: String) -> [Piece] {
    var pieces: [Piece] = []
    var literal = String.UnicodeScalarView()
    func close() {
      if !literal.isEmpty { pieces.append(.literal(String(literal))) }
      literal = String.UnicodeScalarView()
    }
    var rest = pattern.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\\":
        if let next = rest.first, next == "*" || next == "?" || next == "\\" {
          literal.append(next)
          rest.removeFirst()
        } else {
          literal.append(scalar)
        }
      case "?":
        close()
        pieces.append(.one)
      case "*":
        close()
        if pieces.last != .many { pieces.append(.many) }
      default: literal.append(scalar)
      }
    }
    close()
    return pieces
  }

  /// The simple form of these parts, if they have one.
  static func shape(_ pieces: [Piece]) -> Shape {
    guard !pieces.isEmpty else { return .exact("") }
    if pieces == [.many] { return .anything }
    guard !pieces.contains(.one), pieces.count <= 3 else { return .general }
    var literals: [String] = []
    for case .literal(let text) in pieces { literals.append(text) }
    guard literals.count == 1 else { return .general }
    switch (pieces.first, pieces.last) {
    case (.many, .many): return .contains(literals[0])
    case (.many, _): return .suffix(literals[0])
    case (_, .many): return .prefix(literals[0])
    default: return .exact(literals[0])
    }
  }
}
