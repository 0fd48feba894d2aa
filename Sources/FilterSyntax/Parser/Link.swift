/// The operator between an operand and the next one.
enum Link: Equatable {
  /// `AND`, `OR`
  case connective(AST.Compound.Connective)
  /// `==`, `NOT IN` …, in any spelling
  case comparison
  /// `:=`
  case assignment
  /// `UNION`
  case set(AST.SetOperation.Operator)
  /// `+`
  case arithmetic(AST.Arithmetic.Operator)
  /// `%`
  case modulus

  var rank: Rank {
    switch self {
    case .connective(.or): .or
    case .connective(.and): .and
    case .comparison: .comparison
    case .assignment, .set: .set
    case .arithmetic(let name): name.rank
    case .modulus: .multiplicative
    }
  }

  /// The link that a symbol is.
  init?(_ symbol: Symbol) {
    switch symbol {
    case .and: self = .connective(.and)
    case .or: self = .connective(.or)
    case .assign: self = .assignment
    case .percent: self = .modulus
    default:
      guard let link = Self.bySymbol[Int(symbol.rawValue)] else { return nil }
      self = link
    }
  }

  private static let bySymbol = Symbol.allCases.map { symbol -> Link? in
    if let name = AST.Arithmetic.Operator(symbol) { return .arithmetic(name) }
    return AST.Comparison.Operator(symbol).map { _ in .comparison }
  }

  /// The link that a reserved word is.
  init?(_ word: Keyword) {
    switch word {
    case .and: self = .connective(.and)
    case .or: self = .connective(.or)
    case .union: self = .set(.union)
    case .intersect: self = .set(.intersect)
    case .minus: self = .set(.minus)
    default:
      guard word.comparison != nil else { return nil }
      self = .comparison
    }
  }
}
