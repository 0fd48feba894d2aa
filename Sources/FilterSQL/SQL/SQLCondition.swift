/// A condition of a statement. NULL counts as false.
struct SQLCondition: Sendable {
  indirect enum Form: Sendable {
    case constant(Bool)

    /// A test that binds tighter than AND
    case test(SQLText)
    case conjunction([SQLCondition])
    case disjunction([SQLCondition])
  }

  let form: Form

  /// The size, for comparison with the limits of a database.
  let size: SQLSize

  static let never = constant(false)
  static let always = constant(true)

  static func constant(_ holds: Bool) -> SQLCondition {
    SQLCondition(form: .constant(holds), size: SQLSize(textBytes: 5, height: 1, symbols: 1))
  }

  static func test(_ text: SQLText) -> SQLCondition {
    SQLCondition(form: .test(text), size: SQLSize(text))
  }

  /// The value if it is the same for every row, or nil.
  var constant: Bool? { if case .constant(let holds) = form { holds } else { nil } }

  /// Whether it needs parentheses as a part of AND or of OR.
  func hasParentheses(inConjunction isConjunction: Bool) -> Bool {
    switch form {
    case .constant, .test: false
    case .conjunction: isConjunction
    case .disjunction: true
    }
  }
}

extension SQLCondition: PushdownPart {
  static func all(_ parts: [SQLCondition]) -> SQLCondition { joined(parts, isConjunction: true) }

  static func any(_ parts: [SQLCondition]) -> SQLCondition { joined(parts, isConjunction: false) }

  /// The maximum number of parts of a chain. SQLite nests a chain by one level for each part.
  private static let longest = 64

  private static func joined(_ parts: [SQLCondition], isConjunction: Bool) -> SQLCondition {
    var rest: [SQLCondition] = []
    for part in parts {
      switch part.form {
      case .constant(isConjunction): continue
      case .constant: return part
      case .conjunction(let inner) where isConjunction: rest += inner
      case .disjunction(let inner) where !isConjunction: rest += inner
      default: rest.append(part)
      }
    }
    // A tree keeps the depth of expressions and of parentheses below the limits.
    while rest.count > longest {
      rest = stride(from: 0, to: rest.count, by: longest).map { start in
        chain(Array(rest[start..<min(start + longest, rest.count)]), isConjunction)
      }
    }
    return rest.isEmpty ? constant(isConjunction) : chain(rest, isConjunction)
  }

  private static func chain(_ parts: [SQLCondition], _ isConjunction: Bool) -> SQLCondition {
    guard parts.count > 1 else { return parts[0] }
    return SQLCondition(
      form: isConjunction ? .conjunction(parts) : .disjunction(parts),
      size: SQLSize(chain: parts, isConjunction: isConjunction))
  }

  static func && (left: SQLCondition, right: SQLCondition) -> SQLCondition { all([left, right]) }
  static func || (left: SQLCondition, right: SQLCondition) -> SQLCondition { any([left, right]) }
}
