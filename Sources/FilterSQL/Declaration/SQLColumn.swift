/// A column of a declared table: its name, its kind, and the key that filters read it by.
public struct SQLColumn: Sendable {
  /// What the values of a column are.
  public enum Kind: Hashable, Sendable {
    /// Integers of 64 bits
    case integer
    /// Doubles; `isFinite` says that no value is NaN
    case real(isFinite: Bool)
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

  /// A column of any kind.
  ///
  /// `field` is the key that filters read it by; the column's name if nil.
  public init(
    _ name: String, _ kind: Kind, nullable: Bool = false, indexed: Bool = false,
    comparesBytes: Bool = true, field: String? = nil
  ) {
    self.name = name
    self.kind = kind
    self.field = field ?? name
    isNullable = nullable
    isIndexed = indexed
    self.comparesBytes = comparesBytes
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

  /// A column of JSON documents; `isObject` promises that each one that is not NULL is an object.
  public static func json(
    _ name: String, isObject: Bool, nullable: Bool = false, field: String? = nil
  ) -> SQLColumn {
    SQLColumn(name, .json(isObject: isObject), nullable: nullable, field: field)
  }
}
