import FilterSyntax

@testable import FilterEngine

extension TextReference {
  /// `text LIKE pattern`, tried every way.
  static func like(_ text: String, _ pattern: String, _ options: AST.Comparison.Options) -> Bool {
    TextReference(text, options).fits(pieces(pattern, options)[...], at: 0, after: nil)
  }

  /// The parts of a pattern, scalar by scalar.
  private static func pieces(_ pattern: String, _ options: AST.Comparison.Options) -> [Piece] {
    var pieces: [Piece] = []
    var literal = ""
    func close() {
      if !literal.isEmpty { pieces.append(.literal(TextReference(literal, options).elements)) }
      literal = ""
    }
    var rest = pattern.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "?":
        close()
        pieces.append(.one)
      case "*":
        close()
        if case .many? = pieces.last { continue }
        pieces.append(.many)
      case "\\":
        if let next = rest.first, "*?\\".unicodeScalars.contains(next) {
          literal.unicodeScalars.append(rest.removeFirst())
        } else {
          literal.unicodeScalars.append(scalar)
        }
      default: literal.unicodeScalars.append(scalar)
      }
    }
    close()
    return pieces
  }

  enum Piece {
    case one
    case many
    case literal([Element])
  }

  private func fits(_ pieces: ArraySlice<Piece>, at place: Int, after last: Piece?) -> Bool {
    let rest = pieces.dropFirst()
    switch pieces.first {
    case nil: return place == elements.count
    case .many?:
      return (place...elements.count).contains { fits(rest, at: $0, after: .many) }
    case .one?:
      guard place < elements.count, isScalarStart(place) else { return false }
      var end = place + 1
      while !isScalarStart(end) { end += 1 }
      return fits(rest, at: end, after: .one)
    case .literal(let literal)?:
      let end = place + literal.count
      guard end <= elements.count, Array(elements[place..<end]) == literal else { return false }
      if case .many? = last, !isBoundary(place) { return false }
      if case .many? = rest.first, !isBoundary(end) { return false }
      if case .one? = rest.first, !isScalarStart(end) { return false }
      return fits(rest, at: end, after: .literal(literal))
    }
  }

  private func isScalarStart(_ place: Int) -> Bool {
    place == elements.count || elements[place].isScalarStart
  }
}
