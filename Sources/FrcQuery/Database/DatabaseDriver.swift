#if SQLite || PostgreSQL
  internal import FilterEngine
  internal import FilterJSON
  internal import FilterSQL
  internal import FilterTables

  /// A connection to a database, as plans and sessions use it. Its errors are messages with the name of the database.
  final class DatabaseDriver {
    let source: any TableSource
    private var messages: DatabaseMessages

    init(_ source: any TableSource, _ messages: DatabaseMessages) {
      (self.source, self.messages) = (source, messages)
      source.evaluation = messages.limits.evaluation
    }

    var path: String { messages.path }
    var title: String { messages.title }
    var dialect: SQLDialect { source.dialect }

    /// The limits of statements. Statements end when the limits of the evaluation end.
    var limits: DatabaseLimits {
      get { messages.limits }
      set {
        messages.limits = newValue
        source.evaluation = newValue.evaluation
      }
    }

    /// The reason why a column without a kind is tested by the engine, as a clause.
    var untestedReason: String {
      let values = source.permitsOtherTypes ? "a view" : "their types"
      return "the database may compare values of \(values) differently"
    }

    /// Whether the kind that a user states for a column takes precedence over the one of the schema.
    var statesKinds: Bool { source.permitsOtherTypes }

    /// Runs `body` and converts its error.
    func run<Result>(
      _ body: @autoclosure () throws(TableError) -> Result
    ) throws(ToolError) -> Result {
      // Without a copy of the messages for each row
      do throws(TableError) {
        return try body()
      } catch {
        throw messages.tool(error)
      }
    }

    // MARK: - Catalog

    /// The tables and views as a list for people.
    func tableList() throws(ToolError) -> RowDescription {
      RowDescription(
        columns: ["table", "kind"],
        rows: try run(source.tables()).map { [.string($0.name), .string($0.kind.rawValue)] },
        note: nil)
    }

    /// The named table, or the only table if none is named; `advice` is for a name without a table where there are several.
    func table(named name: String?, advice: String) throws(ToolError) -> DatabaseTable {
      let tables = try run(source.tables())
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
      guard let found = source.match(name, among: tables) else {
        let known = limits.namesOthers ? names : []
        let question = NearestKey.nearest(to: name, in: known).map { ", did you mean '\($0)'?" }
        throw .message("\(path): there is no table '\(name)'" + (question ?? ""))
      }
      return try table(found)
    }

    private func table(_ listed: TableModel) throws(ToolError) -> DatabaseTable {
      guard let model = try run(source.table(listed)) else {
        throw .message("\(path): there is no table '\(listed.name)'")
      }
      return try DatabaseTable(driver: self, model: model, limits: source.limits(of: model))
    }

    /// The kinds of columns by name, without columns that the database cannot test. Columns of other names than `names` may
    /// be left out.
    func kinds(
      of names: Set<String>, in table: DatabaseTable
    ) throws(ToolError) -> [String: SQLColumn.Kind] {
      try run(source.kinds(of: names, in: table.model))
    }

    /// The columns among `names` that have values and whose texts are JSON documents: the schema permits only JSON, or all
    /// values are objects or lists. Reads all rows of such columns.
    func documents(
      among names: Set<String>, in table: DatabaseTable
    ) throws(ToolError) -> Set<String> {
      let columns = table.textColumns(among: names).map(\.name)
      guard !columns.isEmpty else { return [] }
      let validated = try run(source.validatedColumns(of: table.model))
      let others = columns.filter { !validated.contains($0) }
      let left = try run(
        source.unsatisfied(others.map { source.stray($0.quotedIdentifier) }, in: table.model))
      var found: Set<String> = []
      for name in columns.filter(validated.contains) + left.map({ others[$0] })
      where try hasDocuments(name, table, isTested: source.readsJSON || validated.contains(name)) {
        found.insert(name)
      }
      return found
    }

    /// Whether a column has values, all of which are JSON. If the database has tested that, one row is read.
    private func hasDocuments(
      _ name: String, _ table: DatabaseTable, isTested: Bool
    ) throws(ToolError) -> Bool {
      let column = name.quotedIdentifier
      let values = "FROM \(table.quotedName) WHERE \(column) IS NOT NULL"
      let rows = try statement(
        isTested ? "SELECT 1 \(values) LIMIT 1" : "SELECT \(column) \(values)", [], tests: [],
        mayStop: true)
      if isTested { return try rows.next() }
      let reader = JSONReader()
      var hasValue = false
      while try rows.next() {
        guard case .string(let text)? = rows.value(at: 0),
          (try? reader.check(Array(text.utf8))) != nil
        else { return false }
        hasValue = true
      }
      return hasValue
    }

    // MARK: - Statements

    /// A statement that is run. `tests` are the tests of its parameters. If it `mayStop`, not all of its rows may be read.
    func statement(
      _ text: String, _ parameters: [SQLValue], tests: [SQLRowTest], mayStop: Bool
    ) throws(ToolError) -> DatabaseStatement {
      DatabaseStatement(
        try run(source.cursor(text, parameters, tests: tests, mayStop: mayStop)), self)
    }

    /// The first value of a statement; null without a row.
    func value(_ text: String) throws(ToolError) -> FilterValue { try run(source.value(text)) }

    /// A value that changes when another connection commits. As long as it is the same, so are the rows.
    func dataVersion() throws(ToolError) -> FilterValue { try run(source.dataVersion()) }

    /// A value for a column in a statement; nil for NULL and, if it `isKey`, for a value that no row can have. Throws if
    /// the database cannot store it. Lists and objects are stored as JSON.
    func stored(
      _ value: FilterValue, in column: TableModel.Column?, isKey: Bool
    ) throws(ToolError) -> StoredValue? {
      if value.kind == .null { return nil }
      if let native = source.native(value, column?.kind) { return StoredValue(value: native) }
      if source.permitsOtherTypes {
        if case .double = value { throw .message("NaN cannot be stored") }
        return StoredValue(value: .text(JSONWriter.text(value)))
      }
      // No row has a key of another kind.
      if isKey, let kind = column?.kind, kind != .decimal || !value.isNumber { return nil }
      let isJSON = column.map { $0.type == "json" || $0.type == "jsonb" } ?? false
      let text =
        isJSON ? String(decoding: JSONWriter().bytes(value), as: UTF8.self) : JSONWriter.text(value)
      guard !text.utf8.contains(0) else {
        throw .message("\(title) stores no text with U+0000")
      }
      // The conversion to a text would cut it off at the length of the column.
      let isText = column?.kind == .text || column?.type.begins(with: "character") ?? true
      return StoredValue(value: .text(text), type: isText ? nil : column?.type)
    }

    /// The mark of a parameter in a statement, counted from 1.
    func mark(_ number: Int) -> String {
      (dialect.placeholder == .dollar ? "$" : "?") + String(number)
    }
  }

  /// A statement and its current row.
  final class DatabaseStatement {
    private let cursor: any TableCursor
    private let driver: DatabaseDriver

    init(_ cursor: any TableCursor, _ driver: DatabaseDriver) {
      (self.cursor, self.driver) = (cursor, driver)
    }

    /// Advances to the next row. Returns false after the last.
    func next() throws(ToolError) -> Bool { try driver.run(cursor.next()) }

    /// Sets each element to the value of the column at its index, as `TableCursor.read(into:)`.
    func read(into row: inout [RowSlot]) -> UnreadableCell? { cursor.read(into: &row) }

    /// The number of bytes of a cell of the current row whose slot is `other`.
    func byteCount(at column: Int) -> Int { cursor.byteCount(at: column) }

    /// A value of the current row; nil for a cell that cannot be read.
    func value(at column: Int) -> FilterValue? {
      guard let value = cursor.value(at: column) else { return nil }
      guard case .string(let text) = value, cursor.holdsJSON(at: column) else { return value }
      return try? JSONReader().read(text)
    }
  }

  /// A value for a column in a statement.
  struct StoredValue {
    let value: SQLValue

    /// The type that a statement converts the value to; nil for none
    var type: String?
  }

  extension FilterValue {
    fileprivate var isNumber: Bool {
      switch self {
      case .int, .wide, .double, .decimal: true
      default: false
      }
    }
  }
#endif
