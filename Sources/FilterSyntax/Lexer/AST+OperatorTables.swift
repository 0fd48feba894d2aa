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
}

extension AST.Comparison.Operator {
  /// Each operator with its signs, the first of them for printing.
  static let symbols: [(operator: Self, symbols: [Symbol])] = [
    (.equal, [.equalEqual, .equal]), (.notEqual, [.notEqual, .lessGreater]),
    (.lessThan, [.less]), (.lessThanOrEqual, [.lessEqual, .equalLess]),
    (.greaterThan, [.greater]), (.greaterThanOrEqual, [.greaterEqual, .equalGreater]),
  ]

  /// Each operator that is a reserved word.
  static let words: [(operator: Self, word: Keyword)] = [
    (.beginsWith, .beginsWith), (.endsWith, .endsWith), (.contains, .contains), (.like, .like),
    (.matches, .matches), (.in, .in), (.between, .between), (.conformsToUTI, .conformsToUTI),
    (.equalsUTI, .equalsUTI),
  ]

  private static let bySymbol = Symbol.allCases.map { symbol in
    symbols.first { $0.symbols.contains(symbol) }?.operator
  }
  private static let byWord = Keyword.allCases.map { word in
    words.first { $0.word == word }?.operator
  }

  /// The operator that a symbol is.
  init?(_ symbol: Symbol) {
    guard let name = Self.bySymbol[Int(symbol.rawValue)] else { return nil }
    self = name
  }

  /// The operator that a reserved word is.
  init?(_ word: Keyword) {
    guard let name = Self.byWord[Int(word.rawValue)] else { return nil }
    self = name
  }
}
