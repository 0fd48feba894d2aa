/// A column of a declared table: its name, its kind, and its key in filters.
public struct SQLColumn: Hashable, Sendable {
  /// The kind of the values of a column.
  public enum Kind: Hashable, Sendable {
    /// Integers of 64 bits
    case integer
    /// Doubles; if `isFinite` is true, no value is NaN
    case real(isFinite: Bool)
    /// Decimal numbers of at most 38 digits, never NaN or infinite; only in PostgreSQL
    case decimal
    /// Booleans; in SQLite the integers 0 and 1
    case boolean
    /// Texts in UTF-8
    case text
    /// Bytes
    case bytes
    /// UUIDs, stored as 16 bytes in SQLite
    case uuid
    /// UUIDs, stored as text of 36 characters with letters in either case; only in SQLite
    case uuidText
    /// Points in time
    case date(SQLDateForm)
    /// JSON documents; if `isObject` is true, each is an object. Rows with text that is not JSON are returned
    case json(isObject: Bool)
    /// Values of any storage class, in a table that is not STRICT; only in SQLite
    case dynamic(SQLAffinity)
  }

  /// The name in the database.
  public let name: String

  /// The key in filters.
  public let field: String

  /// The kind of the values.
  public let kind: Kind

  package let isNullable: Bool
  package let isIndexed: Bool
  package let comparesBytes: Bool
  package let isCanonical: Bool

  /// Whether statements read the values as text, in PostgreSQL.
  package var isReadAsText = false

  /// A column of any kind.
  ///
  /// ```swift
  /// let id = SQLColumn("id", .integer)
  /// let name = SQLColumn("full_name", .text, nullable: true, indexed: true, field: "name")
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name in the database.
  ///   - kind: The kind of the values.
  ///   - nullable: Whether a value can be NULL.
  ///   - indexed: Whether the column has an index that serves ranges, so that text operators become ranges of bytes.
  ///   - comparesBytes: Whether the column compares texts by bytes. A column with another collation is compared twice: by
  ///     its collation, which its index serves, and by bytes.
  ///   - canonical: Whether the schema validates JSON documents, and they have the form that encoders write: an object has
  ///     each name once, no name has an escape, no text contains U+0000, and a number is a 64-bit integer or is written as
  ///     a double is printed.
  ///   - field: The key in filters; nil for the name of the column.
  public init(
    _ name: String, _ kind: Kind, nullable: Bool = false, indexed: Bool = false,
    comparesBytes: Bool = true, canonical: Bool = false, field: String? = nil
  ) {
    self.name = name
    self.kind = kind
    self.field = field ?? name
    isNullable = nullable
    isIndexed = indexed
    self.comparesBytes = comparesBytes
    isCanonical = canonical
  }

  /// A column of integers.
  public static func integer(
    _ name: String, nullable: Bool = false, field: String? = nil
  ) -> SQLColumn {
    SQLColumn(name, .integer, nullable: nullable, field: field)
  }

  /// A column of doubles. If `finite` is true, no value may be NaN.
  public static func real(
    _ name: String, nullable: Bool = false, finite: Bool = false, field: String? = nil
  ) -> SQLColumn {
    SQLColumn(name, .real(isFinite: finite), nullable: nullable, field: field)
  }

  /// A column of decimal numbers that are never NaN or infinite.
  public static func decimal(
    _ name: String, nullable: Bool = false, field: String? = nil
  ) -> SQLColumn {
    SQLColumn(name, .decimal, nullable: nullable, field: field)
  }

  /// A column of booleans.
  public static func boolean(
    _ name: String, nullable: Bool = false, field: String? = nil
  ) -> SQLColumn {
    SQLColumn(name, .boolean, nullable: nullable, field: field)
  }

  /// A column of texts. `indexed` is true if the column has an index that serves ranges.
  public static func text(
    _ name: String, nullable: Bool = false, indexed: Bool = false, comparesBytes: Bool = true,
    field: String? = nil
  ) -> SQLColumn {
    SQLColumn(
      name, .text, nullable: nullable, indexed: indexed, comparesBytes: comparesBytes, field: field)
  }

  /// A column of points in time.
  public static func date(
    _ name: String, as form: SQLDateForm, nullable: Bool = false, field: String? = nil
  ) -> SQLColumn {
    SQLColumn(name, .date(form), nullable: nullable, field: field)
  }

  /// A column of JSON documents.
  ///
  /// If `isObject` is true, each document must be an object. If `canonical` is true, documents must have the form
  /// that ``init(_:_:nullable:indexed:comparesBytes:canonical:field:)`` describes, and the schema must validate them, in
  /// SQLite by `CHECK (json_valid(column))`; an index of a member then serves comparisons. A row with text that is not
  /// JSON can otherwise be in any table: it is returned, to be reported as an error of its data.
  public static func json(
    _ name: String, isObject: Bool, nullable: Bool = false, canonical: Bool = false,
    field: String? = nil
  ) -> SQLColumn {
    SQLColumn(
      name, .json(isObject: isObject), nullable: nullable, canonical: canonical, field: field)
  }

  /// A column of values of any storage class. `indexed` is true if the column has an index that serves ranges.
  public static func dynamic(
    _ name: String, affinity: SQLAffinity, nullable: Bool = true, indexed: Bool = false,
    comparesBytes: Bool = true, field: String? = nil
  ) -> SQLColumn {
    SQLColumn(
      name, .dynamic(affinity), nullable: nullable, indexed: indexed, comparesBytes: comparesBytes,
      field: field)
  }
}

/// The conversion of values that SQLite stores in a column that is not STRICT. It depends on the declared type.
public enum SQLAffinity: Hashable, Sendable {
  /// Values are not converted: `BLOB`, or no type
  case none

  /// Texts that are numbers become numbers: `INTEGER`, `REAL`, `NUMERIC`
  case numeric

  /// Numbers become texts: `TEXT`, `VARCHAR`
  case text
}
