#if SQLite || PostgreSQL
  internal import FilterEngine
  internal import FilterJSON
  internal import FilterSQL
  internal import FilterSyntax
  internal import FilterTables

  /// The rows that the statement of a plan returns for a table of a database.
  ///
  /// Unchecked because no threads are used: the database returns one row after another.
  final class DatabaseInput: RowInput, RowScanner, @unchecked Sendable {
    private static let blockSize = 64 * 1024
    private static let blockCount = 4096

    let isOrdered: Bool
    let selection: Selection?
    let threads = 0
    var name: String { plan.table.driver.path }
    var source: ByteSource? { nil }

    private let plan: DatabasePlan
    private let query: Query
    private let rows: DatabaseRows
    private let filter: DatabaseFilter
    let taker: RowTaker
    private let row: MatchedDatabaseRow
    private var isAtEnd = false
    private var isEmpty = true
    private var rowCount = 0

    /// The matching rows of a table; `documents` returns the columns of documents that a request uses. If there is no other
    /// input, the database may sort and limit the rows.
    init(
      _ table: DatabaseTable, _ query: Query,
      documents: (DatabaseRequest) throws(ToolError) -> Set<String>
    ) throws(ToolError) {
      var query = query
      // All rows have the columns of the table, so that records need not wait for the last row. No key path reads a
      // column without a name.
      let names = table.columns.map(\.name).filter { query.policy?.permitsWhole($0) ?? true }
      let columns = names.compactMap { try? KeyColumn(member: $0) }
      // Columns that a policy hides are not read.
      let isCut = query.policy.map { !$0.permitsParts && !query.explains } ?? false
      if query.isAlone, query.output.separator != nil || isCut, query.selection.columns == nil,
        columns.count == names.count
      {
        query.selection = Selection(columns)
        selection = query.selection
      } else {
        selection = nil
      }
      let request = DatabaseRequest(query)
      // An unknown key is an error before rows are read for documents.
      try request.check(table)
      plan = try DatabasePlan(
        request, of: table, isAlone: query.isAlone && !query.keepsCountedRows,
        documents: documents(request))
      isOrdered = plan.isOrdered
      query = try query.residual(plan)
      if isOrdered { query.sortKeys = [] }
      self.query = query
      rows = try DatabaseRows(plan)
      filter = DatabaseFilter(plan, DatabaseRequest(query), rows)
      taker = RowTaker(query)
      row = MatchedDatabaseRow(rows: rows, sources: query.columns.paths.map(rows.source))
    }

    func parts() -> @Sendable (Int) -> Result<Void, ToolError>? {
      { [self] _ in isAtEnd ? nil : .success(()) }
    }

    func scanner() -> @Sendable () -> DatabaseInput { { [self] in self } }

    func scan(
      _ part: Void, from offset: Int?, _ request: JSONLineFilter.Request
    ) throws(ToolError) -> FoundRows {
      var found = FoundRows()
      if let count = try rows.count() {
        isAtEnd = true
        found.matches.matchCount = min(count, request.limit)
        return found
      }
      for _ in 0..<Self.blockCount {
        guard !isAtEnd, found.matches.lines.count < Self.blockSize,
          found.matches.matchCount < request.limit
        else { break }
        do throws(ToolError) {
          guard let row = try rows.next() else {
            isAtEnd = true
            break
          }
          take(row, request, &found)
        } catch {
          isAtEnd = true
          if let end = query.limits.end {
            found.matches.end = end
          } else {
            found.failure = error
          }
        }
      }
      taker.finish(&found)
      found.lose(filter.matcher.takeLostParts())
      // A row that the database leaves out has a verdict.
      if isAtEnd, found.matches.failureCount > 0, found.matches.missCount == 0,
        try plan.table.hasRows(beyond: rowCount)
      {
        found.matches.missCount = 1
      }
      if isAtEnd, isEmpty, found.failure == nil, plan.isWindow, query.offset > 0,
        try plan.hasMatch()
      {
        found.matches.matchCount += 1
      }
      return found
    }

    private func take(
      _ row: DatabaseRows.Row, _ request: JSONLineFilter.Request, _ found: inout FoundRows
    ) {
      let isFirst = isEmpty
      isEmpty = false
      rowCount += 1
      if case .bad(let reason) = row {
        found.matches.badCount += 1
        if found.bad == nil { found.bad = (.named(rows.place), reason) }
        isAtEnd = !request.skipsBad
        return
      }
      do throws(EvaluationError) {
        guard try filter.matches() else {
          found.matches.missCount += 1
          return
        }
      } catch {
        guard error.endsCall else { return found.fail(error, .named(rows.place)) }
        found.matches.end = error
        isAtEnd = true
        return
      }
      // The database skips the rows before the window; they are counted as matches.
      found.matches.matchCount += plan.isWindow && isFirst ? query.offset + 1 : rows.weight
      if request.keepsLines, found.matches.matchCount > request.offset {
        taker.take(self.row, into: &found.matches.lines)
      }
    }
  }

  /// A matching row of a database.
  struct MatchedDatabaseRow: MatchedRow {
    let rows: DatabaseRows

    /// The sources of the requested columns.
    let sources: [DatabaseRows.Source]

    var value: FilterValue? { rows.value }

    var weight: Int { rows.weight }

    var specialCount: Int { rows.specialCount }

    func slot(at column: Int) -> RowSlot { rows.slot(sources[column]) }

    func value(at column: Int) -> FilterValue? { rows.value(sources[column]) }

    func appendJSON(to bytes: inout [UInt8]) { rows.appendJSON(to: &bytes) }

    func appendJSON(at column: Int, to bytes: inout [UInt8]) -> Bool {
      rows.appendJSON(sources[column], to: &bytes)
    }
  }

  extension DatabaseName {
    /// The declaration of the table, and the names of the columns of its rows. Throws if the predicate, whose source
    /// is `text`, reads a key that is not a column.
    func declaration(
      for predicate: AST.Predicate, text: String, policy: FilterPolicy?
    ) throws(ToolError) -> (table: SQLTableDeclaration, columns: [String]) {
      let table = try DatabaseTable(self, DatabaseLimits(namesOthers: policy == nil))
      var known = table.keys
      known.policy = policy
      try known.check(predicate, text: text)
      let names = predicate.columns ?? []
      var kinds = try table.driver.kinds(of: names, in: table)
      for name in try table.driver.documents(among: names, in: table) {
        kinds[name] = table.kindOfDocuments
      }
      return (try table.declaration(kinds), table.keys.names)
    }
  }
#endif
