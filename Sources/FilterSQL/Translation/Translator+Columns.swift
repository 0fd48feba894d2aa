internal import FilterEngine
internal import FilterSyntax

extension Translator {
  /// A comparison of two columns.
  mutating func columns(_ node: AST.Comparison, _ scope: SQLScope) -> Pushdown<SQLCondition> {
    if node.operator == .between, case .aggregate(let bounds) = node.right {
      return between(node.left, bounds.elements, scope)
    }
    guard case .cell(let left)? = operand(node.left, scope),
      case .cell(let right)? = operand(node.right, scope), left.kind.isTyped, right.kind.isTyped
    else { return nothing(.notAColumn) }
    switch node.operator.relation {
    case .equal: return equal(left, right, node.options)
    case .notEqual: return algebra.not(equal(left, right, node.options))
    case .lessThan: return below(left, right, orSame: false)
    case .lessThanOrEqual: return below(left, right, orSame: true)
    case .greaterThan: return below(right, left, orSame: false)
    case .greaterThanOrEqual: return below(right, left, orSame: true)
    case nil:
      let areTexts = left.kind == .text && right.kind == .text
      return nothing(.noForm, canFail: !areTexts || !node.operator.takesTwoColumnsOfText)
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
    let b = pair.1
    let a = left.kind == .uuidText ? dialect.foldingASCII(pair.0) : pair.0
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
    // NaN has a different position in the order of the database.
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

  /// `c BETWEEN {a, b}` with columns as bounds, in either order; false if one of the three is NULL.
  private mutating func between(
    _ subject: AST.Expression, _ bounds: [AST.Expression], _ scope: SQLScope
  ) -> Pushdown<SQLCondition> {
    guard bounds.count == 2 else { return nothing(.canFail) }
    var cells: [SQLCell] = []
    for expression in [subject] + bounds {
      guard case .cell(let cell)? = operand(expression, scope) else { return nothing(.notAColumn) }
      cells.append(cell)
    }
    let (cell, first, second) = (cells[0], cells[1], cells[2])
    let areTexts = cells.allSatisfy { $0.kind == .text }
    guard cell.kind.isNumber || cell.kind.isDate, cell.kind.isComparable(with: first.kind),
      cell.kind.isComparable(with: second.kind)
    else { return nothing(areTexts ? .noForm : .canFail, canFail: !areTexts) }
    let mayBeNaN = dialect.storesNaN && cells.contains { $0.kind == .real(isFinite: false) }
    guard !mayBeNaN, let (a, b) = pair(first, second), let (c, _) = pair(cell, first),
      pair(cell, second) != nil
    else { return nothing(.noForm, canFail: false) }
    let (least, most) = (dialect.least(a, b), dialect.greatest(a, b))
    let inside: SQLCondition = .all(
      [.test("\(c) >= \(least)"), .test("\(c) <= \(most)")]
        + (dialect.extremesLeaveNullAside ? [first.isNotNull, second.isNotNull] : []))
    let outside: SQLCondition = .any(
      [.test("\(c) < \(least)"), .test("\(c) > \(most)")] + cells.map(\.isNull))
    return Pushdown(pass: .exact(inside), block: .exact(outside), canFail: false)
  }

  /// Both columns in a form that the database compares by exact value; nil if there is none.
  private func pair(_ left: SQLCell, _ right: SQLCell) -> (SQLText, SQLText)? {
    guard dialect.has(left.kind), dialect.has(right.kind) else { return nil }
    guard left.kind != right.kind else { return (left.text, right.text) }
    switch (left.kind, right.kind) {
    case (.real, .real), (.decimal, .integer), (.integer, .decimal): return (left.text, right.text)
    // UUIDs as bytes and as text.
    case (.date, .date), (.uuid, .uuidText), (.uuidText, .uuid): return nil
    default: break
    }
    // PostgreSQL rounds one side: an integer to a double, or a double to 15 digits of numeric.
    return dialect.comparesNumbersExactly ? (left.text, right.text) : nil
  }
}

extension SQLColumn.Kind {
  /// Whether all of its values are of one kind.
  fileprivate var isTyped: Bool { valueKind != nil }

  fileprivate func isComparable(with other: SQLColumn.Kind) -> Bool {
    isNumber && other.isNumber || isDate && other.isDate
      || valueKind == .uuid && other.valueKind == .uuid || self == other
  }
}
