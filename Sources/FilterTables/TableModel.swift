package import FilterSQL

/// A table, view or other relation, as the catalog of a database describes it.
package struct TableModel: Sendable {
  /// The kinds of relations, as people know them.
  package enum Kind: String, Sendable {
    case table, view, virtual, shadow
    case partitioned = "partitioned table"
    case materialized = "materialized view"
    case foreign = "foreign table"
    /// A relation that no search for tables finds, such as a sequence
    case other
  }

  package let name: String

  /// The schema that has the table; nil if names are written without one.
  package let schema: String?
  package let kind: Kind

  /// The number of the relation in the catalog of PostgreSQL.
  package let identifier: UInt32

  /// Whether SQLite gives each row a number.
  package let hasRowID: Bool

  /// Whether SQLite stores only values of the declared types.
  package let isStrict: Bool

  /// The columns, in the order of the table.
  package var columns: [Column] = []
  package var indexes: [Index] = []

  /// The columns of the primary key, in its order.
  package var primaryKey: [String] = []

  /// The sets of columns of which no two rows have the same values.
  package var uniqueKeys: [Set<String>] = []

  /// The column that has the number of the row, which is always an integer.
  package var rowIDColumn: String?

  /// A name of the number of the row that no column has; nil if rows have none, or if columns have all of its names.
  package var freeRowIDName: String?

  /// A table without its columns.
  package init(
    _ name: String, schema: String? = nil, _ kind: Kind, identifier: UInt32 = 0,
    hasRowID: Bool = false, isStrict: Bool = false
  ) {
    self.name = name
    self.schema = schema
    self.kind = kind
    self.identifier = identifier
    self.hasRowID = hasRowID
    self.isStrict = isStrict
  }

  /// Whether it stores rows, unlike a view or a virtual table.
  package var isTable: Bool { kind == .table || kind == .partitioned }

  /// The name of the number of a row; nil if rows have none, or if columns have all of its names.
  package var rowID: String? { rowIDColumn ?? freeRowIDName }

  /// The columns that identify a row: its number or the primary key. Empty for a view and a table without one.
  package var key: [String] {
    if let rowID { return [rowID] }
    return isTable && !hasRowID ? primaryKey : []
  }

  package func column(_ name: String) -> Column? { columns.first { $0.name == name } }

  /// The quoted name of the schema and a point, for statements; nil without a schema.
  package var schemaPrefix: String? { schema.map { $0.quotedIdentifier + "." } }

  /// The name in statements, with the schema.
  package var quotedName: String { (schemaPrefix ?? "") + name.quotedIdentifier }

  /// The columns of a statement by their names, as a list.
  package func selection(_ names: [String]) -> String {
    names.map { name in
      name.quotedIdentifier + (column(name)?.isReadAsText ?? false ? "::text" : "")
    }.joined(separator: ", ")
  }
}

extension TableModel {
  /// A column of a table.
  package struct Column: Sendable {
    package let name: String

    /// The type as it is written in the schema; may be empty.
    package let type: String

    /// The number of the type in the catalog of PostgreSQL, of the base type for a domain.
    package var typeNumber: UInt32 = 0

    /// The index in the table.
    package var index = 0
    package var isNotNull = false

    /// The kind of all values; nil if values may be of any type, or if only the engine tests them.
    package var kind: SQLColumn.Kind?

    /// The collation of texts in SQLite, and one of PostgreSQL that has equal texts of different bytes.
    package var collation: String?

    /// Whether equal texts have the same bytes.
    package var comparesBytes = true

    /// Whether the column is the first of an index that is not partial.
    package var isIndexed = false

    /// Whether an index serves ranges of texts by their bytes.
    package var servesByteRanges = false

    /// Whether rows of SQLite that are older than the column have a default in it.
    package var hasDefault = false

    /// Whether the database computes its values.
    package var isGenerated = false

    /// Whether it is an argument of a virtual table.
    package var isArgument = false

    /// Whether statements read its values as text, because no kind has values of its type.
    package var isReadAsText = false

    package init(_ name: String, type: String) {
      self.name = name
      self.type = type
    }
  }

  /// An index of a table; in PostgreSQL one that is valid and not partial.
  package struct Index: Sendable {
    package let isUnique: Bool
    package let isPartial: Bool

    /// The indexed columns, in SQLite with their collations. An expression has no name.
    package var terms: [(name: String?, collation: String)]

    package init(
      isUnique: Bool, isPartial: Bool = false, _ terms: [(name: String?, collation: String)]
    ) {
      self.isUnique = isUnique
      self.isPartial = isPartial
      self.terms = terms
    }

    /// The names of the columns; nil if an expression is indexed.
    package var columns: Set<String>? {
      let names = terms.compactMap(\.name)
      return names.count == terms.count ? Set(names) : nil
    }
  }
}

// MARK: - Declarations

extension TableModel {
  /// The declaration of the table for translations.
  ///
  /// No predicate can name the key of a column that is not among `kinds`, so that only the engine tests it.
  ///
  /// - Throws: `SQLDeclarationError` for a name that contains NUL.
  package func declaration(
    _ kinds: [String: SQLColumn.Kind]
  ) throws(SQLDeclarationError) -> SQLTableDeclaration {
    var declared = columns.enumerated().map { number, column in
      column.declared(kinds[column.name], field: "\0\(number)")
    }
    for name in key where !declared.contains(where: { $0.name == name }) {
      declared.append(SQLColumn(name, .integer, field: "\0" + name))
    }
    // A view has no key, so its first column is declared as the key. Its rows are not ordered by key.
    return try SQLTableDeclaration(
      name, key: key.isEmpty ? declared.prefix(1).map(\.name) : key, columns: declared)
  }
}

extension TableModel.Column {
  /// The column with a kind; without one, its key in filters is `field`.
  fileprivate func declared(_ kind: SQLColumn.Kind?, field: String) -> SQLColumn {
    guard let kind else {
      var column = SQLColumn(name, .bytes, nullable: true, field: field)
      column.isReadAsText = isReadAsText
      return column
    }
    return SQLColumn(
      name, kind, nullable: !isNotNull, indexed: servesByteRanges, comparesBytes: comparesBytes)
  }
}
