/// A SELECT of the rows that a predicate may be true of.
///
/// Its text names nothing but the declaration's tables and columns; all else is in ``parameters``.
public struct SQLSelect: Sendable {
  /// The statement.
  public let text: String

  /// The values of its placeholders, in order.
  public let parameters: [SQLValue]

  /// Whether the statement cuts the rows itself, so that it gives the window and no more.
  public let isWindow: Bool

  /// The rows of a translation.
  ///
  /// Rows come in `order`, texts by their bytes, and those that are equal in it by their key. The window is left to
  /// the database only where the translation is exact; otherwise rows come in order until enough of them match.
  ///
  /// `columns` names declared columns; others are left out. `after` is the position of the last row of the previous
  /// page: the values of `order` and of the key; with `includesPlace` the row there is one of the page. Without `ordersByKey` rows that are equal in `order` come as the
  /// database gives them, and there are no pages.
  public init(
    _ translation: SQLTranslation, columns: [String], order: [SQLOrder] = [], limit: Int? = nil,
    offset: Int = 0, after place: [SQLValue?]? = nil, includesPlace: Bool = false,
    ordersByKey: Bool = true
  ) {
    var writer = SQLWriter(translation.dialect, usesAliases: translation.usesAliases)
    let declared = order.filter(translation.table.has)
    let keys = ordersByKey ? declared.withKey(of: translation.table) : declared
    let values = columns.filter { name in translation.table.columns.contains { $0.name == name } }
      .map { SQLText(SQLColumnReference(alias: 0, name: $0)) }
    writer.write(values.isEmpty ? "SELECT 1" : "SELECT \(SQLText.joined(values, ", "))")
    let keyset = place.map {
      SQLKeyset(
        order: keys, place: $0, includesPlace: includesPlace, table: translation.table,
        dialect: translation.dialect)
    }
    Self.write(translation, &writer, after: keyset?.condition)
    let terms = keys.map { $0.text(of: translation.table, translation.dialect) }
    if !terms.isEmpty { writer.write(" ORDER BY \(SQLText.joined(terms, ", "))") }
    isWindow = translation.isExact
    if isWindow, limit != nil || offset > 0 {
      // SQLite has no OFFSET without LIMIT.
      writer.write(" LIMIT \(SQLValue.integer(Int64(limit ?? .max)))")
      if offset > 0 { writer.write(" OFFSET \(SQLValue.integer(Int64(offset)))") }
    }
    text = writer.text
    parameters = writer.parameters
  }

  /// The number of rows of a translation; nil where the engine has to look at them.
  public static func count(_ translation: SQLTranslation) -> SQLSelect? {
    guard translation.isExact else { return nil }
    var writer = SQLWriter(translation.dialect, usesAliases: translation.usesAliases)
    writer.write("SELECT count(*)")
    write(translation, &writer, after: nil)
    return SQLSelect(writer)
  }

  private init(_ writer: SQLWriter) {
    text = writer.text
    parameters = writer.parameters
    isWindow = true
  }

  private static func write(
    _ translation: SQLTranslation, _ writer: inout SQLWriter, after place: SQLCondition?
  ) {
    writer.write(" FROM \(SQLText(pieces: [.table(translation.table.name, alias: 0)]))")
    for join in translation.joins { writer.write(join.text) }
    let condition = place.map { translation.condition && $0 } ?? translation.condition
    if condition.constant == true { return }
    writer.write(" WHERE \(filter: condition)")
  }
}
