/// The rows that follow a position in an order.
struct SQLKeyset {
  let order: [SQLOrder]
  let place: [SQLValue?]

  /// Whether the row at the position is included.
  let includesPlace: Bool
  let table: SQLTableDeclaration
  let dialect: SQLDialect

  /// `c >= ? AND (c > ? OR id > ?)`: an index of the order serves the first part.
  var condition: SQLCondition {
    var condition = SQLCondition.constant(includesPlace)
    for (term, value) in zip(order, place).reversed() {
      let (behind, same) = parts(term, value)
      condition = behind || same && condition
    }
    guard let first = order.first, let value = place.first, let value, order.count > 1 else {
      return condition
    }
    return atOrBehind(first, value) && condition
  }

  /// The rows after a value in the order of one column, and the rows with the value.
  private func parts(
    _ term: SQLOrder, _ value: SQLValue?
  ) -> (behind: SQLCondition, same: SQLCondition) {
    let column = term.key(of: table, dialect)
    guard let value = value.map({ bound($0, term) }) else {
      // NULL is ordered before all values.
      return (
        term.isDescending ? .never : .test("\(column) IS NOT NULL"), .test("\(column) IS NULL")
      )
    }
    let behind: SQLCondition =
      term.isDescending
      ? .test("\(column) < \(value)") || isNull(term) : .test("\(column) > \(value)")
    return (behind, .test("\(column) = \(value)"))
  }

  /// The rows without a value; never for a column that has none, so that an index serves the rest of the condition.
  private func isNull(_ term: SQLOrder) -> SQLCondition {
    let isNullable = table.columns.first { $0.name == term.column }?.isNullable ?? true
    return isNullable ? .test("\(term.key(of: table, dialect)) IS NULL") : .never
  }

  private func atOrBehind(_ term: SQLOrder, _ value: SQLValue) -> SQLCondition {
    let column = term.key(of: table, dialect)
    let value = bound(value, term)
    return term.isDescending
      ? .test("\(column) <= \(value)") || isNull(term)
      : .test("\(column) >= \(value)")
  }

  /// A value that a column is compared with.
  private func bound(_ value: SQLValue, _ term: SQLOrder) -> SQLText {
    let column = table.columns.first { $0.name == term.column }
    return column.map { dialect.bound(value, $0.kind) } ?? "\(value)"
  }
}
