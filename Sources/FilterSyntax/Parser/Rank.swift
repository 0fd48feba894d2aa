/// How tightly an operator binds.
enum Rank: Int, Comparable {
  case or
  case and
  case not
  case comparison
  case set
  case bitOr
  case bitXor
  case bitAnd
  case shift
  case additive
  case multiplicative
  case power
  case unary
  case postfix

  /// The rank that binds tighter by one.
  var next: Rank { Rank(rawValue: rawValue + 1) ?? .postfix }

  static func < (lhs: Rank, rhs: Rank) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension AST.Arithmetic.Operator {
  /// How tightly the operator binds.
  var rank: Rank {
    switch self {
    case .power: .power
    case .multiply, .divide: .multiplicative
    case .add, .subtract: .additive
    case .shiftLeft, .shiftRight: .shift
    case .bitwiseAnd: .bitAnd
    case .bitwiseXor: .bitXor
    case .bitwiseOr: .bitOr
    }
  }
}
