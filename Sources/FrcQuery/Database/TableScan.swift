#if SQLite || PostgreSQL
  internal import FilterEngine
  internal import FilterJSON
  internal import FilterSyntax
  internal import FilterTables

  /// A pass over the rows of a table that satisfy conditions, one after another.
  ///
  /// The predicates before the first search are one predicate, of which the database tests what it can. The conditions
  /// after that are tested on the rows that pass.
  struct TableScan {
    let connection: DatabaseConnection
    let conditions: [RowCondition]

    let bindings: [String: FilterValue]

    /// The keys of the order; rows that are equal in them are in the order of the key.
    let sorting: [SortColumn]

    private let pushed: FilterPredicate<FilterValue>
    private let others: [RowCondition]

    init(
      _ connection: DatabaseConnection, _ conditions: [RowCondition],
      bindings: [String: FilterValue] = [:], sorting: [SortColumn]
    ) throws(ToolError) {
      self.bindings = bindings
      self.connection = connection
      self.conditions = conditions
      self.sorting = sorting
      var predicates: [FilterPredicate<FilterValue>] = []
      for case .predicate(let predicate) in conditions.prefix(while: \.isPredicate) {
        predicates.append(predicate)
      }
      others = Array(conditions.dropFirst(predicates.count))
      do throws(SyntaxError) {
        var pushed: FilterPredicate<FilterValue>?
        for predicate in predicates {
          if let earlier = pushed { pushed = try earlier && predicate } else { pushed = predicate }
        }
        self.pushed =
          if let pushed { pushed } else { try FilterPredicate(text: "TRUEPREDICATE") }
      } catch {
        throw .syntax(error)
      }
    }

    /// Plans the statement for rows in order, which can search the table for kinds.
    ///
    /// Without `columns` whole rows are read, otherwise only what the columns are computed from.
    func plan(
      limit: Int? = nil, columns: [KeyColumn]? = nil, section: KeyColumn? = nil,
      isCount: Bool = false
    ) throws(ToolError) -> DatabasePlan {
      // A change of the schema may have taken a column away.
      if let error = connection.table.keys.error(in: pushed.syntax, text: "") {
        throw .message(error.message)
      }
      var request = request
      request.section = section
      if others.isEmpty {
        (request.columns, request.limit, request.isCount) = (columns, limit, isCount)
      }
      if request.isCount { request.sortKeys = [] }
      connection.planCount += 1
      return try DatabasePlan(
        request, of: connection.table, isAlone: true, ordersByKey: true,
        knownKinds: connection.kinds(
          of: request.sortKeys.compactMap {
            $0.column.path?.count == 1 ? $0.column.path?[0] : nil
          }),
        documents: documents(of: request, columns))
    }

    /// The columns that a request or computed columns use, and whose texts are JSON documents.
    private func documents(
      of request: DatabaseRequest, _ columns: [KeyColumn]? = nil
    ) throws(ToolError) -> Set<String> {
      let table = connection.table
      let computed = DatabaseRequest.columns(of: columns ?? []) ?? Set(table.keys.names)
      let used = request.usedColumns(of: table).union(computed)
        .subtracting(try table.kinds(stated: request.types).keys)
      let documents = try connection.documents(among: used)
      try request.checkKeys(in: used.subtracting(documents), of: table, isSession: true)
      return documents
    }

    /// The request for whole rows that satisfy the first predicates.
    private var request: DatabaseRequest {
      var request = DatabaseRequest(pushed, limits: connection.limits)
      (request.bindings, request.sortKeys) = (bindings, sorting)
      request.types = connection.options.types
      return request
    }

    /// The same request, which reads values of stated kinds, and documents in place of texts that are JSON.
    func converted() throws(ToolError) -> DatabaseRequest {
      try request.converted(connection.table.keys.names, documents(of: request))
    }

    /// A plan of this scan for columns, for the first rows or for their number, as far as the database finds the rows.
    func narrowed(
      _ plan: DatabasePlan, to columns: [KeyColumn]? = nil, limit: Int? = nil, isCount: Bool = false
    ) -> DatabasePlan {
      others.isEmpty ? plan.narrowed(to: columns, limit: limit, isCount: isCount) : plan
    }

    /// The number of rows if the database can count them.
    func count(_ plan: DatabasePlan) throws(ToolError) -> Int? {
      plan.counting == nil ? nil : try DatabaseRows(plan).count()
    }

    /// The rows that could not be tested or read.
    struct Failures {
      var count = 0

      /// The key of the first row that could not be tested, and the error.
      var first: (key: FilterValue, error: EvaluationError)?

      /// The number of rows that could not be read, and the reason for the first.
      var unreadable = 0
      var reason: String?
    }

    /// Calls `body` with each row that satisfies the conditions, in the order of the plan, until it returns false.
    @discardableResult
    func run(
      _ plan: DatabasePlan, _ body: (DatabaseRows) throws(ToolError) -> Bool
    ) throws(ToolError) -> Failures {
      let rows = try DatabaseRows(plan)
      let filter = DatabaseFilter(plan, try plan.residual(), rows)
      var tests: [ConditionTest] = []
      for condition in others { tests.append(try ConditionTest(condition, in: connection)) }
      var failures = Failures()
      while let row = try rows.next() {
        if case .bad(let reason) = row {
          // What is stated is wrong, which no answer may hide.
          if plan.statesKinds { throw .message("\(rows.place): \(reason)") }
          failures.unreadable += 1
          if failures.reason == nil { failures.reason = "\(rows.place): \(reason)" }
          continue
        }
        do throws(EvaluationError) {
          guard try filter.matches() else { continue }
          var passes = true
          for test in tests where passes { passes = try test.passes(rows) }
          guard passes else { continue }
        } catch {
          if error.endsCall {
            try Interrupt.check()
            throw .message(error.message)
          }
          failures.count += 1
          if failures.first == nil { failures.first = (rows.key, error) }
          continue
        }
        guard try body(rows) else { break }
      }
      return failures
    }
  }

  /// A condition that is tested on the rows that the database returns.
  struct ConditionTest {
    private enum Test {
      case predicate(FilterMatcher)
      case search(JSONTextSearch)
    }

    private let test: Test

    init(_ condition: RowCondition, in connection: DatabaseConnection) throws(ToolError) {
      switch condition {
      case .search(let text): test = .search(JSONTextSearch(text))
      case .predicate:
        let converted = try TableScan(connection, [condition], sorting: []).converted()
        test = .predicate(
          FilterMatcher(
            converted.predicate, bindings: [:], now: converted.now, limits: connection.limits))
      }
    }

    func passes(_ rows: DatabaseRows) throws(EvaluationError) -> Bool {
      if case .predicate = test { return try passes(rows.value, []) }
      var json: [UInt8] = []
      rows.appendJSON(to: &json)
      return try passes(.null, json)
    }

    /// Whether a row passes, by its value or, for a search, by its JSON.
    func passes(_ value: FilterValue, _ json: [UInt8]) throws(EvaluationError) -> Bool {
      switch test {
      case .predicate(let matcher): try matcher.matches(value)
      case .search(let search): json.withUnsafeBytes(search.finds)
      }
    }
  }

  extension RowCondition {
    fileprivate var isPredicate: Bool { if case .predicate = self { true } else { false } }
  }
#endif
