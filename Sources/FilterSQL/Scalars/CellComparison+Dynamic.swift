internal import EssentialFoundation
internal import FilterEngine
internal import FilterSyntax

/// Columns with values of any storage class. SQLite orders the classes: NULL, numbers, texts, blobs.
extension CellComparison {
  /// A comparison of a column of any storage class. A value of a class other than the constant's is never equal to it,
  /// and fails in an order or a text operator.
  func dynamic(_ affinity: SQLAffinity) -> Pushdown<SQLCondition> {
    switch comparison.test {
    case .always, .nilness, .pattern: return .nothing(canFail: true)
    case .numbers(let range):
      return range.isOfDates ? noneOfTheKind() : ordered(bounds(of: constant), affinity)
    case .text(let text): return self.text(text, affinity)
    case .oneOf(let set): return oneOf(set, affinity)
    case .values: break
    }
    switch constant {
    case .double(let double) where double.isNaN:
      // NaN, which no column stores, is between the negative numbers and zero.
      let isBelow = `operator` == .lessThan || `operator` == .lessThanOrEqual
      guard isBelow || `operator` == .greaterThan || `operator` == .greaterThanOrEqual else {
        return noneOfTheKind()
      }
      return ordered([(isBelow ? .lessThan : .greaterThanOrEqual, .integer(0))], affinity)
    case .data(let data) where isEquality:
      let value = SQLValue.bytes(Array(data))
      return CellTest.exact(.test("\(cell.text) = \(value)"), .test("\(cell.text) <> \(value)"))
        .pushdown(cell, isInverted: isInverted)
    case .uuid, .date: return noneOfTheKind()
    default: return .nothing(canFail: !isEquality)
    }
  }

  /// A comparison with a constant whose kind no value of the column has.
  private func noneOfTheKind() -> Pushdown<SQLCondition> {
    guard isEquality else {
      return Pushdown(pass: .superset(cell.isNotNull), block: .none, canFail: true)
    }
    return CellTest.exact(.never, cell.isNotNull).pushdown(cell, isInverted: isInverted)
  }

  // MARK: - Numbers

  /// The bounds of a comparison with a number; empty if no column stores such a number.
  private func bounds(of constant: FilterValue) -> [(AST.Comparison.Operator, SQLValue)] {
    if `operator` == .between {
      guard case .list(let list) = constant, list.count == 2,
        let isReversed = list[0].isAbove(number: list[1]),
        let low = (isReversed ? list[1] : list[0]).storedNumber,
        let high = (isReversed ? list[0] : list[1]).storedNumber
      else { return [] }
      return [(.greaterThanOrEqual, low), (.lessThanOrEqual, high)]
    }
    return constant.storedNumber.map { [(`operator`, $0)] } ?? []
  }

  /// Numbers between bounds. Texts and blobs are above all numbers, so that only an upper bound must include them.
  private func ordered(
    _ bounds: [(operator: AST.Comparison.Operator, value: SQLValue)], _ affinity: SQLAffinity
  ) -> Pushdown<SQLCondition> {
    guard !bounds.isEmpty else { return .nothing(canFail: !isEquality) }
    // A column of texts has no numbers, and would convert the constant to text.
    guard affinity != .text else { return noneOfTheKind() }
    if isEquality, let value = bounds.first?.value {
      return CellTest.exact(.test("\(cell.text) = \(value)"), .test("\(cell.text) <> \(value)"))
        .pushdown(cell, isInverted: isInverted)
    }
    var (inside, outside): ([SQLCondition], [SQLCondition]) = ([], [])
    var (hasUpper, hasLower) = (false, false)
    for bound in bounds {
      let (word, opposite): (StaticString, StaticString) =
        switch bound.operator {
        case .lessThan: ("<", ">=")
        case .lessThanOrEqual: ("<=", ">")
        case .greaterThan: (">", "<=")
        default: (">=", "<")
        }
      inside.append(.test("\(cell.text) \(word: word) \(bound.value)"))
      outside.append(.test("\(cell.text) \(word: opposite) \(bound.value)"))
      if bound.operator == .lessThan || bound.operator == .lessThanOrEqual {
        hasUpper = true
      } else {
        hasLower = true
      }
    }
    let others = SQLCondition.test("\(cell.text) >= ''")
    return Pushdown(
      pass: .superset(hasUpper ? .all(inside) || others : .all(inside)),
      block: .superset(
        (hasLower && !hasUpper ? .any(outside) || others : .any(outside)) || cell.isNull),
      canFail: true)
  }

  // MARK: - Texts

  /// The column without its affinity and collation, which would convert or fold a constant. No index serves it.
  private var plain: SQLText { "+\(cell.text) COLLATE BINARY" }

  private func text(
    _ text: TextTest, _ affinity: SQLAffinity
  ) -> Pushdown<SQLCondition> {
    let converts = affinity == .numeric
    if isEquality, case .equal = text.form, text.comparesBytes {
      let value = SQLValue.text(text.constant)
      var same = SQLCondition.test("\(cell.text) = \(value)")
      if !cell.comparesBytes { same = same && .test("\(plain) = \(value)") }
      if converts { same = same && .test("typeof(\(cell.text)) = 'text'") }
      let other: SQLText = converts || !cell.comparesBytes ? plain : cell.text
      return CellTest.exact(same, .test("\(other) <> \(value)"))
        .pushdown(cell, isInverted: isInverted)
    }
    var texts = self
    texts.cell.kind = .text
    if converts || !cell.comparesBytes { texts.cell.text = plain }
    texts.cell.comparesBytes = true
    if isEquality {
      let pushdown = texts.text(text)
      return Pushdown(
        pass: pushdown.pass.part.map { .superset($0) } ?? .none,
        block: pushdown.block.part.map { .superset($0) } ?? .none, canFail: false)
    }
    // No text contains an empty needle, but a number still fails.
    let pushdown = text.isEmpty ? Self.constant(false) : texts.text(text)
    let others: SQLCondition = .test("\(cell.text) < ''") || .test("\(cell.text) >= x''")
    return Pushdown(
      pass: pushdown.pass.part.map { .superset($0 || others) } ?? .none,
      block: pushdown.block.part.map { .superset($0 || others) } ?? .none, canFail: true)
  }

  // MARK: - Lists

  private func oneOf(
    _ set: ValueSet, _ affinity: SQLAffinity
  ) -> Pushdown<SQLCondition> {
    var (numbers, others): ([SQLValue], [SQLValue]) = ([], [])
    for value in set.values {
      switch value {
      case .null, .uuid, .date, .list, .set, .object: continue
      case .string(let text):
        guard !set.foldsText else { return .nothing(canFail: false) }
        others.append(.text(text))
      case .data(let data): others.append(.bytes(Array(data)))
      case .double(let double) where double.isNaN: continue
      default:
        guard let number = value.storedNumber else { return .nothing(canFail: false) }
        numbers.append(number)
      }
    }
    // A constant that the affinity would convert is left out, or found by the index and tested again.
    if affinity == .text { numbers = [] }
    let all = numbers + others
    guard !all.isEmpty else { return CellTest.exact(.never, cell.isNotNull).pushdown(cell) }
    let isPlain = affinity != .numeric && cell.comparesBytes
    let asked = isPlain ? cell.text : plain
    guard let list = list(all) else { return .nothing(canFail: false) }
    let same = SQLCondition.test("\(asked) IN (\(list))")
    return CellTest.exact(
      isPlain ? same : .test("\(cell.text) IN (\(list))") && same,
      .test("\(asked) NOT IN (\(list))")
    ).pushdown(cell)
  }
}

extension FilterValue {
  /// The number as SQLite stores it; nil for NaN and for numbers that SQLite cannot store.
  fileprivate var storedNumber: SQLValue? {
    switch self {
    case .bool(let flag): .integer(flag ? 1 : 0)
    case .int(let integer): .integer(integer)
    case .double(let double): double.isNaN ? nil : .real(double)
    default: nil
    }
  }
}
