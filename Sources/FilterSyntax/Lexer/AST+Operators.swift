// The signs and words of operators.

extension AST.Arithmetic.Operator {
  /// Each operator with its sign.
  private static let table: [(operator: Self, symbol: Symbol)] = [
    (.power, .power), (.multiply, .star), (.divide, .slash), (.add, .plus), (.subtract, .minus),
    (.shiftLeft, .shiftLeft), (.shiftRight, .shiftRight), (.bitwiseAnd, .ampersand),
    (.bitwiseXor, .caret), (.bitwiseOr, .bar),
  ]

  /// The operator that a symbol is.
  init?(_ symbol: Symbol) {
    guard let entry = Self.table.first(where: { $0.symbol == symbol }) else { return nil }
    self = entry.operator
  }

  /// `+`
  package var spelling: String {
    Self.table.first { $0.operator == self }?.symbol.spelling ?? ""
  }
}

extension AST.Comparison.Operator {
  /// Each operator with its signs, the first of them for printing.
  private static let symbols: [(operator: Self, symbols: [Symbol])] = [
    (.equal, [.equalEqual, .equal]), (.notEqual, [.notEqual, .lessGreater]),
    (.lessThan, [.less]), (.lessThanOrEqual, [.lessEqual, .equalLess]),
    (.greaterThan, [.greater]), (.greaterThanOrEqual, [.greaterEqual, .equalGreater]),
  ]

  private static let bySymbol = Symbol.allCases.map { symbol in
    symbols.first { $0.symbols.contains(symbol) }?.operator
  }

  private static let spellings: [(operator: Self, text: String)] =
    symbols.map { ($0.operator, $0.symbols[0].spelling) }
    + Keyword.comparisons.compactMap { word in word.comparison.map { ($0, word.spelling) } }

  /// The operators that the language has without a library.
  package static var ofLanguage: [Self] { spellings.map(\.operator) }

  /// The operator that a symbol is.
  init?(_ symbol: Symbol) {
    guard let name = Self.bySymbol[Int(symbol.rawValue)] else { return nil }
    self = name
  }

  /// `==`, `BEGINSWITH`, `isWithin:`
  public var spelling: String {
    libraryName ?? Self.spellings.first { $0.operator == self }?.text ?? ""
  }
}

extension AST.Comparison.Options {
  /// The option of a letter, in either case; nil if there is none.
  init?(letter: UInt8) {
    guard let entry = Self.letters.first(where: { $0.letter.asciiValue == letter | 0x20 }) else {
      return nil
    }
    self = entry.option
  }

  /// The options of a text of one or more letters of `cdnl`; nil for any other text.
  package init?(letters: String) {
    self = []
    for letter in letters {
      guard let option = Self.letters.first(where: { $0.letter == letter })?.option else {
        return nil
      }
      insert(option)
    }
    if letters.isEmpty { return nil }
  }
}

extension AST.Comparison.Quantifier {
  /// `ANY`
  public var spelling: String {
    switch self {
    case .any: "ANY"
    case .all: "ALL"
    case .none: "NONE"
    }
  }
}
