/// A column that rows are ordered by.
public struct SQLOrder: Hashable, Sendable {
  /// The name of a declared column.
  package let column: String

  /// Whether the greatest value is first.
  package let isDescending: Bool

  /// The collation of a column of texts; nil for the order of bytes.
  package var collation: SQLCollation?

  /// An order by a column. NULL is before all values, or after them if the order is descending.
  public init(_ column: String, descending: Bool = false) {
    self.column = column
    isDescending = descending
  }

  /// Whether the database orders a column as the engine does, which is so for numbers, booleans and dates.
  ///
  /// Texts are ordered by bytes, as `[n]` compares them.
  package static func isExact(_ column: SQLColumn, _ dialect: SQLDialect) -> Bool {
    switch column.kind {
    case .integer, .boolean: true
    case .decimal, .date: dialect.has(column.kind)
    case .real(let isFinite): isFinite || !dialect.storesNaN
    // Only keys are ordered by UUIDs.
    case .uuid: true
    case .text, .bytes, .uuidText, .json, .dynamic: false
    }
  }

  /// The column for ordering and comparing: texts by the collation of the order or by bytes, regardless of the collation
  /// of the column.
  func key(of table: SQLTableDeclaration, _ dialect: SQLDialect) -> SQLText {
    let name = SQLText(SQLColumnReference(alias: 0, name: column))
    guard let declared = table.columns.first(where: { $0.name == column }), declared.kind == .text
    else { return name }
    if let collation { return "\(name) COLLATE \(word: collation.name)" }
    guard declared.comparesBytes, case .bytes = dialect.texts else {
      return dialect.bytes(of: name)
    }
    return name
  }

  func text(of table: SQLTableDeclaration, _ dialect: SQLDialect) -> SQLText {
    let term = key(of: table, dialect)
    let declared = table.columns.first { $0.name == column }
    let isNullable = (declared?.isNullable ?? false) && !dialect.ordersNULLFirst
    return switch (isDescending, isNullable) {
    case (false, false): term
    case (true, false): "\(term) DESC"
    case (false, true): "\(term) NULLS FIRST"
    case (true, true): "\(term) DESC NULLS LAST"
    }
  }
}

extension [SQLOrder] {
  /// The order followed by the columns of the key, so that no two rows are equal.
  package func withKey(of table: SQLTableDeclaration) -> [SQLOrder] {
    // Different texts can be equal in a collation.
    self
      + table.key.filter { key in !contains { $0.column == key && $0.collation == nil } }
      .map { SQLOrder($0) }
  }
}

extension SQLTableDeclaration {
  func has(_ order: SQLOrder) -> Bool { columns.contains { $0.name == order.column } }
}
