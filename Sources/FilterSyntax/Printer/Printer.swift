/// Writes trees as text, in time linear in the text and without growing the stack with the tree.
struct Printer {
  /// The spelling that is written.
  enum Style {
    /// Foundation's own form, which loses what it loses
    case description
    /// The form that the same tree is parsed of
    case source
  }

  /// The parts still to be written.
  enum Piece {
    case text(String)
    case expression(AST.Expression)
    case predicate(AST.Predicate)
    case constant(AST.Constant)
  }

  let style: Style
  private var output = ""
  private var pieces: [Piece] = []

  init(_ style: Style) {
    self.style = style
  }

  /// The text of the tree under `root`.
  mutating func print(_ root: Piece) -> String {
    pieces = [root]
    while let piece = pieces.popLast() {
      switch piece {
      case .text(let text): output += text
      case .expression(let expression): expand(expression)
      case .predicate(let predicate): expand(predicate)
      case .constant(let constant): expand(constant)
      }
    }
    return output
  }

  mutating func write(_ text: String) {
    output += text
  }

  /// Puts pieces in front of everything that remains.
  mutating func push(_ parts: [Piece]) {
    pieces.append(contentsOf: parts.reversed())
  }

  /// Puts `parts` in front, with `separator` between them.
  mutating func push(
    _ opening: String, _ parts: [Piece], separator: String = ", ", _ closing: String
  ) {
    pieces.append(.text(closing))
    for (index, part) in parts.enumerated().reversed() {
      pieces.append(part)
      if index > 0 { pieces.append(.text(separator)) }
    }
    write(opening)
  }
}
