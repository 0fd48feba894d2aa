internal import EssentialFoundation
internal import FilterEngine
internal import FilterSyntax

/// The condition for a comparison of a cell with a constant.
struct CellComparison {
  var cell: SQLCell
  let comparison: ConstantComparison
  let constant: FilterValue
  let options: AST.Comparison.Options
  let dialect: SQLDialect

  /// The operator with the constant on its right.
  var `operator`: AST.Comparison.Operator { comparison.operator }

  var isInverted: Bool { `operator` == .notEqual }

  var folding: TextFolding { TextFolding(options) }

  func pushdown() -> Pushdown<SQLCondition> {
    switch comparison.test {
    case .always(let holds): return Self.constant(holds)
    case .nilness(let whenNil): return nilness(whenNil)
    default: break
    }
    guard dialect.has(cell.kind) else { return .nothing(canFail: canFailByKind) }
    if case .dynamic(let affinity) = cell.kind { return dynamic(affinity) }
    if cell.kind == .decimal, !isList { return decimals() }
    switch comparison.test {
    case .always(let holds): return Self.constant(holds)
    case .nilness(let whenNil): return nilness(whenNil)
    case .numbers(let range): return numbers(range)
    case .text(let text):
      guard cell.kind == .text else { return otherKind() }
      return self.text(text)
    case .oneOf(let set): return list(set).pushdown(cell)
    case .pattern(.success): return matches()
    case .pattern(.failure): return .nothing(canFail: true)
    case .values: return values()
    }
  }

  private func nilness(_ whenNil: Bool) -> Pushdown<SQLCondition> {
    let (null, value) = (cell.isNull, cell.isNotNull)
    return Pushdown(
      pass: .exact(whenNil ? null : value), block: .exact(whenNil ? value : null), canFail: false)
  }

  private var isList: Bool { if case .oneOf = comparison.test { true } else { false } }

  /// Whether the operator fails for values of some kinds.
  private var canFailByKind: Bool { !isEquality && !isList }

  static func constant(_ holds: Bool) -> Pushdown<SQLCondition> {
    Pushdown(
      pass: .exact(.constant(holds)), block: .exact(.constant(!holds)), canFail: false)
  }

  /// A comparison with a constant whose kind the cell never has: no value is equal, and other operators fail.
  private func otherKind() -> Pushdown<SQLCondition> {
    guard `operator` == .equal || `operator` == .notEqual else { return .nothing(canFail: true) }
    return CellTest.exact(.never, cell.isNotNull).pushdown(cell, isInverted: isInverted)
  }

  private func numbers(_ range: NumberRange) -> Pushdown<SQLCondition> {
    let bounds: NumberBounds?
    switch cell.kind {
    case .integer: bounds = NumberBounds(integers: range, `operator`)
    case .real: bounds = NumberBounds(doubles: range, `operator`, constant)
    case .date(let form): bounds = NumberBounds(dates: range, `operator`, form)
    case .boolean:
      guard let flags = flags(range) else { return otherKind() }
      return flags.pushdown(cell, isInverted: isInverted)
    default: return otherKind()
    }
    if let bounds, !bounds.canBeWritten(dialect) { return .nothing(canFail: canFailByKind) }
    guard let bounds else {
      return range.isOfDates == cell.kind.isDate ? .nothing(canFail: true) : otherKind()
    }
    return bounds.test(cell, dialect).pushdown(cell, isInverted: isInverted)
  }

  /// The test of a column of booleans; nil if the range is not one of numbers.
  private func flags(_ range: NumberRange) -> CellTest? {
    guard !range.isOfDates, let integers = range.integers else { return nil }
    func holds(_ number: Int128) -> Bool { integers.low <= number && number <= integers.high }
    return flags(holds(0), holds(1))
  }

  func flags(_ zero: Bool, _ one: Bool) -> CellTest {
    func isEqual(to flag: Bool) -> SQLCondition {
      .test("\(cell.text) = \(SQLValue.boolean(flag))")
    }
    return switch (zero, one) {
    case (true, true): .exact(cell.isNotNull, .never)
    case (false, false): .exact(.never, cell.isNotNull)
    case (false, true): .exact(isEqual(to: true), isEqual(to: false))
    case (true, false): .exact(isEqual(to: false), isEqual(to: true))
    }
  }

  /// A comparison of a column of decimals.
  private func decimals() -> Pushdown<SQLCondition> {
    guard let bounds = NumberBounds(decimals: `operator`, comparison.decimalConstant) else {
      return constant.kind == .number || constant.kind == .boolean
        ? .nothing(canFail: canFailByKind) : otherKind()
    }
    return bounds.test(cell, dialect).pushdown(cell, isInverted: isInverted)
  }

  // MARK: - Values that no test decides

  private func values() -> Pushdown<SQLCondition> {
    switch (cell.kind, constant) {
    case (.integer, .double(let double)) where double.isNaN:
      guard let bounds = NumberBounds.integers(toNaN: `operator`) else { break }
      return bounds.test(cell, dialect).pushdown(cell, isInverted: isInverted)
    case (.real, .double(let double)) where double.isNaN:
      guard let bounds = NumberBounds.doubles(toNaN: `operator`) else { break }
      return bounds.test(cell, dialect).pushdown(cell, isInverted: isInverted)
    case (.bytes, .data(let data)) where isEquality: return equality(.bytes(Array(data)))
    case (.uuid, .uuid(let uuid)) where isEquality:
      return equality(.uuid(withUnsafeBytes(of: uuid.uuid) { Array($0) }))
    case (.uuidText, .uuid(let uuid)) where isEquality:
      return uuids([uuid]).pushdown(cell, isInverted: isInverted)
    case (.text, .string(let type)) where `operator` == .conformsToUTI:
      return types(UniformType.names(conformingTo: type)).pushdown(cell)
    case (.text, .string(let type)) where `operator` == .equalsUTI:
      return types(UniformType.names(equalTo: type)).pushdown(cell)
    case (.text, .list(let bounds)) where `operator` == .between:
      return between(bounds.elements)
    case (_, .list(let bounds))
    where `operator` == .between && bounds.count == 2 && bounds.elements.contains { $0.isNull }:
      return Self.constant(false)
    case (.text, .string): return .nothing(canFail: !`operator`.takesTwoStrings)
    default: break
    }
    guard isEquality, !cell.kind.isComparable(with: constant.kind) else {
      return .nothing(canFail: !isEquality)
    }
    return otherKind()
  }

  var isEquality: Bool { `operator` == .equal || `operator` == .notEqual }

  private func equality(_ value: SQLValue) -> Pushdown<SQLCondition> {
    let bound = cell.bound(value)
    return CellTest.exact(.test("\(cell.text) = \(bound)"), .test("\(cell.text) <> \(bound)"))
      .pushdown(cell, isInverted: isInverted)
  }
}

extension SQLColumn.Kind {
  var isDate: Bool { if case .date = self { true } else { false } }

  var isNumber: Bool {
    switch self {
    case .integer, .real, .decimal, .boolean: true
    default: false
    }
  }

  /// The kind of the values in the engine; nil if there are several.
  var valueKind: FilterKind? {
    switch self {
    case .integer, .real, .decimal: .number
    case .boolean: .boolean
    case .text: .string
    case .bytes: .data
    case .uuid, .uuidText: .uuid
    case .date: .date
    case .json, .dynamic: nil
    }
  }

  /// Whether a value can be equal to a value of `kind`.
  func isComparable(with kind: FilterKind) -> Bool {
    guard let own = valueKind else { return true }
    return own == kind || isNumber && (kind == .number || kind == .boolean)
  }
}

extension AST.Comparison.Operator {
  /// Whether the operator never fails for two strings, one of them a constant.
  fileprivate var takesTwoStrings: Bool {
    switch family {
    case .membership, .containment, .uniformType: true
    case .relation, .bounds, .text, .pattern, .library: false
    }
  }

  /// Whether the operator never fails for two columns of text.
  var takesTwoColumnsOfText: Bool {
    switch family {
    case .relation, .membership, .containment, .text: true
    case .pattern: self == .like
    case .bounds, .uniformType, .library: false
    }
  }
}

extension String {
  var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}

extension FilterValue {
  var isNull: Bool { if case .null = self { true } else { false } }
}
