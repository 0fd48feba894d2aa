package import FilterEngine
package import FilterSQL

/// A connection to a database: its catalog, statements, transactions, and the commits of other connections. One thread at
/// a time uses it.
package protocol TableSource: AnyObject {
  /// The SQL of the database, with the functions and collations that the connection has.
  var dialect: SQLDialect { get }

  /// Whether a column may hold values of types other than its own.
  var permitsOtherTypes: Bool { get }

  /// The limits of the evaluation. Statements end when its time is over.
  var evaluation: EvaluationLimits { get set }

  // MARK: Catalog

  /// The tables and views by name, without their columns.
  func tables() throws(TableError) -> [TableModel]

  /// One of these tables with its columns; nil if it does not exist any more.
  func table(_ listed: TableModel) throws(TableError) -> TableModel?

  /// The table with a name, as the database compares names; nil if none has it.
  func match(_ name: String, among tables: [TableModel]) -> TableModel?

  /// The limits of a statement over a table.
  func limits(of table: TableModel) -> SQLLimits

  /// A value that a change of the schema changes.
  func schemaVersion(of table: TableModel) throws(TableError) -> FilterValue

  /// The kinds of columns by name, without columns that the database cannot test. Columns of other names than `names` may
  /// be left out.
  func kinds(
    of names: Set<String>, in table: TableModel
  ) throws(TableError) -> [String: SQLColumn.Kind]

  /// The kinds of columns whose values have one kind although the database permits any, by name. Reads rows as far as
  /// `effort` allows.
  func kinds(
    searching names: Set<String>, in table: TableModel, _ effort: SearchEffort
  ) throws(TableError) -> [String: SQLColumn.Kind]

  /// The columns in which the schema permits only JSON and NULL.
  func validatedColumns(of table: TableModel) throws(TableError) -> Set<String>

  /// The condition of a value that is neither NULL nor a JSON object or list. If the database does not `readsJSON` in
  /// texts, other values can be none either.
  func stray(_ quotedColumn: String) -> String
  var readsJSON: Bool { get }

  // MARK: Statements

  /// A statement that is run. `tests` are the tests of its parameters. If it `mayStop`, not all of its rows may be read.
  func cursor(
    _ text: String, _ parameters: [SQLValue], tests: [SQLRowTest], mayStop: Bool
  ) throws(TableError) -> any TableCursor

  /// Runs statements without parameters.
  func execute(_ text: String) throws(TableError)

  /// Runs a statement that changes rows and returns their number.
  func change(_ text: String, _ parameters: [SQLValue]) throws(TableError) -> Int

  /// Runs a statement that inserts rows into a table. Returns their number, and the key of the last one if the database
  /// has chosen it.
  func insert(
    _ text: String, _ parameters: [SQLValue], into table: TableModel
  ) throws(TableError) -> (count: Int, key: FilterValue?)

  /// The query plan of a statement, in lines.
  func plan(
    _ text: String, _ parameters: [SQLValue], tests: [SQLRowTest]
  ) throws(TableError) -> [String]

  /// Whether the database counts the rows of each group faster than the engine would.
  func countsGroups(
    _ columns: [TableModel.Column], by select: SQLSelect
  ) throws(TableError) -> Bool

  /// The value as a column of a kind stores it; nil if it has to be converted.
  func native(_ value: FilterValue, _ kind: SQLColumn.Kind?) -> SQLValue?

  // MARK: Transactions

  var isInTransaction: Bool { get }

  /// Begins a transaction, whose statements read one snapshot. With `isLazy`, it only reads and may begin with the first
  /// statement.
  func begin(isWritable: Bool, isLazy: Bool) throws(TableError)

  func commit() throws(TableError)

  /// Ends the transaction without its changes, if an error has not ended it.
  func rollback() throws(TableError)

  /// Begins reads of one snapshot, unless they have begun. Within a transaction an error of theirs does not end it.
  func beginReading() throws(TableError)

  /// Ends these reads.
  func endReading()

  // MARK: Changes by others

  /// A value that changes when another connection commits. As long as it is the same, so are the rows.
  func dataVersion() throws(TableError) -> FilterValue

  /// Whether the database is still the one that was opened; nil if it is gone.
  var isSame: Bool? { get }

  /// Starts watching a table.
  func beginWatching(_ table: TableModel) throws(TableError)

  /// Whether the next look should ask for the data version.
  func mayHaveChanged() throws(TableError) -> Bool

  /// The milliseconds between two looks at the database while it is watched.
  var watchInterval: Int { get }

  /// Has a table report the commits that change it, in the open transaction. Returns false if no table has to.
  func installTriggers(of table: SQLTableDeclaration) throws(TableError) -> Bool
}

/// How much is read to find the kinds of columns.
package enum SearchEffort {
  /// A fraction of a millisecond
  case little

  /// Some milliseconds if this statement reads all rows itself
  case beside(SQLSelect, tests: [SQLRowTest])

  /// All rows
  case all
}

extension TableSource {
  /// The first value of a statement; null without a row.
  package func value(_ text: String) throws(TableError) -> FilterValue {
    let row = try cursor(text, [], tests: [], mayStop: false)
    return try row.next() ? row.value(at: 0) ?? .null : .null
  }

  /// Begins a transaction or, within `depth` open ones, a savepoint.
  package func begin(within depth: Int, isWritable: Bool) throws(TableError) {
    if depth == 0 { return try begin(isWritable: isWritable, isLazy: false) }
    try execute("SAVEPOINT frc_\(depth)")
  }

  /// Keeps the changes since the last of `depth` calls of `begin`; if that fails, it stays open.
  package func end(_ depth: Int) throws(TableError) {
    if depth == 1 { return try commit() }
    try execute("RELEASE frc_\(depth - 1)")
  }

  /// Undoes the changes since the last of `depth` calls of `begin`.
  package func rollback(_ depth: Int) throws(TableError) {
    if depth == 1 { return try rollback() }
    // Some errors end the whole transaction.
    guard isInTransaction else { return }
    try execute("ROLLBACK TO frc_\(depth - 1); RELEASE frc_\(depth - 1)")
  }

  /// The indices of the conditions that hold for no row of a table.
  ///
  /// The first row for which any of them holds excludes most of those that hold for some row, so that few statements are
  /// run.
  package func unsatisfied(
    _ conditions: [String], in table: TableModel
  ) throws(TableError) -> [Int] {
    var left = Array(conditions.indices)
    while !left.isEmpty {
      let tested = left.map { "(\(conditions[$0]))" }
      let row = try cursor(
        "SELECT \(tested.joined(separator: ", ")) FROM \(table.quotedName) "
          + "WHERE \(tested.joined(separator: " OR ")) LIMIT 1", [], tests: [], mayStop: true)
      guard try row.next() else { break }
      let holds = left.indices.map { [.bool(true), .int(1)].contains(row.value(at: $0)) }
      // A server whose row satisfies none would be asked without end.
      guard holds.contains(true) else { break }
      left = zip(left, holds).filter { !$1 }.map(\.0)
    }
    return left
  }
}

extension EvaluationLimits {
  /// Whether their time is over.
  package var isOver: Bool { time != nil && end != nil }
}
