#if SQLite || PostgreSQL
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterSyntax
  internal import FilterTables

  /// The execution of a request: the parts that the database tests, sorts and limits, and the rest.
  struct DatabasePlan {
    let table: DatabaseTable
    let translation: SQLTranslation
    let select: SQLSelect

    /// The statement that counts the rows, if only their number is requested and the database can compute it.
    let counting: SQLSelect?

    /// The statement that returns each combination of values of the columns with the number of its rows, if only these
    /// are requested and the database counts them faster than the tool.
    let grouping: SQLSelect?

    /// The columns of a row, which are the first columns of the statement.
    let columns: [String]

    /// All columns of the statement.
    let read: [String]

    /// The index of each key column in the columns of the statement.
    let keyIndices: [Int]

    /// Whether the database returns the rows in the order of the sort keys.
    let isOrdered: Bool

    /// Whether the database returns exactly the rows of the window.
    let isWindow: Bool

    /// The columns that the predicate reads but the database cannot test.
    let untested: [String]

    /// The columns that the predicate reads as dates, which the database does not do.
    let converted: [String]

    /// The stated kind of each of `columns`; nil if none is stated.
    let stated: [StatedKind?]

    /// The columns whose texts are JSON documents, which the request reads in place of the texts.
    let documents: Set<String>

    /// Plans a query over a table. Rows are read in the order that the database finds best, unless the query sorts them.
    ///
    /// If `ordersByKey` is true, rows that are equal in the requested order, or all rows without one, are in the order of
    /// the key. The database may then prefer the order of the table to an index that serves the filter. Kinds and documents
    /// that are known are not searched for.
    init(
      _ query: Query, of table: DatabaseTable, isAlone: Bool, ordersByKey: Bool = false,
      knownKinds: [String: SQLColumn.Kind] = [:], documents known: Set<String>? = nil
    ) throws(ToolError) {
      try query.check(table)
      let documents = if let known { known } else { try query.documents(in: table) }
      self.documents = documents
      let tested = Query.columns(of: query.tree)
      let ordering = isAlone ? query.sortKeys : []
      let names =
        (tested ?? []).union(Query.columns(of: ordering.map(\.column)) ?? [])
      let types = try query.stated(table)
      let stated = types.compactMapValues { StatedKind(rawValue: $0.rawValue) }
      let dates = types.filter { $0.value.isDate }
      let driver = table.driver
      // The kinds of the stored values.
      var kinds = try driver.kinds(of: names, in: table).merging(knownKinds) { $1 }
        .merging(driver.statesKinds ? stated.mapValues(\.kind) : [:]) { $1 }
      for name in documents {
        kinds[name] = table.isTable ? SQLColumn.Kind.json(isObject: false) : nil
      }
      // The texts are not those that the request compares.
      if !driver.statesKinds { kinds = kinds.filter { stated[$0.key] != .json } }
      var dialect = driver.dialect
      if query.hasLimits { dialect.hasFunctions = false }
      dialect.limits = table.limits
      var declaration = try table.declaration(Self.kinds(kinds, dates))
      var translation = query.translated(declaration, dialect)
      let open = query.tree.columnsWithDecisiveKinds.filter {
        kinds[$0]?.isDynamic ?? false && dates[$0] != .date
      }
      if !open.isEmpty {
        // The search can save much of the work of a statement that reads all rows.
        let isWorthIt = query.readsAllRows && translation.canFailEarly
        let found = try driver.kinds(
          searching: open, in: table,
          isWorthIt
            ? .beside(
              SQLSelect(translation, columns: [], ordersByKey: false), tests: translation.tests)
            : .little)
        if !found.isEmpty {
          kinds.merge(found) { $1 }
          declaration = try table.declaration(Self.kinds(kinds, dates))
          translation = query.translated(declaration, dialect)
        }
      }
      self.table = table
      self.translation = translation
      let order = Self.order(
        ordering, declaration, dialect, hasCollations: ordersByKey && dialect.hasCollations)
      // Rows are tested even if the limit is 0: the exit status says whether one matches.
      let isEmpty = query.limit == 0
      isOrdered = order != nil && isAlone && !isEmpty
      let isCut = isOrdered && translation.isExact && !query.skipsErrors
      isWindow = isCut && (query.limit != nil || query.offset > 0)
      // Tested columns with a stated kind are read, so that a value of another kind is an error of its row.
      let columns = Self.columns(
        query, table, translation, also: stated.keys.filter { tested?.contains($0) ?? true })
      let keys = table.key.filter { !columns.contains($0) }
      // A table may have as many columns as a statement can return. Then rows are named without their key.
      let hasKeys = columns.count + keys.count <= dialect.limits.columns
      read = hasKeys ? columns + keys : columns
      self.columns = columns
      self.stated = columns.map { stated[$0] }
      keyIndices = hasKeys ? table.key.compactMap(read.firstIndex(of:)) : []
      select = SQLSelect(
        translation, columns: read, order: order ?? [],
        limit: isCut ? query.limit : nil, offset: isCut ? query.offset : 0,
        ordersByKey: !table.key.isEmpty && (ordersByKey || !(order ?? []).isEmpty))
      // Tests of the engine read values, which may fail. A time limit does not end a statement without rows.
      let isCounted =
        query.isCount && !query.keepsCountedRows && translation.tests.isEmpty
        && query.limits.time == nil
      counting = isCounted ? SQLSelect.count(translation) : nil
      grouping = try Self.grouping(query, table, translation, columns, documents)
      let read = table.keys.names.filter { tested?.contains($0) ?? false }
      converted = read.filter { name in dates[name].map { $0.form(of: kinds[name]) == nil } ?? false
      }
      untested = read.filter { kinds[$0] == nil && dates[$0] == nil }
    }

    /// The kinds of columns as the database compares them, given the stated dates. A column has none if its values are
    /// converted to dates first.
    private static func kinds(
      _ stored: [String: SQLColumn.Kind], _ dates: [String: ColumnKind]
    ) -> [String: SQLColumn.Kind] {
      var kinds = stored
      for (name, kind) in dates { kinds[name] = kind.form(of: stored[name]).map { .date($0) } }
      return kinds
    }

    /// The SQL order that is equivalent to the sort keys; nil if there is none.
    ///
    /// If `hasCollations` is true, the database asks the engine for the order of texts.
    private static func order(
      _ keys: [SortColumn], _ table: SQLTableDeclaration, _ dialect: SQLDialect, hasCollations: Bool
    ) -> [SQLOrder]? {
      var order: [SQLOrder] = []
      for key in keys {
        guard key.column.path?.count == 1, let name = key.column.path?.first,
          let column = table.columns.first(where: { $0.field == name })
        else { return nil }
        var term = SQLOrder(column.name, descending: !key.isAscending)
        if column.kind == .text {
          term.collation = SQLCollation(key.options, isNumeric: key.isNumeric)
          let isExact =
            term.collation == nil
            ? key.options == [.normalized] && !key.isNumeric : hasCollations
          guard isExact else { return nil }
        } else {
          guard key.options.isEmpty, !key.isNumeric, SQLOrder.isExact(column, dialect) else {
            return nil
          }
        }
        order.append(term)
      }
      return order
    }

    /// The columns that are required of a row, in the order of the table.
    private static func columns(
      _ query: Query, _ table: DatabaseTable, _ translation: SQLTranslation,
      also others: [String]
    ) -> [String] {
      let all = table.keys.names
      var wanted = Set(others)
      if !query.isCount || query.keepsCountedRows {
        let selected = query.isCount ? [] : query.selection.columns
        let keys = selected.map {
          $0 + query.sortKeys.map(\.column) + [query.section, query.unique].compactMap { $0 }
        }
        guard let columns = keys.flatMap(Query.columns(of:)) else { return all }
        wanted.formUnion(columns)
      }
      if let residual = translation.residual {
        guard let columns = Query.columns(of: residual) else { return all }
        wanted.formUnion(columns)
      }
      // Columns of tests are read, as a text that the engine cannot read is an error of the row.
      for test in translation.tests { wanted.formUnion(test.columns.map(\.name)) }
      return all.filter(wanted.contains)
    }

    /// The statement that counts the rows of each combination of values; nil if rows have to be counted here.
    private static func grouping(
      _ query: Query, _ table: DatabaseTable, _ translation: SQLTranslation, _ columns: [String],
      _ documents: Set<String>
    ) throws(ToolError) -> SQLSelect? {
      guard let counting = query.counting, counting.aggregates.isEmpty, counting.keyCount > 0,
        translation.tests.isEmpty, query.limits.time == nil, query.types.isEmpty,
        !query.skipsErrors, table.isTable, documents.isDisjoint(with: columns),
        (query.selection.columns ?? []).allSatisfy({ $0.path?.count == 1 })
      else { return nil }
      guard let select = SQLSelect.counts(translation, by: columns) else { return nil }
      let grouped = table.columns.filter { columns.contains($0.name) }
      return try table.driver.countsGroups(grouped, by: select) ? select : nil
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

  extension SQLTranslation {
    /// Whether a part that can fail is tested for all rows that are read, or keeps later parts from being pushed down.
    fileprivate var canFailEarly: Bool {
      let parts = explanation.parts
      return parts.first?.precision != .exact
        || parts.contains { $0.reasons.contains(.behindFailure) }
    }
  }

  extension ColumnKind {
    /// The form of dates in a column of stored values of a kind; nil if the database cannot compare them as dates.
    fileprivate func form(of stored: SQLColumn.Kind?) -> SQLDateForm? {
      switch (self, stored) {
      case (.unix, .integer): .unixSeconds
      case (.unix, .real): .unixReal
      case (.unixms, .integer): .unixMilliseconds
      case (.date, .date(let form)): form
      default: nil
      }
    }
  }

  extension SQLColumn.Kind {
    var isDynamic: Bool { if case .dynamic = self { true } else { false } }
  }
#endif
