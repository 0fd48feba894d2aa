/// A table of a database for filters: its columns, its relations and its primary key.
///
/// All identifiers of a statement are from its declarations.
public struct SQLTableDeclaration: Sendable {
  /// The name in the database.
  public let name: String

  /// The columns of the primary key.
  public let key: [String]

  /// The columns, in the order of the declaration.
  public let columns: [SQLColumn]

  /// The relations to other tables.
  public let relations: [SQLRelation]

  /// The column whose value increases with each change of a row, or nil.
  public let version: String?

  private let columnsByField: [String: Int]

  /// Declares a table.
  ///
  /// ```swift
  /// let ticket = try SQLTableDeclaration(
  ///   "ticket", key: ["id"],
  ///   columns: [.integer("id"), .text("title"), .date("due", as: .unixSeconds, nullable: true)])
  /// ```
  ///
  /// - Throws: ``SQLDeclarationError`` for a name that contains NUL, a repeated name, and a name of a column that is not
  ///   declared.
  public init(
    _ name: String, key: [String], columns: [SQLColumn], version: String? = nil,
    relations: [SQLRelation] = []
  ) throws(SQLDeclarationError) {
    self.name = name
    self.key = key
    self.columns = columns
    self.version = version
    self.relations = relations
    columnsByField = Dictionary(
      columns.enumerated().map { ($0.element.field, $0.offset) }, uniquingKeysWith: { a, _ in a })
    try check()
  }

  /// The column for a key of filters. Keys are compared by bytes.
  func column(field: String) -> SQLColumn? {
    guard let index = columnsByField[field] else { return nil }
    return columns[index].field.utf8.elementsEqual(field.utf8) ? columns[index] : nil
  }

  func relation(field: String) -> SQLRelation? {
    relations.first { $0.field.utf8.elementsEqual(field.utf8) }
  }

  private func check() throws(SQLDeclarationError) {
    try check(name: name)
    var names: Set<String> = []
    var fields: Set<String> = []
    for column in columns {
      try check(name: column.name)
      guard names.insert(column.name).inserted else {
        throw SQLDeclarationError(.duplicateColumn(column.name), table: name)
      }
      guard fields.insert(column.field).inserted else {
        throw SQLDeclarationError(.duplicateField(column.field), table: name)
      }
    }
    for relation in relations where !fields.insert(relation.field).inserted {
      throw SQLDeclarationError(.duplicateField(relation.field), table: name)
    }
    guard !key.isEmpty else { throw SQLDeclarationError(.noKey, table: name) }
    for column in key + (version.map { [$0] } ?? []) {
      guard names.contains(column) else {
        throw SQLDeclarationError(.unknownColumn(column), table: name)
      }
    }
    for relation in relations { try check(relation, names) }
  }

  private func check(
    _ relation: SQLRelation, _ names: Set<String>
  ) throws(SQLDeclarationError) {
    let own = relation.isToMany ? key : relation.from
    guard own.count == relation.to.count else {
      throw SQLDeclarationError(.unequalLinks(relation.field), table: name)
    }
    for column in own where !names.contains(column) {
      throw SQLDeclarationError(.unknownColumn(column), table: name)
    }
    var others = relation.to
    if case .many(let order) = relation.cardinality { others += order }
    for column in others where !relation.table.columns.contains(where: { $0.name == column }) {
      throw SQLDeclarationError(.unknownColumn(column), table: relation.table.name)
    }
  }

  private func check(name: String) throws(SQLDeclarationError) {
    guard !name.utf8.contains(0) else {
      throw SQLDeclarationError(.unusableName(name), table: self.name)
    }
  }
}
