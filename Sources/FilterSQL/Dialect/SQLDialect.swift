/// The SQL of a database: the forms in which it says exactly what the language of filters means.
///
/// What a dialect lacks is not pushed down, so that a filter is right in any of them.
public struct SQLDialect: Sendable {
  /// How values are placed in the text of a statement.
  public enum Placeholder: Sendable {
    /// `?`, in the order of the values
    case question
    /// `$1`
    case dollar
  }

  /// How a column is tested against many values.
  public enum ListForm: Sendable {
    /// `IN (?, ?)` up to 64 values, above that `IN (SELECT value FROM json_each(?))`
    case parameters
    /// `= ANY($1)`
    case array
  }

  /// The words of a database whose texts are ordered by the bytes of UTF-8.
  public enum TextOrder: Sendable {
    /// `<`
    case plain
    /// `~<~`
    case pattern
  }

  /// The name, for explanations.
  public let name: String

  let placeholder: Placeholder
  let lists: ListForm
  let textOrder: TextOrder

  /// Whether truth values are a kind of their own, and not the numbers 0 and 1.
  let hasBooleans: Bool

  /// Whether a column can hold NaN, which lies above all other numbers then.
  let storesNaN: Bool

  /// Whether a text can hold NUL.
  let storesNUL: Bool

  /// Whether `a IS b` compares two columns, NULL being equal to NULL.
  let hasNullSafeIs: Bool

  /// Whether two columns of different number kinds are compared by exact value.
  let comparesNumbersExactly: Bool

  /// Whether the least and the greatest of two values leave NULL aside: `least`, where SQLite's `min` is NULL.
  let extremesLeaveNullAside: Bool

  /// What the database takes in one statement.
  package var limits: SQLLimits

  /// Whether the engine is registered as the function `frc_test`.
  public var hasFunctions: Bool

  var truth: String { hasBooleans ? "TRUE" : "1" }
  var falsehood: String { hasBooleans ? "FALSE" : "0" }

  /// SQLite 3.38 or later.
  ///
  /// With `functions`, the connection has `frc_test`, by which the database asks the engine about what SQL
  /// cannot say.
  public static func sqlite(functions: Bool = false) -> SQLDialect {
    SQLDialect(
      name: "SQLite", placeholder: .question, lists: .parameters, textOrder: .plain,
      hasBooleans: false, storesNaN: false, storesNUL: true, hasNullSafeIs: true,
      comparesNumbersExactly: true, extremesLeaveNullAside: false, limits: .sqlite,
      hasFunctions: functions)
  }

  /// PostgreSQL 12 or later, with a database in UTF-8.
  public static let postgreSQL = SQLDialect(
    name: "PostgreSQL", placeholder: .dollar, lists: .array, textOrder: .pattern,
    hasBooleans: true, storesNaN: true, storesNUL: false, hasNullSafeIs: false,
    comparesNumbersExactly: false, extremesLeaveNullAside: true, limits: .postgreSQL,
    hasFunctions: false)
}
