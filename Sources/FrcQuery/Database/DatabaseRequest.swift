#if SQLite || PostgreSQL
  internal import EssentialFoundation
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterSyntax
  internal import FilterTables

  /// What a request tests, orders, groups and reads of the rows of a table.
  struct DatabaseRequest {
    var predicate: FilterPredicate<FilterValue>

    /// The text of the filter, for messages.
    var text = ""
    var bindings: [String: FilterValue] = [:]

    /// Whether the rows are wanted for which the predicate is false.
    var isInverted = false

    /// The columns of the output; nil for whole rows.
    var columns: [KeyColumn]?
    var sortKeys: [SortColumn] = []
    var section: KeyColumn?
    var limitKey: KeyColumn?
    var limit: Int?
    var offset = 0
    var isCount = false
    var counting: Counting?
    var skipsErrors = false

    /// The stated kinds of columns.
    var types = ColumnTypes()
    var limits: EvaluationLimits

    /// What messages may name; nil for everything.
    var policy: FilterPolicy?

    /// The result of `now()`.
    var now = Date()

    init(_ predicate: FilterPredicate<FilterValue>, limits: EvaluationLimits) {
      (self.predicate, self.limits) = (predicate, limits)
    }

    init(_ query: Query) {
      self.init(query.predicate, limits: query.limits)
      (text, bindings, isInverted) = (query.text, query.bindings, query.isInverted)
      (columns, sortKeys) = (query.selection.columns, query.sortKeys)
      (section, limitKey) = (query.section, query.limitKey)
      (limit, offset, isCount) = (query.limit, query.offset, query.isCount)
      (counting, skipsErrors) = (query.counting, query.skipsErrors)
      (types, now, policy) = (query.form.types, query.now, query.policy)
    }

    /// The predicate that rows must satisfy.
    var tree: AST.Predicate {
      isInverted ? .not(AST.Negation(predicate.syntax)) : predicate.syntax
    }

    /// The keys of all columns.
    var keys: [KeyColumn] { (columns ?? []) + rowKeys }

    /// The keys that are computed of rows beside the columns of the output.
    private var rowKeys: [KeyColumn] {
      sortKeys.map(\.column) + [section, limitKey].compactMap { $0 }
    }

    /// Whether matching rows are read although only their number is wanted.
    var keepsCountedRows: Bool { section != nil || limitKey != nil }

    /// Whether the output requires all matching rows, not just the first ones.
    var readsAllRows: Bool { limit == nil || !sortKeys.isEmpty || section != nil }

    /// Whether the evaluation limits differ from the default. Only the engine enforces them.
    var hasLimits: Bool {
      limits.time != nil || limits.steps != EvaluationLimits.standard.steps
    }

    /// The columns that key paths read; nil if they may read all columns.
    static func columns(of keys: [KeyColumn]) -> Set<String>? {
      var columns: Set<String> = []
      for key in keys {
        guard let first = key.firstKeys else { return nil }
        columns.formUnion(first)
      }
      return columns
    }

    /// The rows that are wanted, without their order and limits.
    func planned(_ table: DatabaseTable, ordersByKey: Bool) -> TablePlan.Request {
      var planned = TablePlan.Request(
        tree, columns: table.keys.names, options: predicate.options,
        now: now)
      planned.bindings = bindings
      planned.key = table.key
      planned.keyOrder = table.key.isEmpty ? .never : ordersByKey ? .always : .last
      planned.usesCollations = ordersByKey
      planned.wanted = wanted
      return planned
    }

    /// The columns that rows are wanted with; nil for all.
    var wanted: Set<String>? {
      if isCount, !keepsCountedRows { return [] }
      return (isCount ? [] : columns).flatMap { Self.columns(of: $0 + rowKeys) }
    }

    /// The SQL order that is equivalent to sort keys; nil if there is none.
    static func order(
      _ keys: [SortColumn], of table: SQLTableDeclaration, _ dialect: SQLDialect
    ) -> [SQLOrder]? {
      var order: [SQLOrder] = []
      for key in keys {
        guard let path = key.column.path, path.count == 1,
          // The comparison of texts is that of a column of texts only.
          key.options.isEmpty && !key.isNumeric
            || table.columns.contains(where: { $0.field == path[0] && $0.kind == .text }),
          order.append(
            path[0], isAscending: key.isAscending, options: key.options, isNumeric: key.isNumeric,
            of: table, dialect)
        else { return nil }
      }
      return order
    }

    /// Throws if a key is not a column of the table.
    func check(_ table: DatabaseTable) throws(ToolError) {
      var known = table.keys
      known.policy = policy
      try known.check(predicate.syntax, text: text)
      for key in keys { try known.check(key, in: table.driver.path) }
    }
  }
#endif
