/// A token that is spelled with signs.
enum Symbol: String, CaseIterable {
  case and = "&&"
  case or = "||"
  case equalEqual = "=="
  case notEqual = "!="
  case lessGreater = "<>"
  case lessEqual = "<="
  case equalLess = "=<"
  case greaterEqual = ">="
  case equalGreater = "=>"
  case shiftLeft = "<<"
  case shiftRight = ">>"
  case power = "**"
  case assign = ":="
  case equal = "="
  case less = "<"
  case greater = ">"
  case exclamation = "!"
  case ampersand = "&"
  case bar = "|"
  case caret = "^"
  case plus = "+"
  case minus = "-"
  case star = "*"
  case slash = "/"
  case percent = "%"
  case dot = "."
  case comma = ","
  case leftParenthesis = "("
  case rightParenthesis = ")"
  case leftBracket = "["
  case rightBracket = "]"
  case leftBrace = "{"
  case rightBrace = "}"

  private static let table = Dictionary(uniqueKeysWithValues: allCases.map { (key($0), $0) })

  private static func key(_ symbol: Symbol) -> UInt16 {
    symbol.rawValue.utf8.reduce(0) { $0 << 8 | UInt16($1) }
  }

  /// The longest symbol that begins with `first`, which `second` follows.
  init?(_ first: UInt8, _ second: UInt8) {
    guard let symbol = Self.table[UInt16(first) << 8 | UInt16(second)] ?? Self.table[UInt16(first)]
    else { return nil }
    self = symbol
  }
}
