/// A SELECT statement that returns the rows of a translation.
///
/// Its text contains names of the declaration only; all values are in ``parameters``.
public struct SQLSelect: Sendable {
  /// The text of the statement.
  public private(set) var text: String

  /// The values of the placeholders, in order.
  public private(set) var parameters: [SQLValue]

  /// Whether the database applies `limit` and `offset`, because the translation is exact.
  package let isWindow: Bool

  /// The limit that the database applies; nil for none.
  package let mostRows: Int?

  private let tables: [SQLTableName]

  /// The text with the limit as a number; nil for a statement with a filter or an offset, or without a limit.
  private var textWithLimit: String?

  /// Selects the rows of a translation.
  ///
  /// Rows are ordered by `order`, with texts compared by bytes, and then by their key. `limit` and `offset` are part of the
  /// statement only if the translation is exact. Otherwise the caller reads rows until enough of them match.
  ///
  /// `columns` are names of declared columns; other names are ignored. `after` is the position of the last row of the
  /// previous page: its values of `order` and of the key. If `includesPlace` is true, that row is part of the page. If
  /// `ordersByKey` is false, rows that are equal in `order` have no defined order, and there are no pages.
  ///
  /// ```swift
  /// let contacts = try SQLTableDeclaration(
  ///   "contact", key: ["id"], columns: [.integer("id"), .integer("age")])
  /// let adults = try FilterPredicate<FilterValue>("age >= 18")
  /// let translation = SQLTranslation(adults, table: contacts, dialect: .sqlite())
  /// let statement = SQLSelect(
  ///   translation, columns: ["id"], order: [SQLOrder("age", descending: true)], limit: 10)
  /// print(statement.text)
  /// ```
  public init(
    _ translation: SQLTranslation, columns: [String], order: [SQLOrder] = [], limit: Int? = nil,
    offset: Int = 0, after place: [SQLValue?]? = nil, includesPlace: Bool = false,
    ordersByKey: Bool = true
  ) {
    var writer = SQLWriter(translation.dialect, usesAliases: translation.usesAliases)
    let declared = order.filter(translation.table.has)
    let keys = ordersByKey ? declared.withKey(of: translation.table) : declared
    let values = columns.compactMap { name in
      translation.table.columns.first { $0.name == name }.map { column in
        let value = SQLText(SQLColumnReference(alias: 0, name: name))
        return column.isReadAsText ? "\(value)::text" : value
      }
    }
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
    mostRows = isWindow ? limit : nil
    if isWindow, limit != nil || offset > 0 {
      // SQLite requires LIMIT before OFFSET.
      writer.write(" LIMIT ")
      if let limit, offset <= 0, translation.condition.constant == true {
        textWithLimit = writer.text + String(limit)
      }
      writer.write("\(SQLValue.integer(Int64(limit ?? .max)))")
      if offset > 0 { writer.write(" OFFSET \(SQLValue.integer(Int64(offset)))") }
    }
    (text, parameters, tables) = (writer.text, writer.parameters, writer.tables)
  }

  /// The statement for rows of the whole table with the limit as a number in its text; any other statement itself, also
  /// one with an offset.
  ///
  /// PostgreSQL expects a tenth of all rows for a limit that is a parameter. It therefore never keeps the plan of such a
  /// statement, and plans it for each execution. For a filter this is wanted, as the best plan depends on its values.
  package var withLimitInText: SQLSelect {
    guard let textWithLimit else { return self }
    var select = self
    (select.text, select.textWithLimit) = (textWithLimit, nil)
    select.parameters.removeLast()
    return select
  }

  /// The text with the names of tables in their schemas.
  ///
  /// `prefix` returns what is written before the quoted name of a table, such as `"public".`, or nil for nothing.
  package func text<Failure>(
    prefix: (String) throws(Failure) -> String?
  ) throws(Failure) -> String {
    var qualified = ""
    var start = text.startIndex
    for table in tables {
      guard let prefix = try prefix(table.name) else { continue }
      let end = text.utf8.index(text.startIndex, offsetBy: table.start)
      qualified += text[start..<end]
      qualified += prefix
      start = end
    }
    return qualified + text[start...]
  }

  /// A statement that counts the rows of a translation; nil if the translation is not exact.
  public static func count(_ translation: SQLTranslation) -> SQLSelect? {
    count(translation, by: nil)
  }

  /// Counts the rows of a translation by the values of a column, or all of them if it is nil. The columns of the
  /// statement are the count and the value. Nil if the translation is not exact.
  ///
  /// With `after`, the rows after a position in `order` are counted.
  package static func count(
    _ translation: SQLTranslation, by column: SQLColumn?, order: [SQLOrder] = [],
    after place: [SQLValue?]? = nil
  ) -> SQLSelect? {
    guard translation.isExact else { return nil }
    let key = column.map { SQLOrder($0.name).key(of: translation.table, translation.dialect) }
    return SQLSelect(
      translation, [SQLText("count(*)")] + (key.map { [$0] } ?? []), by: key, order: order,
      after: place)
  }

  /// Measures columns over all rows of a translation. For each column the statement has six values: the numbers of its
  /// values and of those that have another storage class than the kind of the column, the least and the greatest value,
  /// and the sums of the high and of the low 32 bits of integers, which do not overflow for 2^31 rows. Nil if the
  /// translation is not exact, or for a column that a dialect does not measure.
  package static func measures(
    _ translation: SQLTranslation, of columns: [SQLColumn]
  ) -> SQLSelect? {
    guard translation.isExact else { return nil }
    var values: [SQLText] = []
    for column in columns {
      guard let measured = translation.dialect.measures(of: column, in: translation.table) else {
        return nil
      }
      values += measured
    }
    return SQLSelect(translation, values, by: nil, order: [], after: nil)
  }

  /// Selects columns of the rows of a translation in no order. With `after`, the rows after a position in `order` are
  /// selected.
  package static func cells(
    _ translation: SQLTranslation, of columns: [SQLColumn], order: [SQLOrder] = [],
    after place: [SQLValue?]? = nil
  ) -> SQLSelect {
    SQLSelect(
      translation, columns.map { SQLText(SQLColumnReference(alias: 0, name: $0.name)) }, by: nil,
      order: order, after: place)
  }

  private init(
    _ translation: SQLTranslation, _ values: [SQLText], by key: SQLText?, order: [SQLOrder],
    after place: [SQLValue?]?
  ) {
    var writer = SQLWriter(translation.dialect, usesAliases: translation.usesAliases)
    writer.write("SELECT \(values.isEmpty ? "1" : SQLText.joined(values, ", "))")
    let keyset = place.map {
      SQLKeyset(
        order: order.withKey(of: translation.table), place: $0, includesPlace: false,
        table: translation.table, dialect: translation.dialect)
    }
    Self.write(translation, &writer, after: keyset?.condition)
    if let key { writer.write(" GROUP BY \(key)") }
    self.init(writer)
  }

  /// A statement that counts the rows of a translation for each combination of values of columns, with the count after
  /// them; nil if the translation is not exact. Texts are compared byte by byte, by PostgreSQL if their collations are
  /// deterministic.
  ///
  /// SQLite compares integers and reals by value, and returns one of them if a column has both.
  package static func counts(_ translation: SQLTranslation, by columns: [String]) -> SQLSelect? {
    guard translation.isExact else { return nil }
    var writer = SQLWriter(translation.dialect, usesAliases: translation.usesAliases)
    let values = columns.map { SQLText(SQLColumnReference(alias: 0, name: $0)) }
    writer.write("SELECT \(SQLText.joined(values, ", ")), count(*)")
    write(translation, &writer, after: nil)
    let terms = values.map { value -> SQLText in
      translation.dialect.hasDynamicTypes ? "\(value) COLLATE BINARY" : value
    }
    writer.write(" GROUP BY \(SQLText.joined(terms, ", "))")
    return SQLSelect(writer)
  }

  private init(_ writer: SQLWriter) {
    (text, parameters, tables) = (writer.text, writer.parameters, writer.tables)
    isWindow = true
    mostRows = nil
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
