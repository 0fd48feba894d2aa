extension RowFilter {
  /// `NOT p`
  static func negation(of operand: RowFilter) -> RowFilter {
    let (one, many) = (operand.one, operand.many)
    return RowFilter(
      one: { row, run in
        switch one(row, run) {
        case .no: .yes
        case .yes: .no
        case .failed: .failed
        }
      },
      many: { block, run in
        var answer = many(block, run)
        answer.matches = block.candidates & ~(answer.matches | answer.failures)
        return answer
      }, runUse: operand.runUse, canFail: operand.canFail)
  }

  /// `p AND q AND …`: each operand is tested for the rows that are still true.
  static func conjunction(of operands: [RowFilter]) -> RowFilter {
    joined(operands, whenNone: true) { and($0, $1) }
  }

  /// `p OR q OR …`: each operand is tested for the rows that are still false.
  static func disjunction(of operands: [RowFilter]) -> RowFilter {
    joined(operands, whenNone: false) { or($0, $1) }
  }

  /// Joins the operands in pairs, and the pairs in pairs. This keeps the order of evaluation, and the depth is
  /// the logarithm of their number.
  private static func joined(
    _ operands: [RowFilter], whenNone: Bool, _ join: (RowFilter, RowFilter) -> RowFilter
  ) -> RowFilter {
    guard var last = operands.last else { return constant(whenNone) }
    if operands.count == 2 { return join(operands[0], operands[1]) }
    var level = operands
    while level.count > 1 {
      var next: [RowFilter] = []
      next.reserveCapacity(level.count / 2 + 1)
      for index in stride(from: 0, to: level.count - 1, by: 2) {
        next.append(join(level[index], level[index + 1]))
      }
      if level.count % 2 == 1 { next.append(level[level.count - 1]) }
      level = next
      last = level[0]
    }
    return last
  }

  private static func and(_ left: RowFilter, _ right: RowFilter) -> RowFilter {
    let (leftOne, leftMany) = (left.one, left.many)
    let (rightOne, rightMany) = (right.one, right.many)
    return RowFilter(
      one: { row, run in
        let answer = leftOne(row, run)
        return answer == .yes ? rightOne(row, run) : answer
      },
      many: { block, run in
        let first = leftMany(block, run)
        guard first.matches != 0 else { return first }
        var second = rightMany(block.narrowed(to: first.matches), run)
        second.failures |= first.failures
        return second
      }, runUse: max(left.runUse, right.runUse), canFail: left.canFail || right.canFail)
  }

  private static func or(_ left: RowFilter, _ right: RowFilter) -> RowFilter {
    let (leftOne, leftMany) = (left.one, left.many)
    let (rightOne, rightMany) = (right.one, right.many)
    return RowFilter(
      one: { row, run in
        let answer = leftOne(row, run)
        return answer == .no ? rightOne(row, run) : answer
      },
      many: { block, run in
        var first = leftMany(block, run)
        let rest = block.candidates & ~(first.matches | first.failures)
        guard rest != 0 else { return first }
        let second = rightMany(block.narrowed(to: rest), run)
        first.matches |= second.matches
        first.failures |= second.failures
        return first
      }, runUse: max(left.runUse, right.runUse), canFail: left.canFail || right.canFail)
  }
}
