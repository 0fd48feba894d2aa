/// Decides the kinds of tokens, each from those before it and at most four after it.
///
/// It follows the parser's rules for words that have several meanings, without the nesting of brackets. Where the nesting
/// decides, the text does not parse with the other meaning.
struct TokenKinds {
  /// The part of a filter that the parser expects at a token.
  private enum Expectation {
    /// An operand, or a word before one
    case operand
    /// An operator or the end of an operand
    case link
    /// A key after a dot
    case step
    /// The letters of options, or their `]`
    case options
  }

  private let options: SyntaxOptions
  private var expectation = Expectation.operand

  /// Whether the operator before takes options in brackets; nil unless an operator is before.
  private var takesOptions: Bool?

  /// Whether a predicate may begin at the operand, and so a quantifier.
  private var mayBeQuantifier = true

  /// Whether the bracket before opened an index.
  private var isIndex = false

  /// The kinds of the last two tokens.
  private var previous = Token.Kind.end
  private var beforePrevious = Token.Kind.end

  init(_ options: SyntaxOptions) { self.options = options }

  /// The kind of a token that the lexer has just read. Reads on for a number that begins with a dot.
  mutating func kind(of token: Token, _ lexer: inout Lexer) -> FilterToken.Kind {
    let kind = decide(token, &lexer)
    (beforePrevious, previous) = (previous, token.kind)
    return kind
  }

  /// The kind of a part that the lexer cannot read, by its first byte.
  mutating func kind(ofUnread first: UInt8) -> FilterToken.Kind {
    (beforePrevious, previous) = (previous, .foreignOperator)
    switch first {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return operand(.string)
    case UInt8(ascii: "`"): return operand(.key)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "@"), UInt8(ascii: "$"),
      UInt8(ascii: "#"), UInt8(ascii: "%"):
      return operand(.unknown)
    default: return link(.unknown)
    }
  }

  private mutating func decide(_ token: Token, _ lexer: inout Lexer) -> FilterToken.Kind {
    switch token.kind {
    case .end: return .unknown
    case .string: return operand(.string)
    case .integer, .wideInteger, .double: return operand(.number)
    case .date: return operand(.date)
    case .argument: return operand(.placeholder)
    case .variable: return operand(.variable)
    case .escapedIdentifier, .quotedIdentifier: return operand(.key)
    case .collectionOperator: return operand(.function)
    case .foreignOperator: return link(.unknown)
    case .selector:
      if expectation == .link { return link(.operator) }
      return operand(.function)
    case .identifier: return identifier(token, lexer)
    case .keyword(let word): return keyword(word, lexer)
    case .symbol(let symbol): return self.symbol(symbol, &lexer)
    }
  }

  /// A token that ends an operand, or is all of it.
  private mutating func operand(_ kind: FilterToken.Kind) -> FilterToken.Kind {
    expectation = .link
    takesOptions = nil
    isIndex = false
    return kind
  }

  /// A token before an operand. Where a predicate can begin, so can a quantifier.
  private mutating func link(
    _ kind: FilterToken.Kind, takesOptions: Bool? = nil, mayBeQuantifier: Bool = false
  ) -> FilterToken.Kind {
    expectation = .operand
    self.takesOptions = takesOptions
    self.mayBeQuantifier = mayBeQuantifier
    isIndex = false
    return kind
  }

  // MARK: - Words

  private mutating func identifier(_ token: Token, _ lexer: Lexer) -> FilterToken.Kind {
    switch expectation {
    case .options: return .option
    case .step: return operand(.key)
    case .operand: return operand(lexer.isBeforeParenthesis ? .function : .key)
    case .link:
      if lexer.wordOperator(token, among: options.vocabulary.wordOperators) != nil {
        return link(.operator, takesOptions: true)
      }
      // The operand after it is a word as well: NULL, or NOT NULL.
      if lexer.isNullTest(token) { return .operator }
      return link(.unknown)
    }
  }

  private mutating func keyword(_ word: Keyword, _ lexer: Lexer) -> FilterToken.Kind {
    switch expectation {
    case .options: return .option
    case .step:
      let isElement = word == .self && beforePrevious == .collectionOperator
      return operand(!options.strict && word.mayBeKey || isElement ? .key : .keyword)
    case .link:
      switch word {
      case .and, .or: return link(.keyword, mayBeQuantifier: true)
      case .union, .intersect, .minus: return link(.operator)
      // Before an operator, or in `IS NOT NULL`
      case .not: return .operator
      case .null, .nil: return operand(.keyword)
      default:
        guard let name = word.comparison else { return link(.unknown) }
        return link(.operator, takesOptions: name.takesOptions)
      }
    case .operand: return operandWord(word, lexer)
    }
  }

  private mutating func operandWord(_ word: Keyword, _ lexer: Lexer) -> FilterToken.Kind {
    if word.mayBeKey, !isIndex || word.quantifier != nil, !options.strict,
      word.isOperand(before: lexer.following, mayBeQuantifier: mayBeQuantifier)
    {
      return operand(.key)
    }
    switch word {
    case .not: return link(.keyword, mayBeQuantifier: true)
    case .any, .some, .all, .none: return link(.keyword)
    case .subquery, .cast, .function, .ternary:
      return operand(lexer.isBeforeParenthesis ? .function : .keyword)
    default: return operand(.keyword)
    }
  }

  // MARK: - Signs

  private mutating func symbol(_ symbol: Symbol, _ lexer: inout Lexer) -> FilterToken.Kind {
    switch symbol {
    case .leftParenthesis:
      // The first parameter of a ternary is a predicate, those of functions are expressions.
      let isCall = expectation == .link
      return link(
        .punctuation, mayBeQuantifier: !isCall || previous == .keyword(.ternary))
    case .leftBrace: return link(.punctuation)
    // After the variable of a subquery follows a predicate.
    case .comma: return link(.punctuation, mayBeQuantifier: previous == .variable)
    case .rightParenthesis, .rightBrace: return operand(.punctuation)
    case .rightBracket:
      return expectation == .options ? link(.punctuation) : operand(.punctuation)
    case .leftBracket: return bracket(lexer)
    case .dot:
      if expectation == .operand, lexer.byte().isDigit {
        lexer.position -= 1
        _ = try? lexer.readFraction()
        return operand(.number)
      }
      expectation = .step
      return .punctuation
    case .and, .or: return link(.operator, mayBeQuantifier: true)
    case .exclamation: return link(.operator, mayBeQuantifier: true)
    default:
      return link(.operator, takesOptions: AST.Comparison.Operator(symbol).map(\.takesOptions))
    }
  }

  private mutating func bracket(_ lexer: Lexer) -> FilterToken.Kind {
    if takesOptions == true, previous != .keyword(.in) || lexer.hasOptionsBeforeExpression {
      expectation = .options
      return .punctuation
    }
    let isIndex = expectation == .link
    _ = link(.punctuation)
    self.isIndex = isIndex
    return .punctuation
  }
}
