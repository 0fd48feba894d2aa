#if SQLite
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterSQLite
  internal import FilterSyntax

  /// How a request is answered: what the database tests, orders and cuts, and what is left.
  struct DatabasePlan {
    let table: DatabaseTable
    let translation: SQLTranslation
    let select: SQLSelect

    /// The statement that counts the rows, where only their number is wanted and the database knows it.
    let counting: SQLSelect?

    /// The columns of a row that comes out, with which the statement's begin.
    let columns: [String]

    /// The place of each column of the key among the statement's.
    let keyPlaces: [Int]

    /// Whether rows come in the order of the sort keys.
    let isOrdered: Bool

    /// Whether the database gives the window and no other row.
    let isWindow: Bool

    /// The columns that the predicate reads and the database cannot test.
    let untested: [String]

    /// What `columns` were said to hold, nil for those of which nothing was.
    let stated: [StatedKind?]

    init(_ request: DatabaseRequest, of table: DatabaseTable) throws(ToolError) {
      try request.check(table)
      let tested = DatabaseRequest.columns(of: request.tree)
      let ordering = request.isAlone ? request.sortKeys : []
      let names =
        (tested ?? []).union(DatabaseRequest.columns(of: ordering.map(\.column)) ?? [])
      let stated = try request.stated(table)
      let kinds = try DatabaseKinds(table).kinds(of: names)
        .merging(stated.mapValues(\.kind)) { $1 }
      let declaration = try table.declaration(kinds)
      var dialect = SQLDialect.sqlite(functions: !request.hasLimits)
      dialect.limits = table.limits
      self.table = table
      translation = SQLTranslation(
        request.tree, table: declaration, dialect: dialect,
        bindings: request.bindings, now: request.now, libraries: request.predicate.libraries,
        strict: request.predicate.isStrict)
      let order = Self.order(ordering, declaration)
      // Of sorted rows all are asked whether they match, also where none comes out.
      let isEmpty = request.limit == 0 && !request.sortKeys.isEmpty
      isOrdered = order != nil && request.isAlone && !isEmpty
      let isCut = isOrdered && translation.isExact && !request.skipsErrors
      isWindow = isCut && (request.limit != nil || request.offset > 0)
      // A stated column is read where it is tested, so that a row that holds something else is an error.
      let columns = Self.columns(
        request, table, translation, also: stated.keys.filter { tested?.contains($0) ?? true })
      let keys = table.key.filter { !columns.contains($0) }
      // A table may have as many columns as a statement gives; then rows are named without their key.
      let hasKeys = columns.count + keys.count <= dialect.limits.columns
      let read = hasKeys ? columns + keys : columns
      self.columns = columns
      self.stated = columns.map { stated[$0] }
      keyPlaces = hasKeys ? table.key.compactMap(read.firstIndex(of:)) : []
      select = SQLSelect(
        translation, columns: read, order: order ?? [],
        limit: isCut ? request.limit : nil, offset: isCut ? request.offset : 0,
        ordersByKey: !table.key.isEmpty)
      // What the engine tests it reads, which may fail, and a limit of time ends no statement without rows.
      let isCounted = request.isCount && translation.tests.isEmpty && request.limits.time == nil
      counting = isCounted ? SQLSelect.count(translation) : nil
      untested = table.columns.map(\.name).filter {
        kinds[$0] == nil && tested?.contains($0) ?? false
      }
    }

    /// The order of the database that is that of the sort keys; nil where there is none.
    private static func order(_ keys: [SortColumn], _ table: SQLTableDeclaration) -> [SQLOrder]? {
      var order: [SQLOrder] = []
      for key in keys {
        guard key.column.path?.count == 1, let name = key.column.path?.first,
          let column = table.columns.first(where: { $0.field == name }), !key.isNumeric
        else { return nil }
        let isExact =
          column.kind == .text
          ? key.options == [.normalized]
          : key.options.isEmpty && SQLOrder.isExact(column, .sqlite())
        guard isExact else { return nil }
        order.append(SQLOrder(column.name, descending: !key.isAscending))
      }
      return order
    }

    /// The columns that rows have to have, in the order of the table.
    private static func columns(
      _ request: DatabaseRequest, _ table: DatabaseTable, _ translation: SQLTranslation,
      also others: [String]
    ) -> [String] {
      let all = table.columns.map(\.name)
      var wanted = Set(others)
      if !request.isCount {
        let keys = request.selected.map {
          $0 + request.sortKeys.map(\.column) + (request.section.map { [$0] } ?? [])
        }
        guard let columns = keys.flatMap(DatabaseRequest.columns(of:)) else { return all }
        wanted.formUnion(columns)
      }
      if let residual = translation.residual {
        guard let columns = DatabaseRequest.columns(of: residual) else { return all }
        wanted.formUnion(columns)
      }
      // A text that the engine could not read is an error of the row.
      for test in translation.tests { wanted.formUnion(test.columns.map(\.name)) }
      return all.filter(wanted.contains)
    }

    /// The number of rows, where it is wanted and the database can count them.
    func count() throws(ToolError) -> Int? {
      guard let counting else { return nil }
      let rows = try table.errors.run { () throws(SQLiteError) in
        let kinds: [SQLColumn.Kind] = [.integer]
        return try table.database.rows(counting.text, counting.parameters, kinds)
      }
      guard case .int(let number)? = rows.first?.first else { return nil }
      return Int(number)
    }

    /// Whether any row matches, where the database knows all that do.
    func hasMatch() throws(ToolError) -> Bool {
      let first = SQLSelect(translation, columns: [], limit: 1, ordersByKey: false)
      return try table.errors.run { () throws(SQLiteError) in
        try table.database.statement(first.text, first.parameters, tests: translation.tests).step()
      }
    }
  }
#endif
