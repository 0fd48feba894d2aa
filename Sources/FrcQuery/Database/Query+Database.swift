#if SQLite || PostgreSQL
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterSyntax

  extension Query {
    var databaseLimits: DatabaseLimits {
      DatabaseLimits(
        lockTimeout: lockTimeout, rowBytes: rowBytes, evaluation: limits,
        namesOthers: policy == nil)
    }

    /// The query that the engine evaluates for the rows of a plan: the residual predicate, with values of stated kinds
    /// converted and documents entered.
    func residual(_ plan: DatabasePlan) throws(ToolError) -> Query {
      var query = self
      query.predicate = try plan.residualPredicate()
      return try query.converted(plan.table.keys.names, plan.documents)
    }

    /// The query for rows of these columns, with values of stated kinds converted and `documents` entered.
    func converted(_ names: [String], _ documents: Set<String>) throws(ToolError) -> Query {
      var query = self
      let types = try form.types.conversions(of: names)
      if !types.isEmpty { query = try types.converting(query) }
      if documents.isEmpty { return query }
      let entered = try DatabaseDocuments(documents).entering(DatabaseRequest(query))
      (query.predicate, query.selection) = (entered.predicate, Selection(entered.columns))
      (query.sortKeys, query.section, query.limitKey) = (
        entered.sortKeys, entered.section, entered.limitKey
      )
      return query
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
