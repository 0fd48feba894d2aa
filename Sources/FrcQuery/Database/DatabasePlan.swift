#if SQLite || PostgreSQL
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterSyntax
  internal import FilterTables

  /// The execution of a request: the parts that the database tests, sorts and limits, and the rest.
  struct DatabasePlan {
    private(set) var request: DatabaseRequest
    let table: DatabaseTable
    private var plan: TablePlan

    /// The statement that counts the rows, if only their number is requested and the database can compute it.
    private(set) var counting: SQLSelect?

    /// The statement that returns each combination of values of the columns with the number of its rows, if only these
    /// are requested and the database counts them faster than the tool.
    let grouping: SQLSelect?

    /// Whether the database returns the rows in the order of the sort keys.
    private(set) var isOrdered: Bool

    /// The columns that the predicate reads but the database cannot test.
    let untested: [String]

    /// The columns that the predicate reads as dates, which the database does not do.
    let converted: [String]

    /// The stated kinds of columns, by name, whose values are read as such.
    private let statedKinds: [String: StatedKind]

    /// The stated kind of each of `columns`; nil if none is stated.
    var stated: [StatedKind?] { columns.map { statedKinds[$0] } }

    /// A value as the table stores it in a column.
    func stored(_ value: FilterValue, in column: String) -> FilterValue {
      statedKinds[column]?.stored(value) ?? value
    }

    /// Whether a value can be of another kind than is stated for it.
    var statesKinds: Bool { !statedKinds.isEmpty }

    /// The columns whose texts are JSON documents, which the request reads in place of the texts.
    let documents: Set<String>

    var translation: SQLTranslation { plan.translation }
    var select: SQLSelect { plan.select }

    /// The columns of a row, which are the first columns of the statement.
    var columns: [String] { plan.columns }

    /// All columns of the statement.
    var read: [String] { plan.read }

    /// The index of each key column in the columns of the statement.
    var keyIndices: [Int] { plan.keyIndices }

    /// Whether the database returns exactly the rows of the window.
    var isWindow: Bool { plan.isWindow }

    /// Plans a request for rows of a table. Rows are read in the order that the database finds best, unless the request
    /// sorts them.
    ///
    /// If `ordersByKey` is true, rows that are equal in the requested order, or all rows without one, are in the order of
    /// the key. The database may then prefer the order of the table to an index that serves the filter. Kinds and documents
    /// that are known are not searched for.
    init(
      _ request: DatabaseRequest, of table: DatabaseTable, isAlone: Bool, ordersByKey: Bool = false,
      knownKinds: [String: SQLColumn.Kind] = [:], documents known: Set<String>? = nil
    ) throws(ToolError) {
      try request.check(table)
      let documents = if let known { known } else { try request.documents(in: table) }
      self.documents = documents
      self.request = request
      self.table = table
      let tested = request.tree.columns
      let ordering = isAlone ? request.sortKeys : []
      let names =
        (tested ?? []).union(DatabaseRequest.columns(of: ordering.map(\.column)) ?? [])
      var kinds = try ComparedKinds(
        of: names, request, table, known: knownKinds, documents: documents)
      var dialect = table.driver.dialect
      if request.hasLimits { dialect.hasFunctions = false }
      dialect.limits = table.limits
      // Rows are tested even if the limit is 0: the exit status says whether one matches.
      let isEmpty = request.limit == 0
      var wanted = request.planned(table, ordersByKey: ordersByKey)
      if isAlone, !isEmpty, !request.skipsErrors {
        (wanted.limit, wanted.offset) = (request.limit, request.offset)
      }
      statedKinds = kinds.stated
      wanted.wanted?.formUnion(Self.tested(statedKinds, request))
      func translated() throws(ToolError) -> TablePlan {
        let declaration = try table.declaration(kinds.compared)
        wanted.order = DatabaseRequest.order(ordering, of: declaration, dialect)
        return TablePlan(wanted, of: declaration, dialect)
      }
      var plan = try translated()
      if try kinds.search(request, plan.translation) { plan = try translated() }
      self.plan = plan
      isOrdered = plan.isOrdered && isAlone && !isEmpty
      counting = Self.counting(request, plan)
      grouping = try Self.grouping(request, table, plan, documents)
      let read = table.keys.names.filter { tested?.contains($0) ?? false }
      converted = read.filter(kinds.isConverted)
      untested = read.filter(kinds.isUntested)
    }

    /// The part of the predicate that the database has left to the engine.
    func residualPredicate() throws(ToolError) -> FilterPredicate<FilterValue> {
      do throws(SyntaxError) {
        return try request.predicate.replacing(
          translation.residual ?? .literal(AST.BooleanLiteral(true)))
      } catch {
        throw .syntax(error)
      }
    }

    /// The request that the engine evaluates for the rows, with values of stated kinds converted and documents entered: also
    /// in `columns`, if they are computed.
    func residual(computing columns: [KeyColumn]? = nil) throws(ToolError) -> DatabaseRequest {
      var residual = request
      residual.predicate = try residualPredicate()
      residual.columns = columns ?? residual.columns
      return try residual.converted(
        table.keys.names, documents, computesColumns: columns != nil)
    }

    /// The tested columns with a stated kind, which are read so that a value of another kind is an error of its row.
    private static func tested(
      _ stated: [String: StatedKind], _ request: DatabaseRequest
    ) -> [String] {
      let tested = request.tree.columns
      return stated.keys.filter { tested?.contains($0) ?? true }
    }

    /// The plan for columns of the same rows, for the first of them, or for their number in place of their order.
    func narrowed(
      to columns: [KeyColumn]? = nil, limit: Int? = nil, isCount: Bool = false
    ) -> DatabasePlan {
      var narrowed = self
      (narrowed.request.columns, narrowed.request.limit) = (columns, limit)
      narrowed.request.isCount = isCount
      if isCount { (narrowed.request.sortKeys, narrowed.request.section) = ([], nil) }
      let (request, stated) = (narrowed.request, Self.tested(statedKinds, narrowed.request))
      narrowed.plan = plan.changing { wanted in
        (wanted.limit, wanted.wanted) = (limit, request.wanted?.union(stated))
        if isCount { wanted.order = [] }
      }
      narrowed.isOrdered = narrowed.plan.isOrdered
      narrowed.counting = Self.counting(request, narrowed.plan)
      return narrowed
    }

    /// The statement that counts the rows. Tests of the engine read values, which may fail, and a time limit does not end
    /// a statement without rows.
    private static func counting(_ request: DatabaseRequest, _ plan: TablePlan) -> SQLSelect? {
      guard request.isCount, !request.keepsCountedRows, plan.translation.tests.isEmpty,
        request.limits.time == nil
      else { return nil }
      return plan.count()
    }

    /// The statement that counts the rows of each combination of values; nil if rows have to be counted here.
    private static func grouping(
      _ request: DatabaseRequest, _ table: DatabaseTable, _ plan: TablePlan,
      _ documents: Set<String>
    ) throws(ToolError) -> SQLSelect? {
      guard let counting = request.counting, counting.aggregates.isEmpty, counting.keyCount > 0,
        plan.translation.tests.isEmpty, request.limits.time == nil, request.types.isEmpty,
        !request.skipsErrors, table.isTable, documents.isDisjoint(with: plan.columns),
        (request.columns ?? []).allSatisfy({ $0.path?.count == 1 })
      else { return nil }
      guard let select = SQLSelect.counts(plan.translation, by: plan.columns) else { return nil }
      let grouped = table.columns.filter { plan.columns.contains($0.name) }
      let driver = table.driver
      return try driver.run(driver.source.countsGroups(grouped, by: select)) ? select : nil
    }

    /// Whether any row matches. Requires that the translation is exact.
    func hasMatch() throws(ToolError) -> Bool {
      let first = SQLSelect(translation, columns: [], limit: 1, ordersByKey: false)
      return try table.driver.statement(
        table.text(of: first), first.parameters, tests: translation.tests, mayStop: false
      )
      .next()
    }
  }
#endif
