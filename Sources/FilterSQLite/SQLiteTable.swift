package import FilterEngine
package import FilterSQL
internal import FilterSyntax

/// A table, view or virtual table in the schema of a database.
package struct SQLiteTable: Sendable {
  package enum Kind: String, Sendable {
    case table, view, virtual, shadow
  }

  package struct Column: Sendable {
    package let name: String

    /// The index in the table.
    package let index: Int

    /// The declared type as written; may be empty.
    package let type: String
    package let isNotNull: Bool

    /// The position in the primary key, counted from 1; 0 if the column is not part of it.
    package let keyPosition: Int
    package let hasDefault: Bool
    package let isGenerated: Bool

    /// Whether it is an argument of a virtual table.
    package let isArgument: Bool

    package var affinity: SQLiteAffinity { SQLiteAffinity(type: type) }
  }

  package struct Index: Sendable {
    package let isUnique: Bool
    package let isPartial: Bool

    /// Whether SQLite created it for the primary key.
    package let isOfPrimaryKey: Bool

    /// The indexed columns with their collations. An expression has no name.
    package let terms: [(name: String?, collation: String)]
  }

  package let name: String
  package let kind: Kind

  /// Whether rows have a rowid.
  package let hasRowID: Bool
  package let isStrict: Bool
  package private(set) var columns: [Column] = []
  package private(set) var indexes: [Index] = []

  /// The columns of the primary key, in its order.
  package var primaryKey: [Column] {
    columns.filter { $0.keyPosition > 0 }.sorted { $0.keyPosition < $1.keyPosition }
  }

  /// The column that is the rowid, which is always an integer: an INTEGER PRIMARY KEY, unless it has a separate index.
  package var rowIDColumn: Column? {
    let key = primaryKey
    guard kind == .table, hasRowID, key.count == 1, key[0].type.lowercased() == "integer",
      !indexes.contains(where: \.isOfPrimaryKey)
    else { return nil }
    return key[0]
  }

  /// The first of the three names of the rowid that is not the name of a column; nil if all are.
  package var freeRowIDName: String? {
    guard kind == .table, hasRowID else { return nil }
    let names = Set(columns.map { $0.name.lowercased() })
    return ["rowid", "_rowid_", "oid"].first { !names.contains($0) }
  }
}

extension SQLiteTable {
  /// Runs a statement with at most one parameter and returns its rows.
  package typealias Query<Failure: Error> = (String, String?) throws(Failure) -> [[FilterValue]]

  /// The tables of the main database by name, without their columns.
  package static func list<Failure>(
    _ query: Query<Failure>
  ) throws(Failure) -> [SQLiteTable] {
    let rows = try query(
      """
      SELECT name, type, wr, strict FROM pragma_table_list WHERE schema = 'main' ORDER BY name
      """, nil)
    return rows.compactMap { row in
      guard case .string(let name) = row[0], case .string(let type) = row[1],
        let kind = Kind(rawValue: type)
      else { return nil }
      return SQLiteTable(
        name: name, kind: kind, hasRowID: row[2] == .int(0), isStrict: row[3] == .int(1))
    }
  }

  /// Reads the columns and the indexes.
  package mutating func readColumns<Failure>(_ query: Query<Failure>) throws(Failure) {
    let rows = try query(
      """
      SELECT name, cid, type, "notnull", pk, dflt_value IS NOT NULL, hidden
      FROM pragma_table_xinfo(?)
      """, name)
    columns = rows.compactMap { row in
      guard let name = row[0].text else { return nil }
      return Column(
        name: name, index: row[1].integer, type: row[2].text ?? "",
        isNotNull: row[3] == .int(1), keyPosition: row[4].integer, hasDefault: row[5] == .int(1),
        isGenerated: row[6].integer > 1, isArgument: row[6] == .int(1))
    }
    let terms = try query(
      """
      SELECT i.seq, i."unique", i.partial, i.origin, c.name, c.coll
      FROM pragma_index_list(?) AS i, pragma_index_xinfo(i.name) AS c WHERE c.key
      ORDER BY i.seq, c.seqno
      """, name)
    indexes = []
    var last: FilterValue?
    for row in terms {
      let known = row[0] == last ? indexes.popLast()?.terms ?? [] : []
      last = row[0]
      indexes.append(
        Index(
          isUnique: row[1] == .int(1), isPartial: row[2] == .int(1),
          isOfPrimaryKey: row[3] == .string("pk"),
          terms: known + [(row[4].text, row[5].text ?? "")]))
    }
  }
}

extension FilterValue {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
  fileprivate var integer: Int { if case .int(let number) = self { Int(number) } else { 0 } }
}

/// The affinity of a column: the conversion of values that are stored in it.
package enum SQLiteAffinity {
  case integer, text, blob, real, numeric

  /// The affinity of a declared type, by the rules of SQLite.
  package init(type: String) {
    let type = type.uppercased()
    if type.has("INT") {
      self = .integer
    } else if ["CHAR", "CLOB", "TEXT"].contains(where: type.has) {
      self = .text
    } else if type.isEmpty || type.has("BLOB") {
      self = .blob
    } else {
      self = ["REAL", "FLOA", "DOUB"].contains(where: type.has) ? .real : .numeric
    }
  }

  /// The conversion as translations know it.
  package var values: SQLAffinity {
    switch self {
    case .text: .text
    case .blob: .none
    case .integer, .real, .numeric: .numeric
    }
  }
}
