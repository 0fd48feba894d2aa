#if SQLite || PostgreSQL
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterTables

  /// A connection to a database, as plans and sessions use it. One thread at a time uses it.
  ///
  /// A driver knows the catalog, the types and the errors of one kind of database. Its errors are messages with the name of
  /// the database.
  protocol DatabaseDriver: AnyObject {
    /// The name of the database in messages, never with a password
    var path: String { get }

    /// The name of the kind of database, such as SQLite
    var title: String { get }

    /// The SQL of the database, with the functions and collations that the connection has
    var dialect: SQLDialect { get }

    /// The reason why a column without a kind is tested by the engine, as a clause
    var untestedReason: String { get }

    /// Whether the kind that a user states for a column takes precedence over the one of the schema
    var statesKinds: Bool { get }

    /// The limits of statements. Statements end when the limits of the evaluation end.
    var limits: DatabaseLimits { get set }

    // MARK: Catalog

    /// The tables and views by name, without their columns.
    func tables() throws(ToolError) -> [TableModel]

    /// One of these tables with its columns.
    func table(_ listed: TableModel) throws(ToolError) -> DatabaseTable

    /// The name of a table among names of tables, as the database compares them; nil if none has it.
    func match(_ name: String, among tables: [TableModel]) -> TableModel?

    /// A value that a change of the schema changes.
    func schemaVersion(of table: DatabaseTable) throws(ToolError) -> FilterValue

    /// The kinds of columns by name, without columns that the database cannot test. Columns of other names than `names` may
    /// be left out.
    func kinds(
      of names: Set<String>, in table: DatabaseTable
    ) throws(ToolError) -> [String: SQLColumn.Kind]

    /// The kinds of columns whose values have one kind although the database permits any, by name. Reads rows as far as
    /// `effort` allows.
    func kinds(
      searching names: Set<String>, in table: DatabaseTable, _ effort: SearchEffort
    ) throws(ToolError) -> [String: SQLColumn.Kind]

    /// The columns among `names` that have values and whose texts are JSON documents: the schema permits only JSON, or all
    /// values are objects or lists. Reads all rows of such columns.
    func documents(
      among names: Set<String>, in table: DatabaseTable
    ) throws(ToolError) -> Set<String>

    // MARK: Statements

    /// A statement that is run. `tests` are the tests of its parameters. If it `mayStop`, not all of its rows may be read.
    func statement(
      _ text: String, _ parameters: [SQLValue], tests: [SQLRowTest], mayStop: Bool
    ) throws(ToolError) -> any DatabaseStatement

    /// Runs statements without parameters.
    func execute(_ text: String) throws(ToolError)

    /// Runs a statement that changes rows and returns their number.
    func change(_ text: String, _ parameters: [SQLValue]) throws(ToolError) -> Int

    /// Runs a statement that inserts rows into a table. Returns their number, and the key of the last one if the database
    /// has chosen it.
    func insert(
      _ text: String, _ parameters: [SQLValue], into table: DatabaseTable
    ) throws(ToolError) -> (count: Int, key: FilterValue?)

    /// The query plan of a statement, in lines.
    func plan(
      _ text: String, _ parameters: [SQLValue], tests: [SQLRowTest]
    ) throws(ToolError) -> [String]

    /// Whether the database counts the rows of each group faster than the tool would.
    func countsGroups(
      _ columns: [TableModel.Column], by select: SQLSelect
    ) throws(ToolError) -> Bool

    /// A value for a column in a statement; nil for NULL and, if it `isKey`, for a value that no row can have. Throws if
    /// the database cannot store it.
    func stored(
      _ value: FilterValue, in column: TableModel.Column?, isKey: Bool
    ) throws(ToolError) -> StoredValue?

    /// The mark of a parameter in a statement, counted from 1.
    func mark(_ number: Int) -> String

    // MARK: Transactions

    var isInTransaction: Bool { get }

    /// Begins a transaction, whose statements read one snapshot.
    func begin(isWritable: Bool) throws(ToolError)

    func commit() throws(ToolError)

    /// Ends the transaction without its changes, if an error has not ended it.
    func rollback() throws(ToolError)

    /// Begins the reads of a line. Within a transaction an error of theirs does not end it.
    func beginReading() throws(ToolError)

    /// Ends the reads of a line.
    func endReading()

    // MARK: Changes by others

    /// A value that changes when another connection commits. As long as it is the same, so are the rows.
    func dataVersion() throws(ToolError) -> FilterValue

    /// Whether the database is still the one that was opened; nil if it is gone.
    var isSame: Bool? { get }

    /// Starts watching a table.
    func beginWatching(_ table: DatabaseTable) throws(ToolError)

    /// Whether the next look should ask for the data version.
    func mayHaveChanged() throws(ToolError) -> Bool

    /// The milliseconds between two looks at the database while it is watched
    var watchInterval: Int { get }

    /// Has a table report the commits that change it, in the open transaction.
    func installTriggers(of table: DatabaseTable) throws(ToolError)
  }

  /// A statement and its current row.
  protocol DatabaseStatement: AnyObject {
    /// Advances to the next row. Returns false after the last.
    func next() throws(ToolError) -> Bool

    /// Sets each element to the value of the column at its index, `other` for one that no slot holds. Slots point to memory
    /// of the database until the next row.
    ///
    /// Returns the first cell that cannot be read; later columns are not read.
    func read(into row: inout [RowSlot]) -> UnreadableCell?

    /// The number of bytes of a cell of the current row whose slot is `other`.
    func byteCount(at column: Int) -> Int

    /// A value of the current row; nil for a cell that cannot be read.
    func value(at column: Int) -> FilterValue?
  }

  /// A cell without a value for the engine.
  struct UnreadableCell {
    /// The index in the columns of the statement
    let column: Int

    /// The content, after "holds"
    let content: String
  }

  /// A value for a column in a statement.
  struct StoredValue {
    let value: SQLValue

    /// The type that a statement converts the value to; nil for none
    var type: String?
  }

  /// How much a driver reads to find the kinds of columns.
  enum SearchEffort {
    /// A fraction of a millisecond
    case little

    /// Some milliseconds if this statement reads all rows itself
    case beside(SQLSelect, tests: [SQLRowTest])

    /// All rows
    case all
  }

  extension DatabaseDriver {
    /// The first value of a statement; null without a row.
    func value(_ text: String) throws(ToolError) -> FilterValue {
      let statement = try statement(text, [], tests: [], mayStop: false)
      guard try statement.next() else { return .null }
      return statement.value(at: 0) ?? .null
    }

    /// The tables and views as a list for people.
    func tableList() throws(ToolError) -> RowDescription {
      RowDescription(
        columns: ["table", "kind"],
        rows: try tables().map { [.string($0.name), .string($0.kind.rawValue)] }, note: nil)
    }

    /// The named table, or the only table if none is named; `advice` is for a name without a table where there are several.
    func table(named name: String?, advice: String) throws(ToolError) -> DatabaseTable {
      let tables = try tables()
      let names = tables.map(\.name)
      guard let name else {
        if tables.count == 1 { return try table(tables[0]) }
        guard !tables.isEmpty else { throw .message("\(path): the database has no table") }
        guard limits.namesOthers else {
          throw .message("\(path): the database has several tables, \(advice)")
        }
        throw .message(
          "\(path): \(tables.count) tables, \(advice): " + names.joined(separator: ", "))
      }
      guard let found = match(name, among: tables) else {
        let known = limits.namesOthers ? names : []
        let question = NearestKey.nearest(to: name, in: known).map { ", did you mean '\($0)'?" }
        throw .message("\(path): there is no table '\(name)'" + (question ?? ""))
      }
      return try table(found)
    }
  }
#endif
