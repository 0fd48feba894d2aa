internal import EssentialFoundation
public import FilterEngine
public import FilterSQL
internal import FilterSyntax

/// A table of a database and the items of its rows.
///
/// ```swift
/// let people = try SQLTable<Person>("person", key: ["id"], columns: [
///   .integer("id"), .text("name"), .text("city", nullable: true), .real("score"),
/// ]) { row in Person(id: row.next(), name: row.next(), city: row.next(), score: row.next()) }
/// ```
///
/// The closure reads the cells in the order of the columns. Each fetch compares its first rows with the declaration, so
/// that swapped columns are an error. Items that are `Decodable` need no closure, see
/// ``init(_:key:columns:dates:version:relations:)``. Filters read a column by its name or its `field`, which must be a
/// field of the items with the same value, since the database tests one part of a filter and the engine the other.
public struct SQLTable<Item: Filterable & Sendable>: Sendable {
  /// The name, columns and relations of the table.
  public let declaration: SQLTableDeclaration

  /// Appends the item of a row.
  let append: @Sendable (inout SQLRow, inout [Item]) -> Void

  /// The loaders of related rows, by the fields of the relations.
  var loaders: [Exact: RelationLoader<Item>] = [:]

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - name: The name in the database.
  ///   - key: The columns of the primary key, or of a unique key that is never NULL.
  ///   - columns: The columns, in the order in which `row` reads them.
  ///   - version: The column that each change of a row increases, if any.
  ///   - relations: The relations to other tables.
  ///   - row: Creates the item of a row.
  /// - Throws: `SQLDeclarationError` for a name that a statement cannot contain, a duplicate name, or a column that is named
  ///   and not declared.
  @inlinable
  public init(
    _ name: String, key: [String], columns: [SQLColumn], version: String? = nil,
    relations: [SQLRelation] = [], row: @escaping @Sendable (inout SQLRow) -> Item
  ) throws(SQLDeclarationError) {
    // Inlined where the type of the items is known; appending an item of an unknown type would look the type up.
    try self.init(
      SQLTableDeclaration(name, key: key, columns: columns, version: version, relations: relations)
    ) { cells, items in items.append(row(&cells)) }
  }

  @usableFromInline
  init(
    _ declaration: SQLTableDeclaration,
    append: @escaping @Sendable (inout SQLRow, inout [Item]) -> Void
  ) {
    self.declaration = declaration
    self.append = append
  }

  /// The item of a single row, compared with the declaration if `isChecked` is true.
  ///
  /// - Throws: Like `check`.
  func item(
    _ cells: any SQLCells, isChecked: Bool
  ) throws(FetchError) -> Result<Item, SQLDataError> {
    var row = SQLRow(declaration.columns)
    row.begin(cells)
    var items: [Item] = []
    append(&row, &items)
    if let misfit = row.misfit { return .failure(error(misfit, cells)) }
    if isChecked { try check(items[0], row, cells) }
    return .success(items[0])
  }

  /// The number of first rows of a read that are compared with the declaration.
  static var checkedRows: Int { 4 }

  /// Compares an item with the cells of its row, as columns of one kind are easily swapped.
  ///
  /// - Throws: `misreadColumn`; `unreadColumns`.
  func check(_ item: Item, _ row: SQLRow, _ cells: any SQLCells) throws(FetchError) {
    let columns = declaration.columns
    // A column that only links to other tables is not a field of the items.
    let unread = columns.dropFirst(row.taken).filter { item.filterValue(forKey: $0.field) != nil }
    guard unread.isEmpty else {
      throw .unreadColumns(unread.map(\.name), table: declaration.name)
    }
    for (index, column) in columns.enumerated() {
      guard let value = item.filterValue(forKey: column.field),
        let expected = column.value(of: cells.cell(at: index)), value != expected
      else { continue }
      throw .misreadColumn(column.name, table: declaration.name)
    }
  }

  /// The error for a row that cannot be decoded.
  func error(_ misfit: SQLRow.Misfit, _ cells: any SQLCells) -> SQLDataError {
    let columns = declaration.columns
    return SQLDataError(
      table: declaration.name, key: key(cells),
      column: misfit.column < columns.count ? columns[misfit.column].name : nil,
      expected: misfit.expected, found: misfit.found)
  }

  /// The key of a row.
  func key(_ cells: any SQLCells) -> [SQLValue?] {
    declaration.indices(of: declaration.key).map { cells.value(at: $0) }
  }
}

extension SQLTableDeclaration {
  /// The indices of declared columns.
  func indices(of names: [String]) -> [Int] {
    names.compactMap { name in columns.firstIndex { $0.name == name } }
  }
}

extension SQLColumn {
  /// The value of a cell for filters; nil if it does not have the declared type, or if items may have it in another form.
  fileprivate func value(of cell: SQLCellValue) -> FilterValue? {
    switch (kind, cell) {
    case (.integer, .null), (.real, .null), (.boolean, .null), (.text, .null): .null
    case (.integer, .integer(let integer)): .int(integer)
    case (.real, .integer(let integer)): .int(integer)
    case (.real, .real(let real)): real.isNaN ? nil : .double(real)
    case (.boolean, .integer(let integer)): .bool(integer != 0)
    case (.text, .text(let text)): text.map { .string($0) }
    case (.bytes, .bytes(let bytes)): .data(Data(bytes))
    default: nil
    }
  }
}
