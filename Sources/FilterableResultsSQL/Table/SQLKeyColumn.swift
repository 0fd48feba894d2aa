internal import FilterEngine
internal import FilterSQL

/// The one column that tells rows apart, where a database and a program put its values into the same order.
struct SQLKeyColumn: Sendable {
  let column: SQLColumn

  /// Nil where several columns tell rows apart, or the order of the column is only known to the database.
  init?(_ table: SQLTableDeclaration, _ dialect: SQLDialect) {
    guard table.key.count == 1,
      let column = table.columns.first(where: { $0.name == table.key[0] })
    else { return nil }
    switch column.kind {
    case .integer: break
    case .text where column.comparesBytes: break
    default: return nil
    }
    self.column = column
  }

  /// Whether a value can be a key.
  func takes(_ key: FilterValue) -> Bool {
    switch (column.kind, key) {
    case (.integer, .int), (.text, .string): true
    default: false
    }
  }

  /// A key as filters see it; nil for what the column does not declare.
  static func value(_ key: [SQLValue?]) -> FilterValue? {
    guard key.count == 1 else { return nil }
    return switch key[0] {
    case .integer(let integer): .int(integer)
    case .text(let text): .string(text)
    default: nil
    }
  }
}
