/// A scalar of a statement that a comparison tests: a column, a count, a minimum.
struct SQLCell: Sendable {
  var text: SQLText
  var kind: SQLColumn.Kind
  let isNullable: Bool
  var isIndexed = false
  var comparesBytes = true
  let dialect: SQLDialect

  /// A value that the cell is compared with.
  func bound(_ value: SQLValue) -> SQLText { dialect.bound(value, kind) }

  /// An array of values that the cell is compared with.
  func bound(array: SQLValue) -> SQLText {
    kind == .decimal ? "\(array)::numeric[]" : "\(array)"
  }

  var isNull: SQLCondition { isNullable ? .test("\(text) IS NULL") : .never }
  var isNotNull: SQLCondition { isNullable ? .test("\(text) IS NOT NULL") : .always }
}

/// A test of the values of a cell that are not NULL.
struct CellTest: Sendable {
  /// The values for which it holds.
  var inside: PushedSide<SQLCondition>

  /// The other values.
  var outside: PushedSide<SQLCondition>

  /// The values for which one of two exact tests holds.
  static func || (left: CellTest, right: CellTest) -> CellTest {
    guard let (inside, outside) = left.parts, let (others, rest) = right.parts else {
      return CellTest(inside: .none, outside: .none)
    }
    return .exact(inside || others, outside && rest)
  }

  /// Both conditions of an exact test.
  private var parts: (inside: SQLCondition, outside: SQLCondition)? {
    guard inside.precision == .exact, outside.precision == .exact, let inside = inside.part,
      let outside = outside.part
    else { return nil }
    return (inside, outside)
  }

  static func exact(_ inside: SQLCondition, _ outside: SQLCondition) -> CellTest {
    CellTest(inside: .exact(inside), outside: .exact(outside))
  }

  /// Both sides of the comparison, with NULL outside.
  ///
  /// - Parameters:
  ///   - isInverted: Whether the comparison is the opposite of the test, and so holds for NULL.
  func pushdown(_ cell: SQLCell, isInverted: Bool = false) -> Pushdown<SQLCondition> {
    let outside = outsideOrNull(cell)
    return Pushdown(
      pass: isInverted ? outside : inside, block: isInverted ? inside : outside, canFail: false)
  }

  private func outsideOrNull(_ cell: SQLCell) -> PushedSide<SQLCondition> {
    guard let part = outside.part else { return .none }
    if inside.precision == .exact, inside.part?.constant == false { return .exact(.always) }
    let whole = part || cell.isNull
    return outside.precision == .exact ? .exact(whole) : .superset(whole)
  }
}

extension SQLDialect {
  /// A value that a cell of a kind is compared with. A decimal is bound as text, because drivers have no type for it.
  func bound(_ value: SQLValue, _ kind: SQLColumn.Kind) -> SQLText {
    if kind == .decimal { return "\(value)::numeric" }
    guard case .casts(let zoned, let local) = dates, let text = value.castText else {
      return "\(value)"
    }
    let type: StaticString =
      switch value {
      case .microseconds: zoned
      case .localMicroseconds: local
      case .days: "DATE"
      default: "UUID"
      }
    return "CAST(\(SQLValue.text(text)) AS \(word: type))"
  }
}
