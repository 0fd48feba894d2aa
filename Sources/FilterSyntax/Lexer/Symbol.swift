/// A token that is spelled with signs.
enum Symbol: UInt8, CaseIterable {
  case and
  case or
  case equalEqual
  case notEqual
  case lessGreater
  case lessEqual
  case equalLess
  case greaterEqual
  case equalGreater
  case shiftLeft
  case shiftRight
  case power
  case assign
  case equal
  case less
  case greater
  case exclamation
  case ampersand
  case bar
  case caret
  case plus
  case minus
  case star
  case slash
  case percent
  case dot
  case comma
  case leftParenthesis
  case rightParenthesis
  case leftBracket
  case rightBracket
  case leftBrace
  case rightBrace

  /// Each symbol with its signs, longest first.
  static let table = zip(spellings, allCases).map { (text: $0, symbol: $1) }

  /// The signs.
  var spelling: String { Self.spellings[Int(rawValue)] }

  // In the order of the cases.
  private static let spellings =
    "&& || == != <> <= =< >= => << >> ** := = < > ! & | ^ + - * / % . , ( ) [ ] { }".words

  // For each byte of ASCII, the symbols that begin with it, longest first.
  private static let byFirst: [[(second: UInt8?, symbol: Symbol)]] = {
    var symbols = [[(second: UInt8?, symbol: Symbol)]](repeating: [], count: 128)
    for (text, symbol) in table {
      let bytes = Array(text.utf8)
      symbols[Int(bytes[0])].append((bytes.count > 1 ? bytes[1] : nil, symbol))
    }
    return symbols
  }()

  /// The longest symbol that begins with `first`, where the next byte is `second`.
  init?(_ first: UInt8, _ second: UInt8) {
    guard first < 128 else { return nil }
    for entry in Self.byFirst[Int(first)] where entry.second == nil || entry.second == second {
      self = entry.symbol
      return
    }
    return nil
  }

  /// The number of signs.
  var length: Int { rawValue <= Self.assign.rawValue ? 2 : 1 }
}
