#if SQLite || PostgreSQL
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterSyntax

  extension Query {
    var databaseLimits: DatabaseLimits {
      DatabaseLimits(lockTimeout: lockTimeout, rowBytes: rowBytes, evaluation: limits)
    }

    /// The predicate that rows must satisfy, negated if `isInverted`.
    var tree: AST.Predicate {
      isInverted ? .not(AST.Negation(predicate.syntax)) : predicate.syntax
    }

    /// The predicate as a condition on rows of a table.
    func translated(_ table: SQLTableDeclaration, _ dialect: SQLDialect) -> SQLTranslation {
      SQLTranslation(
        tree, table: table, dialect: dialect, bindings: bindings, now: now,
        libraries: predicate.libraries, strict: predicate.isStrict)
    }

    /// The query that the engine evaluates for the rows of a plan: the residual predicate, with values of stated kinds
    /// converted and documents entered, also in plain columns if it `computesColumns`.
    func residual(
      _ plan: DatabasePlan, computesColumns: Bool = false
    ) throws(ToolError) -> Query {
      var query = self
      do throws(SyntaxError) {
        query.predicate = try FilterPredicate(
          plan.translation.residual ?? .literal(AST.BooleanLiteral(true)),
          libraries: predicate.libraries, strict: predicate.isStrict, limits: limits)
      } catch {
        throw .diagnostic(error.description)
      }
      return try query.converted(
        plan.table.keys.names, plan.documents, computesColumns: computesColumns)
    }

    /// The query for rows of these columns, with values of stated kinds converted and `documents` entered.
    func converted(
      _ names: [String], _ documents: Set<String>, computesColumns: Bool = false
    ) throws(ToolError) -> Query {
      var query = self
      let (columns, paths) = try types.divided(names)
      if !columns.isEmpty {
        query = try columns.converting(query, ColumnKind.allCases.filter(\.isDate))
      }
      if !paths.isEmpty { query = try paths.converting(query) }
      return try DatabaseDocuments(documents).entering(query, computesColumns: computesColumns)
    }

    /// Whether the output requires all matching rows, not just the first ones.
    var readsAllRows: Bool { limit == nil || !writesInOrder }

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

    /// The columns that a predicate reads; nil if it may read all columns.
    static func columns(of tree: AST.Predicate) -> Set<String>? {
      let reads = KeyReads(tree)
      guard reads.computed.isEmpty else { return nil }
      var columns: Set<String> = []
      for read in reads.reads {
        guard let first = read.path.first else { return nil }
        columns.insert(first.wrappedValue)
      }
      return columns
    }

    /// The stated kinds of columns of the table, by column name.
    func stated(_ table: DatabaseTable) throws(ToolError) -> [String: ColumnKind] {
      let (names, path) = (table.keys.names, table.driver.path)
      let kinds = try types.divided(names).columns.kinds(of: names, in: path)
      return Dictionary(
        uniqueKeysWithValues: zip(names, kinds).compactMap { name, kind in
          kind.map { (name, $0) }
        })
    }

    /// Throws if a key is not a column of the table.
    func check(_ table: DatabaseTable) throws(ToolError) {
      let keys = table.keys
      try keys.check(predicate.syntax, text: text)
      for key in (selection.columns ?? []) + sortKeys.map(\.column)
        + [section, unique].compactMap({ $0 })
      {
        try keys.check(key, in: table.driver.path)
      }
    }
  }

  extension AST.Predicate {
    /// The keys for which comparisons are pushed down exactly if their values have one kind, but not if some values may
    /// have another kind.
    ///
    /// A value of another kind is not equal to a constant, but an order or a text operator fails for it.
    var columnsWithDecisiveKinds: Set<String> {
      var columns: Set<String> = []
      func add(_ side: AST.Expression) {
        if case .aggregate(let list) = side { list.elements.forEach(add) }
        if let names = side.names, names.count == 1 { columns.insert(names[0]) }
      }
      try? visit(
        expressions: { _ in },
        comparisons: { comparison in
          switch (comparison.operator, comparison.left.names, comparison.right.names) {
          case (.equal, nil, _), (.equal, _, nil), (.notEqual, nil, _), (.notEqual, _, nil),
            (.in, _, nil):
            break
          default:
            add(comparison.left)
            add(comparison.right)
          }
        })
      return columns
    }
  }
#endif
