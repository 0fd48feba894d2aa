/// A scalar of a statement that a comparison tests: a column, a count, a minimum.
struct SQLCell: Sendable {
  var text: SQLText
  var kind: SQLColumn.Kind
  let isNullable: Bool
  var isIndexed = false
  var comparesBytes = true

  /// A value that the cell is compared with.
  func bound(_ value: SQLValue) -> SQLText { kind.bound(value) }

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

extension SQLColumn.Kind {
  /// A value that a cell of the kind is compared with. A decimal is bound as text, because drivers have no type for it.
  func bound(_ value: SQLValue) -> SQLText {
    self == .decimal ? "\(value)::numeric" : "\(value)"
  }
}
