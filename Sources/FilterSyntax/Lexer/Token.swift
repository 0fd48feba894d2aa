/// A token of a text.
struct Token {
  /// The kinds of tokens.
  enum Kind: Equatable {
    /// The end of the text
    case end
    /// `AND`, in any case
    case keyword(Keyword)
    /// `name`
    case identifier
    /// `#size`
    case escapedIdentifier
    /// `` `a key` ``
    case quotedIdentifier
    /// `modulus:by:`
    case selector
    /// `@count`
    case collectionOperator
    /// `$name`
    case variable
    /// `"text"`
    case string
    /// `5`, `0xff`
    case integer(UInt64)
    /// `9223372036854775809`
    case wideInteger
    /// `5.0`
    case double(Double)
    /// `#2026-11-21#`
    case date(Double)
    /// `%@`
    case argument
    /// `==`
    case symbol(Symbol)
    /// `≥`, `=~`: an operator of another language
    case foreignOperator
  }

  var kind: Kind
  var range: SourceRange
}

extension Token.Kind {
  /// Whether an expression, or a list after `IN`, can begin with the token.
  var startsExpression: Bool {
    switch self {
    case .end: false
    case .symbol(let symbol):
      [.leftParenthesis, .leftBrace, .leftBracket, .minus, .dot].contains(symbol)
    case .keyword(let word): word.startsExpression
    default: true
    }
  }
}

extension Keyword {
  fileprivate var startsExpression: Bool {
    switch self {
    case .null, .nil, .true, .yes, .false, .no, .self, .anyKey, .subquery, .cast, .function,
      .ternary:
      true
    default: false
    }
  }
}
