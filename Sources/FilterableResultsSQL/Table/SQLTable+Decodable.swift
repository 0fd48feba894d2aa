internal import EssentialFoundation
public import FilterEngine
public import FilterSQL

extension SQLTable where Item: Decodable {
  /// Creates a table from the field table of the items, and decodes its rows by `Decodable`.
  ///
  /// ```swift
  /// @Filterable struct Person: Codable, Sendable { var id: Int, name: String, city: String?, born: Date? }
  /// let people = try SQLTable<Person>("person", key: ["id"], dates: .unixSeconds)
  /// ```
  ///
  /// A field of integers, doubles, booleans, texts, bytes, UUIDs or dates is a column of the same name, which may be NULL
  /// if the property is optional. Fields of lists and objects are not columns. The names of the fields must be the coding
  /// keys of the item.
  ///
  /// Decoding a row takes some microseconds, several times as long as a closure that creates the item.
  ///
  /// - Parameters:
  ///   - name: The name in the database.
  ///   - key: The columns of the primary key, or of a unique key that is never NULL.
  ///   - columns: The columns with another name, an index, a collation, or another form of dates. Each replaces the column
  ///     of the same `field`.
  ///   - dates: The stored form of dates.
  ///   - version: The column that each change of a row increases, if any.
  ///   - relations: The relations to other tables.
  /// - Throws: `SQLDeclarationError` for a name that a statement cannot contain, a duplicate name, or a column that is named
  ///   and not declared.
  public init(
    _ name: String, key: [String], columns: [SQLColumn] = [], dates: SQLDateForm = .unixSeconds,
    version: String? = nil, relations: [SQLRelation] = []
  ) throws(SQLDeclarationError) where Item.FilterRoot == Item {
    let own = Item.filterFields.keys.compactMap { SQLColumn($0, dates: dates) }
    let known = Set(own.map(\.field))
    let all =
      own.map { column in columns.first { $0.field == column.field } ?? column }
      + columns.filter { !known.contains($0.field) }
    let shape = FilterObject.Shape(all.map(\.field))
    try self.init(
      SQLTableDeclaration(
        name, key: key, columns: all, version: version, relations: relations)
    ) { row, items in
      var values: [FilterValue] = []
      for (index, cell) in row.takeAll().enumerated() {
        guard let value = all[index].decoded(cell) else {
          return row.fail(
            column: index, expected: "\(all[index].kind)", found: cell.phrase)
        }
        values.append(value)
      }
      do {
        items.append(try FilterValue.object(FilterObject(shape: shape, values: values)).decode())
      } catch {
        let path = (error as? DecodingError)?.codingPath.first?.stringValue
        row.fail(
          column: all.firstIndex { $0.field == path } ?? 0, expected: "\(Item.self)",
          found: "another value")
      }
    }
  }
}

extension DecodingError {
  fileprivate var codingPath: [any CodingKey] {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      context.codingPath
    case .keyNotFound(let key, let context): context.codingPath + [key]
    @unknown default: []
    }
  }
}

extension SQLColumn {
  /// Creates the column of a field; fails for a type that columns do not have.
  fileprivate init?(_ key: FilterKey, dates: SQLDateForm) {
    guard key.keys.count == 1, let kind = key.kind else { return nil }
    let column: Kind
    switch kind {
    case .number: column = key.isInteger ? .integer : .real(isFinite: false)
    case .boolean: column = .boolean
    case .string: column = .text
    case .data: column = .bytes
    case .uuid: column = .uuid
    case .date: column = .date(dates)
    default: return nil
    }
    self.init(key.keys[0], column, nullable: key.isOptional)
  }

  /// The value of a cell for a decoder; nil if it does not have the declared type.
  func decoded(_ cell: SQLCellValue) -> FilterValue? {
    switch (kind, cell) {
    case (_, .null): .null
    case (.integer, .integer(let integer)): .int(integer)
    case (.real, .integer(let integer)): .int(integer)
    case (.real, .real(let real)): .double(real)
    case (.decimal, _): cell.decimal.map { .decimal($0) }
    case (.boolean, .integer(let integer)) where integer == 0 || integer == 1: .bool(integer == 1)
    case (.text, .text(let text)): text.map { .string($0) }
    case (.bytes, .bytes(let bytes)): .data(Data(bytes))
    case (.uuid, .bytes), (.uuidText, .text): cell.uuid(kind).map { .uuid($0) }
    case (.date(let form), _): cell.date(form).map { .date($0) }
    default: nil
    }
  }
}
