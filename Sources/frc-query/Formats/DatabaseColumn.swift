#if SQLite
  internal import FilterSQL
  internal import FilterSQLite

  /// A column as the schema describes it.
  struct DatabaseColumn {
    let name: String

    /// The declared type as it is written; may be empty.
    let type: String

    let isNotNull: Bool

    /// How texts are compared; nil for a column of a view.
    let collation: String?

    /// Whether an index of all rows begins with the column.
    let isIndexed: Bool

    /// Whether it is the number of the row, which is always an integer.
    let isRowID: Bool

    init(_ column: SQLiteTable.Column, of table: SQLiteTable, collation: String?) {
      name = column.name
      type = column.type
      isNotNull = column.isNotNull
      self.collation = collation
      isIndexed = table.indexes.contains { !$0.isPartial && $0.terms.first?.name == column.name }
      isRowID = table.rowIDColumn?.name == column.name
    }

    /// Whether texts are compared by their bytes.
    var comparesBytes: Bool { collation?.lowercased() == "binary" }

    /// Whether SQLite can compare texts of the column: a collation of a program is known to that program alone.
    var hasUsualCollation: Bool {
      ["binary", "nocase", "rtrim"].contains(collation?.lowercased() ?? "")
    }

    var affinity: SQLiteAffinity { SQLiteAffinity(type: type) }

    /// The kind of all values of a column of a STRICT table, or of the number of the row; nil for any other.
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

    /// The kind of a column of a table, whose values may be of any type.
    var dynamic: SQLColumn.Kind { .dynamic(affinity.values) }

    /// The column for translations.
    ///
    /// Without a kind it has a key that no predicate can name, so that the engine does all that reads it.
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
