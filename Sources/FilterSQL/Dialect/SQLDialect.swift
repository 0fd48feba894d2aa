/// The SQL of a database, in the forms whose meaning is exactly that of the language of filters.
///
/// A part of a filter for which a dialect has no form is evaluated by the engine, so that a filter has the same
/// rows in any dialect.
public struct SQLDialect: Sendable {
  /// How the text of a statement refers to its values.
  enum Placeholder: Sendable {
    /// `?`, in the order of the values
    case question
    /// `$1`
    case dollar
  }

  /// How a column is tested against many values.
  enum ListForm: Sendable {
    /// `IN (?, ?)` up to 64 values, above that `IN (SELECT value FROM json_each(?))`
    case parameters
    /// `= ANY($1)`
    case array
  }

  /// The operators that compare texts by the bytes of UTF-8.
  enum TextOrder: Sendable {
    /// `<`
    case plain
    /// `~<~`
    case pattern
  }

  /// How a text is searched for another by bytes.
  enum Search: Sendable {
    /// `instr` of blobs
    case blobs
    /// `strpos`, beside a regular expression that finds texts outside ASCII
    case strpos
  }

  /// How documents are stored, and the functions that read their members.
  enum Documents: Sendable {
    /// As text that `json_extract` reads
    case text
    /// As `jsonb`, which keeps the last of members with one name
    case binary
  }

  /// How letters of ASCII are compared without regard to case.
  enum ASCIIFolding: Sendable {
    /// `COLLATE NOCASE`
    case collation
    /// `lower` of the C collation
    case function
  }

  /// The name, for explanations.
  public let name: String

  let placeholder: Placeholder
  let lists: ListForm
  let textOrder: TextOrder
  let search: Search
  let documents: Documents
  let asciiFolding: ASCIIFolding

  /// The collation that compares texts by bytes.
  let byteCollation: StaticString

  /// The functions that give the least and the greatest of two values.
  let extremes: (least: StaticString, greatest: StaticString)

  /// Whether the least and the greatest of two values ignore NULL.
  var extremesLeaveNullAside: Bool

  /// Whether booleans have a type of their own and are not the numbers 0 and 1.
  let hasBooleans: Bool

  /// Whether a column can have values of several types, and dates are stored as text or numbers.
  let hasDynamicTypes: Bool

  /// Whether there are columns of decimal numbers, timestamps and dates.
  let hasDecimalsAndDates: Bool

  /// Whether a column can store NaN, which is then ordered above all other numbers.
  let storesNaN: Bool

  /// Whether a text can contain NUL.
  let storesNUL: Bool

  /// Whether `ORDER BY` puts NULL before all values.
  let ordersNULLFirst: Bool

  /// Whether `a IS b` compares two columns, with NULL equal to NULL.
  let hasNullSafeIs: Bool

  /// Whether two columns of different number types are compared by exact value.
  let comparesNumbersExactly: Bool

  /// The limits of one statement.
  package var limits: SQLLimits

  /// Whether the engine is registered as the function `frc_test`.
  public var hasFunctions: Bool

  /// Whether the orders of the engine are registered as the collations of `SQLCollation`.
  package var hasCollations = false

  /// SQLite 3.38 or later.
  ///
  /// If `functions` is true, the connection has the function `frc_test`, by which SQLite asks the engine about
  /// conditions that have no form in SQL.
  public static func sqlite(functions: Bool = false) -> SQLDialect {
    SQLDialect(
      name: "SQLite", placeholder: .question, lists: .parameters, textOrder: .plain, search: .blobs,
      documents: .text, asciiFolding: .collation, byteCollation: "BINARY", extremes: ("min", "max"),
      extremesLeaveNullAside: false, hasBooleans: false, hasDynamicTypes: true,
      hasDecimalsAndDates: false, storesNaN: false, storesNUL: true, ordersNULLFirst: true,
      hasNullSafeIs: true, comparesNumbersExactly: true, limits: .sqlite, hasFunctions: functions)
  }

  /// PostgreSQL 12 or later, with a database in UTF-8.
  public static let postgreSQL = SQLDialect(
    name: "PostgreSQL", placeholder: .dollar, lists: .array, textOrder: .pattern, search: .strpos,
    documents: .binary, asciiFolding: .function, byteCollation: "\"C\"",
    extremes: ("least", "greatest"), extremesLeaveNullAside: true, hasBooleans: true,
    hasDynamicTypes: false, hasDecimalsAndDates: true, storesNaN: true, storesNUL: false,
    ordersNULLFirst: false, hasNullSafeIs: false, comparesNumbersExactly: false,
    limits: .postgreSQL, hasFunctions: false)
}

extension SQLDialect {
  var truth: String { hasBooleans ? "TRUE" : "1" }
  var falsehood: String { hasBooleans ? "FALSE" : "0" }
}
