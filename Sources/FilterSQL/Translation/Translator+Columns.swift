internal import FilterEngine
internal import FilterSyntax

extension Translator {
  /// A comparison of two columns.
  mutating func columns(_ node: AST.Comparison, _ scope: SQLScope) -> Pushdown<SQLCondition> {
    guard case .cell(let left)? = operand(node.left, scope),
      case .cell(let right)? = operand(node.right, scope), !left.kind.isJSON, !right.kind.isJSON
    else { return nothing(.notAColumn) }
    switch node.operator {
    case .equal: return equal(left, right, node.options)
    case .notEqual: return algebra.not(equal(left, right, node.options))
    case .lessThan: return below(left, right, orSame: false)
    case .lessThanOrEqual: return below(left, right, orSame: true)
    case .greaterThan: return below(right, left, orSame: false)
    case .greaterThanOrEqual: return below(right, left, orSame: true)
    default:
      let areTexts = left.kind == .text && right.kind == .text
      switch node.operator {
      case .beginsWith, .endsWith, .contains, .in, .like:
        return nothing(.noForm, canFail: !areTexts)
      default: return nothing(.noForm)
      }
    }
  }

  private mutating func equal(
    _ left: SQLCell, _ right: SQLCell, _ options: AST.Comparison.Options
  ) -> Pushdown<SQLCondition> {
    let areNull = left.isNull && right.isNull
    guard left.kind.isComparable(with: right.kind) else {
      // Values of two kinds are never equal, and nil is equal to nil.
      return Pushdown(
        pass: .exact(areNull), block: .exact(left.isNotNull || right.isNotNull), canFail: false)
    }
    let isPlain = options.isEmpty || options.contains(.normalized)
    guard left.kind != .text || isPlain && left.comparesBytes && right.comparesBytes,
      let pair = pair(left, right)
    else { return nothing(.noForm, canFail: false) }
    let (a, b) = pair
    guard left.isNullable || right.isNullable else {
      return Pushdown(
        pass: .exact(.test("\(a) = \(b)")), block: .exact(.test("\(a) <> \(b)")), canFail: false)
    }
    if dialect.hasNullSafeIs {
      return Pushdown(
        pass: .exact(.test("\(a) IS \(b)")), block: .exact(.test("\(a) IS NOT \(b)")),
        canFail: false)
    }
    let oneIsNull = left.isNull && right.isNotNull || left.isNotNull && right.isNull
    return Pushdown(
      pass: .exact(.test("\(a) = \(b)") || areNull),
      block: .exact(.test("\(a) <> \(b)") || oneIsNull), canFail: false)
  }

  private mutating func below(
    _ left: SQLCell, _ right: SQLCell, orSame: Bool
  ) -> Pushdown<SQLCondition> {
    guard left.kind.isComparable(with: right.kind), left.kind.isNumber || left.kind.isDate else {
      let areTexts = left.kind == .text && right.kind == .text
      return nothing(areTexts ? .noForm : .canFail, canFail: !areTexts)
    }
    // NaN lies elsewhere in the order of the database.
    let mayBeNaN =
      dialect.storesNaN
      && (left.kind == .real(isFinite: false) || right.kind == .real(isFinite: false))
    guard !mayBeNaN, let (a, b) = pair(left, right) else {
      return nothing(.noForm, canFail: false)
    }
    let areNull = left.isNull && right.isNull
    let (isOneNull, isOther) = (left.isNull || right.isNull, areNull)
    guard orSame else {
      return Pushdown(
        pass: .exact(.test("\(a) < \(b)")), block: .exact(.test("\(a) >= \(b)") || isOneNull),
        canFail: false)
    }
    let oneIsNull = left.isNull && right.isNotNull || left.isNotNull && right.isNull
    return Pushdown(
      pass: .exact(.test("\(a) <= \(b)") || isOther),
      block: .exact(.test("\(a) > \(b)") || oneIsNull), canFail: false)
  }

  /// Both columns as the database compares them by exact value; nil where it cannot.
  private func pair(_ left: SQLCell, _ right: SQLCell) -> (SQLText, SQLText)? {
    guard left.kind != right.kind else { return (left.text, right.text) }
    switch (left.kind, right.kind) {
    case (.real, .real): return (left.text, right.text)
    case (.date, .date): return nil
    default: break
    }
    // PostgreSQL rounds one of them: an integer to a double, and a double that becomes numeric to 15 digits.
    return dialect.comparesNumbersExactly ? (left.text, right.text) : nil
  }
}

extension SQLColumn.Kind {
  var isJSON: Bool { if case .json = self { true } else { false } }

  fileprivate func isComparable(with other: SQLColumn.Kind) -> Bool {
    isNumber && other.isNumber || isDate && other.isDate || self == other
  }
}
