extension AST.Arithmetic.Operator {
  /// `+`
  package var spelling: String {
    switch self {
    case .power: "**"
    case .multiply: "*"
    case .divide: "/"
    case .add: "+"
    case .subtract: "-"
    case .shiftLeft: "<<"
    case .shiftRight: ">>"
    case .bitwiseAnd: "&"
    case .bitwiseXor: "^"
    case .bitwiseOr: "|"
    }
  }
}

extension AST.Comparison.Operator {
  /// `==`, `BEGINSWITH`, `isWithin:`
  public var spelling: String {
    switch self {
    case .equal: "=="
    case .notEqual: "!="
    case .lessThan: "<"
    case .lessThanOrEqual: "<="
    case .greaterThan: ">"
    case .greaterThanOrEqual: ">="
    case .beginsWith: "BEGINSWITH"
    case .endsWith: "ENDSWITH"
    case .contains: "CONTAINS"
    case .like: "LIKE"
    case .matches: "MATCHES"
    case .in: "IN"
    case .between: "BETWEEN"
    case .conformsToUTI: "UTI-CONFORMS-TO"
    case .equalsUTI: "UTI-EQUALS"
    case .selector(let name), .word(let name): name
    }
  }

  /// Whether options may follow.
  var takesOptions: Bool {
    switch self {
    case .between, .conformsToUTI, .equalsUTI, .selector: false
    default: true
    }
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
