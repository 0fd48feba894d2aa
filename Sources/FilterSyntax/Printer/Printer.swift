/// Writes trees as text. Takes time linear in the text, and the stack does not grow with the tree.
struct Printer {
  /// The form of the text.
  enum Style {
    /// Foundation's form, which does not distinguish all trees
    case description
    /// The form that parses to the same tree
    case source
  }

  /// The parts that remain to be written.
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

  /// Inserts pieces before everything that remains.
  mutating func push(_ parts: [Piece]) {
    pieces.append(contentsOf: parts.reversed())
  }

  /// Inserts `parts` before everything that remains, with `separator` between them.
  @inline(never)
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
