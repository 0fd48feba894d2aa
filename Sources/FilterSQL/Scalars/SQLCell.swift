/// A scalar of a statement that a comparison asks about: a column, a count, a least value.
struct SQLCell: Sendable {
  var text: SQLText
  var kind: SQLColumn.Kind
  let isNullable: Bool
  var isIndexed = false
  var comparesBytes = true

  /// A value that the cell is compared with. A decimal is bound as a text, since no driver has a kind for it.
  func bound(_ value: SQLValue) -> SQLText {
    kind == .decimal ? "\(value)::numeric" : "\(value)"
  }

  /// An array of values that the cell is compared with.
  func bound(array: SQLValue) -> SQLText {
    kind == .decimal ? "\(array)::numeric[]" : "\(array)"
  }

  var isNull: SQLCondition { isNullable ? .test("\(text) IS NULL") : .never }
  var isNotNull: SQLCondition { isNullable ? .test("\(text) IS NOT NULL") : .always }
}

/// What a test says of the values of a cell that are not NULL.
struct CellTest: Sendable {
  /// The values of which it holds.
  var inside: PushedSide<SQLCondition>

  /// The other values.
  var outside: PushedSide<SQLCondition>

  static func exact(_ inside: SQLCondition, _ outside: SQLCondition) -> CellTest {
    CellTest(inside: .exact(inside), outside: .exact(outside))
  }

  /// The rows of which `cell test` holds, and the others.
  ///
  /// - Parameters:
  ///   - isInverted: Whether the comparison is the opposite of the test, which holds of NULL.
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
