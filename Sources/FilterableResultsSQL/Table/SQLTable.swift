public import FilterEngine
public import FilterSQL
internal import FilterSyntax

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A table of a database whose rows are items.
///
/// ```swift
/// let people = try SQLTable<Person>("person", key: ["id"], columns: [
///   .integer("id"), .text("name"), .text("city", nullable: true), .real("score"),
/// ]) { row in Person(id: row.next(), name: row.next(), city: row.next(), score: row.next()) }
/// ```
///
/// `row` takes the cells in the order of the columns. Each fetch compares its first rows with the declaration, so that
/// columns that are swapped are an error. An item that is `Decodable` needs no `row`, see
/// ``init(_:key:columns:dates:version:relations:)``. The key of a column in filters is its name, or its `field`, and
/// is a key of the item's field table: what the database tests of a filter and what the engine tests has to be the
/// same value.
public struct SQLTable<Item: Filterable & Sendable>: Sendable {
  /// The table as filters see it.
  public let declaration: SQLTableDeclaration

  /// Adds the item of a row.
  let append: @Sendable (inout SQLRow, inout [Item]) -> Void

  /// How the rows of relations are read, by the keys of the relations.
  var loaders: [Exact: RelationLoader<Item>] = [:]

  /// A table.
  ///
  /// - Parameters:
  ///   - name: The name in the database.
  ///   - key: The columns that tell rows apart: a primary key, or unique and never NULL.
  ///   - columns: The columns, in the order in which `row` takes them.
  ///   - version: The column that each change of a row raises, if there is one.
  ///   - relations: The relations to other tables.
  ///   - row: Makes an item of a row.
  /// - Throws: `SQLDeclarationError` for a name that no statement can hold, a name that is used twice,
  ///   and a column that is named and not declared.
  @inlinable
  public init(
    _ name: String, key: [String], columns: [SQLColumn], version: String? = nil,
    relations: [SQLRelation] = [], row: @escaping @Sendable (inout SQLRow) -> Item
  ) throws(SQLDeclarationError) {
    // Inlined where the type of the items is known: to append an item of another type takes a look-up of the type.
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

  /// The item of a row by itself; `isChecked` compares it with the declaration.
  ///
  /// - Throws: As `check`.
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

  /// The first rows of each read, which are compared with the declaration.
  static var checkedRows: Int { 4 }

  /// Compares an item with the cells of its row: what the database tests of a filter and what the engine tests has to
  /// be the same value, and columns of one kind are easily swapped.
  ///
  /// - Throws: `misreadColumn`; `unreadColumns`.
  func check(_ item: Item, _ row: SQLRow, _ cells: any SQLCells) throws(FetchError) {
    let columns = declaration.columns
    // A column that only links to other tables is no value of the items.
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

  /// Why a row cannot be an item.
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
  /// The places of declared columns among all.
  func indices(of names: [String]) -> [Int] {
    names.compactMap { name in columns.firstIndex { $0.name == name } }
  }
}

extension SQLColumn {
  /// What filters read of a cell; nil for one that the column cannot hold, and for kinds that an item may have in another
  /// form.
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
