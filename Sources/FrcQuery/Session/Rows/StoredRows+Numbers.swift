internal import FilterEngine
internal import FilterableResults

extension StoredRows {
  var numbers: SessionSummary { settings.numbers }

  func setNumbers(_ numbers: SessionSummary) throws(ToolError) {
    var columns: [String: RowColumn] = [:]
    func key(_ key: CountedKey) throws(ToolError) -> ResultsKey<OpenRow> {
      guard key.column.isPlain else {
        let column = store.reading(store.converting(key.column))
        return ResultsKey(evaluating: { [store, limits] row throws(EvaluationError) in
          let row = column.readsCells ? store.readings(of: row) : store.value(of: row)
          return key.counted(try column.expression.value(of: row, limits: limits))
        })
      }
      let column = columns[key.column.name] ?? RowColumn(store.converting(key.column), store)
      columns[key.column.name] = column
      try column.prepare()
      return ResultsKey { row in key.counted(column.value(of: row)) }
    }
    var facets: [ResultsFacet<OpenRow>] = []
    for facet in numbers.facets {
      switch facet.subject {
      case .key(let counted, let form):
        facets.append(form.facet(of: try key(counted), ignoring: facet.group))
      case .filters(let filters): facets.append(.filters(filters.map(filter)))
      }
    }
    var aggregates: [ResultsAggregate<OpenRow>] = []
    for aggregate in numbers.aggregates {
      aggregates.append(
        ResultsAggregate(aggregate.function, of: try key(aggregate.key)))
    }
    try edit { () throws(ResultsError) in
      try controller.performBatch { () throws(ResultsError) in
        controller.facets = facets
        controller.aggregates = aggregates
        try controller.countSummaries()
      }
    }
    settings.numbers = numbers
    settings.numberColumns = Array(columns.values)
  }

  /// Counts under the filters or, with a predicate, under this alone.
  func countNumbers(
    matching predicate: FilterPredicate<FilterValue>?
  ) throws(ToolError) -> SummaryNumbers {
    guard let predicate else { return shownNumbers() }
    controller.begin()
    let outcome: Result<SummaryNumbers, ToolError> = Result { () throws(ToolError) in
      try edit { () throws(ResultsError) in
        let filter = OpenFilter(name: "", group: nil, text: "", condition: .predicate(predicate))
        try controller.setFilters(FilterRegistry([self.filter(filter)]))
      }
      return shownNumbers()
    }
    try edit { () throws(ResultsError) in try controller.rollback() }
    try Interrupt.check()
    return try outcome.get()
  }

  private func shownNumbers() -> SummaryNumbers {
    let snapshot = controller.snapshot
    return (snapshot.facets, snapshot.aggregates)
  }

  private func filter(_ filter: OpenFilter) -> ResultsFilter<OpenRow> {
    ResultsFilter(
      filter.name, group: filter.group, bulk: RowTest(filter.condition, of: store, limits: limits))
  }
}
