/// The SQL of a database, in the forms whose meaning is exactly that of the language of filters.
///
/// A part of a filter for which a dialect has no form is evaluated by the engine, so that a filter has the same
/// rows in any dialect. A dialect of another database begins as ``init(_:)``, which has the forms that all databases
/// share, and gets others once they are known to be right:
///
/// ```swift
/// var dialect = SQLDialect("MySQL")
/// dialect.quote = "`"
/// dialect.texts = .collation("utf8mb4_bin")
/// ```
public struct SQLDialect: Sendable {
  /// How the text of a statement refers to its values.
  public enum Placeholder: Sendable {
    /// `?`, in the order of the values
    case question
    /// `$1`
    case dollar
  }

  /// How texts are compared by the bytes of UTF-8.
  public enum Texts: Sendable {
    /// It is not known
    case unknown
    /// By `=` and `<`. The collation is for columns that compare in another way; nil if there is none
    case bytes(collation: StaticString?)
    /// By `=` and `<` of columns that are written with a collation
    case collation(StaticString)
    /// By `=`, and by `~<~` and its variants, as in PostgreSQL. The collation is for columns that compare in another way
    case operators(collation: StaticString)
  }

  /// How doubles are compared, with NaN among them.
  public enum Reals: Sendable {
    /// It is not known
    case unknown
    /// No column has NaN
    case withoutNaN
    /// NaN is above all other numbers and equal to itself; `'NaN'` is a constant
    case nanAbove
    /// `isnan()` tests for it, as comparisons of a file may leave it out. `inCase` is whether statistics of a file decide on
    /// the function too, unless it is in CASE, with the number in a list
    case nanByFunction(inCase: Bool)
  }

  /// How a column is tested against many values.
  enum Lists: Sendable {
    /// `IN (?, ?)`
    case parameters
    /// `IN (?, ?)` up to 64 values, above that `IN (SELECT value FROM json_each(?))`
    case json
    /// `= ANY(?)` of more values than a number
    case array(above: Int)
  }

  /// How points in time are bound, and UUIDs.
  enum Binding: Sendable {
    /// There are no columns of points in time; UUIDs are values of the driver
    case none
    /// As values of the driver
    case values
    /// As texts, which the statement casts to the type for points in time with and without time zone
    case casts(zoned: StaticString, local: StaticString)
  }

  /// How a text is searched for another by bytes.
  enum Search: Sendable {
    case none
    /// `instr` of blobs
    case blobs
    /// `strpos`, beside a regular expression that finds texts outside ASCII
    case strpos
    /// `contains`, beside a function that returns the number of bytes
    case contains(byteCount: StaticString)
  }

  /// How documents are stored, and the functions that read their members.
  enum Documents: Sendable {
    case none
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
    /// `translate`
    case translation
  }

  /// The name, for explanations.
  public let name: String

  /// The character around names, which is doubled within a name; `"` by default.
  public var quote: Unicode.Scalar = "\""

  /// The form of the placeholders for values; `?` by default.
  public var placeholder = Placeholder.question

  /// The comparison of texts; unknown by default.
  public var texts = Texts.unknown

  /// The comparison of doubles; unknown by default.
  public var reals = Reals.unknown

  var lists = Lists.parameters
  var dates = Binding.none
  var search = Search.none
  var documents = Documents.none
  var asciiFolding = ASCIIFolding.translation

  /// The functions that give the least and the greatest of two values.
  var extremes: (least: StaticString, greatest: StaticString) = ("least", "greatest")

  /// Whether the least and the greatest of two values ignore NULL.
  var extremesLeaveNullAside = true

  /// Whether booleans have a type of their own and are not the numbers 0 and 1.
  var hasBooleans = true

  /// Whether a column can have values of several types, and dates are stored as text or numbers.
  var hasDynamicTypes = false

  /// Whether there are columns of UUIDs.
  var hasUUIDs = false

  /// Whether there are columns of decimal numbers.
  var hasDecimals = false

  /// Whether rows of other tables can be joined and counted.
  var hasRelations = false

  /// Whether a text can contain NUL.
  var storesNUL = true

  /// Whether comparisons of files take 0.0 and -0.0 for different numbers, so that both are written.
  var distinguishesZeros = false

  /// Whether `ORDER BY` puts NULL before all values.
  var ordersNULLFirst = false

  /// Whether `a IS b` compares two columns, with NULL equal to NULL.
  var hasNullSafeIs = false

  /// Whether two columns of different number types are compared by exact value.
  var comparesNumbersExactly = false

  /// Whether ranges of a column leave out parts of the rows without an index.
  package var prunesRanges = false

  /// Whether names that differ in case alone are one name.
  var foldsNames = true

  /// A text that no name in a statement may contain.
  var wordOutsideNames: StaticString?

  /// The limits of one statement.
  package var limits = SQLLimits.unknown

  /// Whether the engine is registered as the function `frc_test`.
  public var hasFunctions = false

  /// Whether the orders of the engine are registered as the collations of `SQLCollation`.
  package var hasCollations = false

  /// Creates the dialect of a database of which nothing is known but what all have: names in quotes, comparisons of
  /// integers and booleans, tests for NULL, AND, OR and lists of values.
  public init(_ name: String) { self.name = name }
}

extension SQLDialect {
  var truth: String { hasBooleans ? "TRUE" : "1" }
  var falsehood: String { hasBooleans ? "FALSE" : "0" }

  /// Whether a column can store NaN.
  var storesNaN: Bool { if case .withoutNaN = reals { false } else { true } }
}
