internal import EssentialFoundation
internal import FilterEngine
internal import FilterSQL
internal import FilterSyntax

/// The single key column of a table whose values a database and a program order in the same way.
struct SQLKeyColumn: Sendable {
  let column: SQLColumn

  /// Fails if the key has several columns, or a kind that only the database can order.
  init?(_ table: SQLTableDeclaration, _ dialect: SQLDialect) {
    guard table.key.count == 1,
      let column = table.columns.first(where: { $0.name == table.key[0] })
    else { return nil }
    switch column.kind {
    case .integer, .uuid: break
    case .text where column.comparesBytes: break
    default: return nil
    }
    self.column = column
  }

  /// Whether a value has the type of the key.
  func takes(_ key: FilterValue) -> Bool {
    switch (column.kind, key) {
    case (.integer, .int), (.text, .string), (.uuid, .uuid): true
    default: false
    }
  }

  /// The value of a key for filters; nil if it does not have the declared type.
  func value(_ key: [SQLValue?]) -> FilterValue? {
    guard key.count == 1 else { return nil }
    return switch (column.kind, key[0]) {
    case (.integer, .integer(let integer)): .int(integer)
    case (.text, .text(let text)): .string(text)
    case (.uuid, .bytes(let bytes)): UUID(bytes: bytes).map { .uuid($0) }
    default: nil
    }
  }
}

/// The condition that a column has one of a batch of values.
struct KeyBatch {
  /// `field IN $keys`, or `field == nil OR field IN $keys`
  let predicate: AST.Predicate

  /// The values, under the name of the variable.
  let bindings: [String: FilterValue]

  /// - Parameter orNil: Whether the condition includes NULL.
  init(_ field: String, _ values: [FilterValue], orNil: Bool = false) {
    // The text of a filter cannot contain this name.
    let name = "frc keys"
    let path = AST.Expression.keyPath(AST.KeyPath([AST.KeyPath.Component(.key, field)]))
    let isAmong = AST.Predicate.comparison(
      AST.Comparison(path, .in, .variable(AST.Variable(name))))
    let isNil = AST.Predicate.comparison(
      AST.Comparison(path, .equal, .literal(AST.Literal(.null))))
    predicate = orNil ? .compound(AST.Compound(.or, [isNil, isAmong])) : isAmong
    bindings = [name: .list(FilterList(values))]
  }
}
