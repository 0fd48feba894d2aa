/// A condition of a statement, where NULL counts as false.
indirect enum SQLCondition: Sendable {
  case constant(Bool)

  /// A test that binds tighter than AND
  case test(SQLText)
  case conjunction([SQLCondition])
  case disjunction([SQLCondition])

  static let never = SQLCondition.constant(false)
  static let always = SQLCondition.constant(true)
}

extension SQLCondition: PushdownPart {
  static func all(_ parts: [SQLCondition]) -> SQLCondition {
    joined(parts, whenEmpty: true) { .conjunction($0) }
  }

  static func any(_ parts: [SQLCondition]) -> SQLCondition {
    joined(parts, whenEmpty: false) { .disjunction($0) }
  }

  private static func joined(
    _ parts: [SQLCondition], whenEmpty neutral: Bool, _ join: ([SQLCondition]) -> SQLCondition
  ) -> SQLCondition {
    var rest: [SQLCondition] = []
    for part in parts {
      if case .constant(let value) = part {
        if value != neutral { return .constant(value) }
        continue
      }
      rest.append(part)
    }
    return rest.isEmpty ? .constant(neutral) : rest.count == 1 ? rest[0] : join(rest)
  }

  static func && (left: SQLCondition, right: SQLCondition) -> SQLCondition { all([left, right]) }
  static func || (left: SQLCondition, right: SQLCondition) -> SQLCondition { any([left, right]) }
}
