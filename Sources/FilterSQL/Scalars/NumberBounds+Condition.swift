internal import FilterEngine

extension NumberBounds {
  /// The conditions for the values inside and outside the bounds. Neither includes NULL.
  func test(_ cell: SQLCell, _ dialect: SQLDialect) -> CellTest {
    guard case .real(isFinite: false) = cell.kind else {
      return .exact(inside(cell, mayBeNaN: false), outside(cell, mayBeNaN: false))
    }
    switch dialect.reals {
    case .unknown, .withoutNaN:
      return .exact(inside(cell, mayBeNaN: false), outside(cell, mayBeNaN: false))
    case .nanAbove:
      return .exact(inside(cell, mayBeNaN: true), outside(cell, mayBeNaN: true))
    case .nanByFunction(let inCase):
      let (numbers, others) = (inside(cell, mayBeNaN: false), outside(cell, mayBeNaN: false))
      let areAll = lower == nil && upper == nil && !isEmpty
      return .exact(
        areAll && containsNaN
          ? numbers
          : Self.tested(
            numbers, passesNaN: containsNaN, excludesNaN: upper != nil || isEmpty, cell, inCase),
        isEmpty && !containsNaN
          ? others
          : Self.tested(
            others, passesNaN: !containsNaN, excludesNaN: upper == nil && !isEmpty, cell, inCase))
    }
  }

  /// Whether statements can write all bounds. Databases read texts of dates in the years 1 to 9999 alike, and not all
  /// drivers have infinite parameters.
  func canBeWritten(_ dialect: SQLDialect) -> Bool {
    guard case .casts = dialect.dates else { return true }
    return [lower, upper].allSatisfy { bound in
      guard let value = bound?.value else { return true }
      if case .real(let double) = value { return double.isFinite }
      return !value.isCast || value.castText != nil
    }
  }

  /// A condition for values of a list, none of which is NaN, and for other values.
  static func tests(
    _ inside: SQLCondition, _ outside: SQLCondition, _ cell: SQLCell
  ) -> CellTest {
    guard case .real(isFinite: false) = cell.kind,
      case .nanByFunction(let inCase) = cell.dialect.reals
    else { return .exact(inside, outside) }
    return .exact(
      tested(inside, passesNaN: false, excludesNaN: true, cell, inCase),
      tested(outside, passesNaN: true, excludesNaN: false, cell, inCase))
  }

  /// A condition for numbers that NaN passes or does not pass.
  ///
  /// - Parameter excludesNaN: Whether the condition alone excludes NaN, since that is above all numbers.
  private static func tested(
    _ numbers: SQLCondition, passesNaN: Bool, excludesNaN: Bool, _ cell: SQLCell, _ inCase: Bool
  ) -> SQLCondition {
    // Statistics of a file, which leave out NaN, do not reach the element of a list.
    let isNaN: SQLText = inCase ? "isnan([\(cell.text)][1])" : "isnan(\(cell.text))"
    switch (passesNaN, numbers.constant) {
    case (true, false?):
      return inCase
        ? .test("CASE WHEN \(isNaN) THEN TRUE ELSE FALSE END")
        : cell.isNotNull && .test(isNaN)
    case (true, true?): return .always
    case (true, nil):
      return inCase
        ? .test("CASE WHEN \(isNaN) THEN TRUE ELSE \(filter: numbers) END")
        : numbers || .test(isNaN)
    case (false, false?): return .never
    // Where statistics decide that a comparison is true of all rows, it is true of NaN.
    case (false, _):
      return excludesNaN && !inCase ? numbers : numbers && .test("NOT \(isNaN)")
    }
  }

  // MARK: - Comparisons

  private func inside(_ cell: SQLCell, mayBeNaN: Bool) -> SQLCondition {
    let isNaN = SQLCondition.test("\(cell.text) = 'NaN'")
    guard !isEmpty else { return mayBeNaN && containsNaN ? isNaN : .never }
    if let lower, let upper, lower.value == upper.value, !lower.isOpen, !upper.isOpen {
      let same = equal(cell, lower)
      return mayBeNaN && containsNaN ? same || isNaN : same
    }
    var parts: [SQLCondition] = []
    if let lower {
      parts.append(compared(cell, lower.isOpen ? ">" : ">=", lower, zero: -0.0))
    }
    if let upper {
      parts.append(compared(cell, upper.isOpen ? "<" : "<=", upper, zero: 0.0))
    }
    // The database orders NaN above all numbers.
    if mayBeNaN, !containsNaN, upper == nil { parts.append(.test("\(cell.text) < 'NaN'")) }
    let numbers = parts.isEmpty ? cell.isNotNull : .all(parts)
    return mayBeNaN && containsNaN && upper != nil ? numbers || isNaN : numbers
  }

  private func outside(_ cell: SQLCell, mayBeNaN: Bool) -> SQLCondition {
    guard !isEmpty else {
      return mayBeNaN && containsNaN ? .test("\(cell.text) <> 'NaN'") : cell.isNotNull
    }
    let isSame =
      lower.map { low in !low.isOpen && upper.map { !$0.isOpen && $0.value == low.value } ?? false }
      ?? false
    if isSame, let lower, !(mayBeNaN && containsNaN) {
      return .test("\(cell.text) <> \(cell.bound(lower.value))")
    }
    var parts: [SQLCondition] = []
    if let lower {
      parts.append(compared(cell, lower.isOpen ? "<=" : "<", lower, zero: 0.0))
    }
    if let upper {
      let above = compared(cell, upper.isOpen ? ">=" : ">", upper, zero: -0.0)
      parts.append(
        mayBeNaN && containsNaN ? above && .test("\(cell.text) < 'NaN'") : above)
    } else if mayBeNaN, !containsNaN {
      parts.append(.test("\(cell.text) = 'NaN'"))
    }
    return .any(parts)
  }

  /// A comparison with a bound.
  ///
  /// - Parameter zero: The zero that is compared with if the database distinguishes them.
  private func compared(
    _ cell: SQLCell, _ word: StaticString, _ bound: Bound, zero: Double
  ) -> SQLCondition {
    let isZero = cell.dialect.distinguishesZeros && bound.value == .real(0)
    return .test("\(cell.text) \(word: word) \(cell.bound(isZero ? .real(zero) : bound.value))")
  }

  private func equal(_ cell: SQLCell, _ bound: Bound) -> SQLCondition {
    guard cell.dialect.distinguishesZeros, bound.value == .real(0) else {
      return .test("\(cell.text) = \(cell.bound(bound.value))")
    }
    return compared(cell, ">=", bound, zero: -0.0) && compared(cell, "<=", bound, zero: 0.0)
  }
}
