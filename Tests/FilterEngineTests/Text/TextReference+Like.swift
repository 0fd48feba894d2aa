import FilterSyntax

@testable import FilterEngine

extension TextReference {
  /// `text LIKE pattern`, tried every way.
  static func like(_ text: String, _ pattern: String, _ options: AST.Comparison.Options) -> Bool {
    let pieces = LikePattern.pieces(pattern).map { piece -> Piece in
      switch piece {
      case .one: .one
      case .many: .many
      case .literal(let text): .literal(TextReference(text, options).elements)
      }
    }
    return TextReference(text, options).fits(pieces[...], at: 0, after: nil)
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
