internal import FilterEngine
internal import FilterSyntax

extension Translator {
  /// `ANY orders.price > 3`, `ALL`, `NONE`
  mutating func quantified(
    _ node: AST.Comparison, _ quantifier: AST.Comparison.Quantifier, _ scope: SQLScope
  ) -> Pushdown<SQLCondition> {
    guard case .elements(let relation, let parent, let rest)? = operand(node.left, scope),
      !rest.isEmpty
    else { return nothing(.notAColumn) }
    let rows = rows(relation, parent)
    var element = node
    element.quantifier = nil
    element.left = .keyPath(AST.KeyPath(rest, range: node.left.range))
    let test = translate(element, in: rows.scope)
    let any = Pushdown(
      pass: exists(rows, test.pass), block: absent(rows, test.pass), canFail: test.canFail)
    switch quantifier {
    case .any: return any
    case .none: return algebra.not(any)
    case .all:
      return Pushdown(
        pass: absent(rows, test.block), block: exists(rows, test.block), canFail: test.canFail)
    }
  }

  /// The rows that have a related row of a side.
  private func exists(
    _ rows: SQLRelatedRows, _ side: PushedSide<SQLCondition>
  ) -> PushedSide<SQLCondition> {
    guard let part = side.part else { return .none }
    let condition = exists(rows, part)
    return side.precision == .exact ? .exact(condition) : .superset(condition)
  }

  /// The rows that have no related row of a side. A superset can contain a row that is not of the side.
  private func absent(
    _ rows: SQLRelatedRows, _ side: PushedSide<SQLCondition>
  ) -> PushedSide<SQLCondition> {
    guard side.precision == .exact, let part = side.part else { return .none }
    return .exact(notExists(rows, part))
  }

  /// `orders.@count > 2`, `SUBQUERY(orders, $o, $o.price > 3).@count > 0`
  func count(
    _ count: SQLCount, _ comparison: ConstantComparison, _ constant: FilterValue,
    _ node: AST.Comparison
  ) -> Pushdown<SQLCondition> {
    let side = count.predicate.pass
    if case .numbers(let range) = comparison.test, !range.isInverted, !range.isOfDates,
      let integers = range.integers
    {
      let (isSome, isNone) = (
        integers.low == 1 && integers.high >= Int64.max,
        integers.low <= 0 && integers.high == 0
      )
      let some = Pushdown(
        pass: exists(count.rows, side), block: absent(count.rows, side),
        canFail: count.predicate.canFail)
      if isSome { return some }
      if isNone { return algebra.not(some) }
      if side.precision == .superset, !count.predicate.canFail, integers.low > 1,
        integers.high >= Int64.max, let part = side.part
      {
        let cell = cell(count, part)
        let bounds = NumberBounds(integers: range, comparison.operator)
        let test = bounds?.test(cell, dialect).inside.part
        return Pushdown(
          pass: test.map { .superset($0) } ?? .none, block: .none, canFail: false)
      }
    }
    guard side.precision == .exact, let part = side.part else {
      return .nothing(canFail: true)
    }
    return CellComparison(
      cell: cell(count, part), comparison: comparison, constant: constant, options: node.options,
      dialect: dialect
    ).pushdown()
  }

  private func cell(_ count: SQLCount, _ condition: SQLCondition) -> SQLCell {
    SQLCell(
      text: select("count(*)", count.rows, condition), kind: .integer, isNullable: false,
      dialect: dialect)
  }

  /// `orders.price CONTAINS 3`, `3 IN orders.price`
  mutating func membership(
    _ relation: SQLRelation, _ parent: SQLScope, _ rest: [AST.KeyPath.Component],
    _ comparison: ConstantComparison, _ constant: FilterValue, _ node: AST.Comparison
  ) -> Pushdown<SQLCondition> {
    guard comparison.operator == .contains, !rest.isEmpty, !constant.isNull,
      constants.options.rules != .strict
    else { return .nothing(canFail: true) }
    // An element of a list is not compared with the digits of a written double.
    let column = rest.count == 1 ? relation.table.column(field: rest[0].name) : nil
    guard column?.kind != .decimal else { return .nothing(canFail: true) }
    let rows = rows(relation, parent)
    let element = AST.Comparison(
      .keyPath(AST.KeyPath(rest)), .equal, options: node.options,
      .literal(AST.Literal(constant.constant)))
    let test = translate(element, in: rows.scope)
    return Pushdown(
      pass: exists(rows, test.pass), block: absent(rows, test.pass), canFail: test.canFail)
  }
}
