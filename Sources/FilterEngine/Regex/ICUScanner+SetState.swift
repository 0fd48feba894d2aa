extension ICUScanner {
  /// What was read last, on which the meaning of `-` and `&` depends.
  enum Last {
    case start, scalar, range, set, operation
  }

  /// A set being read.
  struct SetState {
    let start: Int
    let depth: Int
    /// What stands left of the last `&&` or `--`
    var left: (set: SetExpression, isDifference: Bool)?
    var operand = SetExpression()
    /// A scalar that may yet begin a range
    var pending: Unicode.Scalar?
    var last = Last.start
    var operationCount = 0

    var folded: SetExpression {
      guard let left else { return operand }
      return left.isDifference
        ? left.set.subtracting(operand) : left.set.intersection(operand)
    }
  }
}
