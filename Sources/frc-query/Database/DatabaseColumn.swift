#if SQLite
  internal import FilterSQL
  internal import FilterSQLite

  /// A column in the schema of a database.
  struct DatabaseColumn {
    let name: String

    /// The declared type as it is written in the schema; may be empty.
    let type: String

    let isNotNull: Bool

    /// The collation of texts; nil for a column of a view.
    let collation: String?

    /// Whether the column is the first of an index that is not partial.
    let isIndexed: Bool

    /// Whether it is the rowid, which is always an integer.
    let isRowID: Bool

    /// Whether the database computes its values.
    let isGenerated: Bool

    init(_ column: SQLiteTable.Column, of table: SQLiteTable, collation: String?) {
      name = column.name
      type = column.type
      isNotNull = column.isNotNull
      self.collation = collation
      isIndexed = table.indexes.contains { !$0.isPartial && $0.terms.first?.name == column.name }
      isRowID = table.rowIDColumn?.name == column.name
      isGenerated = column.isGenerated
    }

    /// Whether texts are compared byte by byte.
    var comparesBytes: Bool { collation?.lowercased() == "binary" }

    /// Whether the collation is built into SQLite. A custom collation is known only to the program that defines it.
    var hasUsualCollation: Bool {
      ["binary", "nocase", "rtrim"].contains(collation?.lowercased() ?? "")
    }

    var affinity: SQLiteAffinity { SQLiteAffinity(type: type) }

    /// The kind of all values in a STRICT table, or of the rowid; nil if values may be of any type.
    func kind(inStrictTable isStrict: Bool) -> SQLColumn.Kind? {
      if isRowID { return .integer }
      guard isStrict else { return nil }
      switch type.uppercased() {
      case "INT", "INTEGER": return .integer
      case "REAL": return .real(isFinite: true)
      case "TEXT": return .text
      case "BLOB": return .bytes
      default: return nil
      }
    }

    /// The kind if values may be of any type.
    var dynamic: SQLColumn.Kind { .dynamic(affinity.values) }

    /// The column as it is declared for translations.
    ///
    /// Without a kind, no predicate can name its key, so only the engine tests the column.
    func declared(_ kind: SQLColumn.Kind?, number: Int) -> SQLColumn {
      guard let kind else {
        return SQLColumn(name, .bytes, nullable: true, field: "\0\(number)")
      }
      return SQLColumn(
        name, kind, nullable: !isNotNull && !isRowID, indexed: isIndexed && comparesBytes,
        comparesBytes: comparesBytes)
    }
  }
#endif
