import FilterEngine
import FilterSyntax

/// `LIKE`, tried at every place.
struct ReferenceLike {
  private enum Piece: Equatable {
    case literal([UInt32])
    case one
    case many
  }

  private let text: ReferenceText
  private let pieces: [Piece]

  static func matches(
    _ text: String, _ pattern: String, _ options: AST.Comparison.Options
  ) -> Bool {
    ReferenceLike(
      text: ReferenceText(text, options), pieces: Self.pieces(pattern, options)
    ).fits(0, 0)
  }

  private static func pieces(
    _ pattern: String, _ options: AST.Comparison.Options
  ) -> [Piece] {
    var pieces: [Piece] = []
    var literal = ""
    func close() {
      if !literal.isEmpty { pieces.append(.literal(ReferenceText(literal, options).scalars)) }
      literal = ""
    }
    let scalars = Array(pattern.unicodeScalars)
    var index = 0
    while index < scalars.count {
      if scalars[index] == "\\", index + 1 < scalars.count,
        ["*", "?", "\\"].contains(scalars[index + 1])
      {
        index += 1
        literal.unicodeScalars.append(scalars[index])
      } else if scalars[index] == "*" || scalars[index] == "?" {
        close()
        pieces.append(scalars[index] == "*" ? .many : .one)
      } else {
        literal.unicodeScalars.append(scalars[index])
      }
      index += 1
    }
    close()
    return pieces
  }

  /// Whether the pieces from number `piece` on fit the units from number `place` on.
  private func fits(_ piece: Int, _ place: Int) -> Bool {
    guard piece < pieces.count else { return place == text.units.count }
    switch pieces[piece] {
    case .many: return (place...text.units.count).contains { fits(piece + 1, $0) }
    case .one:
      guard place < text.units.count, text.units[place].beginsScalar else { return false }
      var end = place + 1
      while end < text.units.count, !text.units[end].beginsScalar { end += 1 }
      return fits(piece + 1, end)
    case .literal(let scalars):
      let end = place + scalars.count
      guard end <= text.units.count, Array(text.scalars[place..<end]) == scalars,
        mayCut(at: place, beside: piece - 1), mayCut(at: end, beside: piece + 1)
      else { return false }
      return fits(piece + 1, end)
    }
  }

  /// Beside a `*`, a literal begins and ends where a match of `CONTAINS` may.
  private func mayCut(at place: Int, beside neighbour: Int) -> Bool {
    guard pieces.indices.contains(neighbour), pieces[neighbour] == .many else { return true }
    return text.isBoundary(place)
  }
}
