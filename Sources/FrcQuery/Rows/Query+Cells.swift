internal import FilterEngine
internal import FilterSyntax

// Filters, columns and queries whose cells are read as what they are compared with.

extension FilterPredicate<FilterValue> {
  /// The predicate over rows with readings of their cells; nil if it reads nothing but what the columns hold, or the
  /// row as a whole, which has cells of no reading.
  func readingCells(
    bindings: [String: FilterValue] = [:], stated: [String] = []
  ) -> FilterPredicate? {
    var reader = CellReader(libraries, bindings: bindings, stated: stated)
    let tree = reader.predicate(syntax)
    guard tree != syntax, RowProjection(tree) != nil else { return nil }
    return try? replacing(tree, libraries: reader.neededLibraries)
  }
}

extension FilterExpression<FilterValue> {
  /// The expression over rows with readings of their cells; nil if it reads nothing but what the columns hold, or the
  /// row as a whole.
  func readingCells(
    bindings: [String: FilterValue] = [:], stated: [String] = []
  ) -> FilterExpression? {
    var reader = CellReader(libraries, bindings: bindings, stated: stated)
    let tree = reader.expression(syntax)
    guard tree != syntax, RowProjection(tree) != nil else { return nil }
    return try? FilterExpression(tree, options: FilterOptions(libraries: reader.neededLibraries))
  }
}

extension Query {
  /// The query over the cells of an input.
  func readingCells() -> Query {
    var query = self
    let stated = form.types.names
    if let predicate = predicate.readingCells(bindings: bindings, stated: stated) {
      query.predicate = predicate
    }
    return query.replacingColumns { column, _ in
      column.readingCells(bindings: bindings, stated: stated)
    }
  }
}
