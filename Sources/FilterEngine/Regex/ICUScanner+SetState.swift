extension ICUScanner {
  /// The last item, which determines the meaning of `-` and `&`.
  enum Last {
    case start, scalar, range, set, operation
  }

  /// A set that is being read.
  struct SetState {
    let start: Int
    let depth: Int
    /// The part before the last `&&` or `--`
    var left: (set: SetExpression, isDifference: Bool)?
    var operand = SetExpression()
    /// A scalar that can begin a range, and where it is
    var pending: (scalar: Unicode.Scalar, place: Int)?
    var last = Last.start
    var operationCount = 0

    var folded: SetExpression {
      guard let left else { return operand }
      return left.isDifference
        ? left.set.subtracting(operand) : left.set.intersection(operand)
    }
  }
}
