/// The rows that follow a place in an order.
struct SQLKeyset {
  let order: [SQLOrder]
  let place: [SQLValue?]

  /// Whether the row at the place is one of them.
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

  /// The rows that come behind a value in one column, and those that have it.
  private func parts(
    _ term: SQLOrder, _ value: SQLValue?
  ) -> (behind: SQLCondition, same: SQLCondition) {
    let column = term.key(of: table, dialect)
    guard let value else {
      // NULL is the least.
      return (
        term.isDescending ? .never : .test("\(column) IS NOT NULL"), .test("\(column) IS NULL")
      )
    }
    let behind: SQLCondition =
      term.isDescending
      ? .test("\(column) < \(value)") || .test("\(column) IS NULL") : .test("\(column) > \(value)")
    return (behind, .test("\(column) = \(value)"))
  }

  private func atOrBehind(_ term: SQLOrder, _ value: SQLValue) -> SQLCondition {
    let column = term.key(of: table, dialect)
    return term.isDescending
      ? .test("\(column) <= \(value)") || .test("\(column) IS NULL")
      : .test("\(column) >= \(value)")
  }
}
