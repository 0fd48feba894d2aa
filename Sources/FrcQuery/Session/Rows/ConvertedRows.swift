internal import FilterEngine
internal import FilterSyntax

/// Rows some of whose values are converted to stated kinds before they are tested, compared or computed with.
protocol ConvertedRows {
  /// The conversions of values, beside the functions of `libraries`; nil if there are none.
  func conversion(_ libraries: FilterLibraries) throws(ToolError) -> ColumnTypes.Conversion?
}

extension ConvertedRows {
  /// A column with values of the stated kinds.
  func converting(_ key: KeyColumn) -> KeyColumn {
    (try? conversion(key.expression.libraries)?.column(key)) ?? key
  }

  /// A predicate over values of the stated kinds.
  func converting(_ predicate: FilterPredicate<FilterValue>) -> FilterPredicate<FilterValue> {
    let limits = predicate.options.limits ?? .standard
    return (try? conversion(predicate.libraries)?.predicate(predicate, limits)) ?? predicate
  }

  /// An expression over values of the stated kinds.
  func converting(_ expression: FilterExpression<FilterValue>) -> FilterExpression<FilterValue> {
    (try? conversion(expression.libraries)?.expression(expression)) ?? expression
  }
}
