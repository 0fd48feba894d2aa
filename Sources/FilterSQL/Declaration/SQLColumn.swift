/// A column of a declared table: its name, its kind, and the key that filters read it by.
public struct SQLColumn: Sendable {
  /// What the values of a column are.
  public enum Kind: Hashable, Sendable {
    /// Integers of 64 bits
    case integer
    /// Doubles; `isFinite` says that no value is NaN
    case real(isFinite: Bool)
    /// Decimal numbers of at most 38 digits, of which none is NaN or infinite: only PostgreSQL has them
    case decimal
    /// Truth values; in SQLite the integers 0 and 1
    case boolean
    /// Texts in UTF-8
    case text
    /// Bytes
    case bytes
    /// UUIDs, kept as 16 bytes in SQLite
    case uuid
    /// Points in time
    case date(SQLDateForm)
    /// A JSON document, which the schema checks; `isObject` says that each is an object
    case json(isObject: Bool)
    /// Values of any storage class, as a column of a table that is not STRICT has them: only SQLite has it
    case dynamic(SQLAffinity)
  }

  /// The name in the database.
  public let name: String

  /// The key that filters read it by.
  public let field: String

  /// What its values are.
  public let kind: Kind

  /// Whether a row may have NULL in it.
  public let isNullable: Bool

  /// Whether an index serves ranges of the column, so that text operators become ranges of bytes.
  public let isIndexed: Bool

  /// Whether the column compares texts byte for byte. A column with another collation is compared twice: by its
  /// own, which its index serves, and by bytes.
  public let comparesBytes: Bool

  /// Whether documents of JSON are as an encoder writes them: an object has each name once, no name has an escape,
  /// no text has U+0000, and a number is a 64-bit integer or has the digits that a double prints.
  public let isCanonical: Bool

  /// A column of any kind.
  ///
  /// `field` is the key that filters read it by; the column's name if nil.
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

  /// A column of doubles; `finite` promises that none is NaN.
  public static func real(
    _ name: String, nullable: Bool = false, finite: Bool = false, field: String? = nil
  ) -> SQLColumn {
    SQLColumn(name, .real(isFinite: finite), nullable: nullable, field: field)
  }

  /// A column of decimal numbers, none of them NaN or infinite.
  public static func decimal(
    _ name: String, nullable: Bool = false, field: String? = nil
  ) -> SQLColumn {
    SQLColumn(name, .decimal, nullable: nullable, field: field)
  }

  /// A column of truth values.
  public static func boolean(
    _ name: String, nullable: Bool = false, field: String? = nil
  ) -> SQLColumn {
    SQLColumn(name, .boolean, nullable: nullable, field: field)
  }

  /// A column of texts; `indexed` says that an index serves ranges of bytes.
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

  /// A column of JSON documents, which the schema checks.
  ///
  /// `isObject` promises that each document is an object. `canonical` makes the promise of ``isCanonical``, with
  /// which an index of a member serves comparisons.
  public static func json(
    _ name: String, isObject: Bool, nullable: Bool = false, canonical: Bool = false,
    field: String? = nil
  ) -> SQLColumn {
    SQLColumn(
      name, .json(isObject: isObject), nullable: nullable, canonical: canonical, field: field)
  }

  /// A column of values of any storage class; `indexed` says that an index serves ranges of its values.
  public static func dynamic(
    _ name: String, affinity: SQLAffinity, nullable: Bool = true, indexed: Bool = false,
    comparesBytes: Bool = true, field: String? = nil
  ) -> SQLColumn {
    SQLColumn(
      name, .dynamic(affinity), nullable: nullable, indexed: indexed, comparesBytes: comparesBytes,
      field: field)
  }
}

/// What SQLite makes of the values of a column that is not STRICT, from the name of its declared type.
public enum SQLAffinity: Hashable, Sendable {
  /// Values are kept as they are: `BLOB`, or no type
  case none

  /// Texts that read as numbers become numbers: `INTEGER`, `REAL`, `NUMERIC`
  case numeric

  /// Numbers become texts: `TEXT`, `VARCHAR`
  case text
}
