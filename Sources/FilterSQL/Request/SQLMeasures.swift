extension SQLDialect {
  /// Whether a statement can measure a column: its least and greatest values are those of the language.
  package func isMeasured(_ column: SQLColumn) -> Bool {
    hasDynamicTypes ? storageClass(of: column) != nil : isMeasuredByType(column)
  }

  /// The six values that measure a column, as `SQLSelect.measures(_:of:)` describes them; nil if it cannot be measured.
  func measures(of column: SQLColumn, in table: SQLTableDeclaration) -> [SQLText]? {
    guard isMeasured(column) else { return nil }
    let key = SQLOrder(column.name).key(of: table, self)
    let others: SQLText
    var extremes: [SQLText] = ["min(\(key))", "max(\(key))"]
    if let type = storageClass(of: column) {
      others = "sum(typeof(\(key)) NOT IN ('\(word: type)', 'null'))"
    } else {
      others = "0::int8"
      if case .real = column.kind {
        // The least and the greatest number, unless there is none.
        extremes = extremes.map { "\($0) FILTER (WHERE \(key) <> 'NaN')" }
      }
    }
    let sums: [SQLText] =
      switch column.kind {
      case .integer where hasDynamicTypes: ["sum(\(key) >> 32)", "sum(\(key) & 4294967295)"]
      // The sum of integers is a decimal.
      case .integer:
        ["sum(\(key)::int8 >> 32)::int8", "sum(\(key)::int8 & 4294967295)::int8"]
      default: ["0", "0"]
      }
    return ["count(\(key))", others] + extremes + sums
  }

  /// The storage class of the values of a column whose order is that of the language, in a database of dynamic types; nil
  /// for any other column.
  private func storageClass(of column: SQLColumn) -> StaticString? {
    guard hasDynamicTypes else { return nil }
    return switch column.kind {
    case .integer: "integer"
    case .real: "real"
    case .text: "text"
    case .date(let form): form.seconds(0 as Int64) == nil ? nil : "integer"
    default: nil
    }
  }

  private func isMeasuredByType(_ column: SQLColumn) -> Bool {
    switch column.kind {
    case .integer, .real, .date: has(column.kind)
    default: false
    }
  }
}
