internal import FilterEngine
internal import FilterSQL
internal import FilterSyntax
internal import FilterableResults

extension SQLOrder {
  /// The order of sort keys in a database; nil where it would not be that of the engine.
  static func terms<Item>(
    _ keys: [SortKey<Item>], of table: SQLTableDeclaration, _ dialect: SQLDialect
  ) -> [SQLOrder]? {
    var terms: [SQLOrder] = []
    for key in keys {
      guard let column = table.columns.first(where: { $0.field == key.keyPath }),
        key.missing == .automatic, isExact(column, dialect) || key.comparesBytes(of: column)
      else { return nil }
      // Of two terms of a column the first decides, whatever the direction of the other one.
      if !terms.contains(where: { $0.column == column.name }) {
        terms.append(SQLOrder(column.name, descending: !key.isAscending))
      }
    }
    return terms
  }
}

extension SortKey {
  /// Whether texts are compared as databases compare them.
  fileprivate func comparesBytes(of column: SQLColumn) -> Bool {
    column.kind == .text && options == .normalized && !isNumeric
  }
}

extension SQLKeyColumn {
  /// The order of the column; nil where items do not have the key.
  func sortKey<Item>(of type: Item.Type) -> SortKey<Item>? {
    try? SortKey(column.field, options: column.kind == .text ? .normalized : [])
  }
}
