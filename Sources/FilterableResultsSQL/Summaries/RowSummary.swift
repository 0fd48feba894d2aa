internal import FilterEngine
internal import FilterSQL
internal import FilterSummaries
public import FilterableResults

/// The facets and aggregates of all rows that match a request, by ``SQLFetchRequest/summarizes(facets:aggregates:)``.
public struct RowSummary: Hashable, Sendable {
  /// The counts of the facets of the request, in their order.
  public let facets: [FacetCounts]

  /// The values of the aggregates of the request, in their order.
  public let aggregates: [AggregateValue]
}

extension SQLStore {
  /// Counts the facets and computes the aggregates of a request over all rows that match, none of which is fetched; its
  /// limit and offset are ignored.
  ///
  /// ```swift
  /// let request = SQLFetchRequest(people, try FilterPredicate("age >= 18"))
  ///   .summarizes(facets: [.values(of: \.city)], aggregates: [.average(\.age)])
  /// let summary = try await store.summary(request)
  /// for city in summary.facets[0].counts { print(city.value, city.count) }
  /// ```
  ///
  /// The numbers are those of a controller with all rows that match. The database counts values, adds integers, and finds
  /// the least and the greatest number and date. The engine adds doubles, which it rounds once, compares texts, ranks
  /// values for medians and percentiles, and tests rows if the database cannot test the whole predicate; it reads the cells that it needs. Rows on which the predicate fails do not count;
  /// a row that cannot be decoded may count.
  ///
  /// - Throws: ``FetchError/cannotCount(_:)`` for a facet of filters, or a key that is not a column; the errors of
  ///   `fetch(_:after:)`.
  /// - Complexity: One statement for each key that is counted by value, and at most two for all others; memory for the
  ///   distinct values of facets.
  public func summary<Item>(_ request: SQLFetchRequest<Item>) async throws -> RowSummary {
    try await read { [dialect] reader in
      try request.check(reader)
      return try request.summary(reader, dialect)
    }
  }
}

extension SynchronousSQLStore {
  /// Counts the facets and computes the aggregates of a request without suspending.
  ///
  /// - Throws: The errors of the asynchronous `summary(_:)`, except `CancellationError`.
  public func summary<Item>(_ request: SQLFetchRequest<Item>) throws -> RowSummary {
    try read { [dialect] reader in
      try request.check(reader)
      return try request.summary(reader, dialect)
    }
  }
}

extension SQLFetchRequest {
  /// Throws if a facet or an aggregate reads anything but a column of scalar values.
  func checkSummary() throws(FetchError) {
    _ = try SummaryColumns(summarizing, of: table.declaration)
  }

  func summary(_ reader: any SQLReader, _ dialect: SQLDialect) throws -> RowSummary {
    let columns = try SummaryColumns(summarizing, of: table.declaration)
    let plan = try FetchPlan(counted, dialect)
    let measures = try plan.measures(of: columns.list, reader)
    return RowSummary(
      facets: zip(columns.facets, columns.ofFacets).map { counter, index in
        var counter = counter
        guard let values = measures[index].values else { return counter.counts }
        for (value, rows) in values.counts { counter.add(value, rows: rows) }
        return counter.counts
      },
      aggregates: zip(summarizing.aggregates, columns.ofAggregates).map { aggregate, index in
        measures[index].value(of: aggregate.function)
      })
  }
}

/// The columns that facets and aggregates read, each once.
private struct SummaryColumns {
  private(set) var list: [MeasuredColumn] = []
  private(set) var facets: [FacetCounter] = []

  /// The index of the column of each facet.
  private(set) var ofFacets: [Int] = []

  /// The index of the column of each aggregate.
  private(set) var ofAggregates: [Int] = []

  init(_ summarizing: RowSummarizing, of table: SQLTableDeclaration) throws(FetchError) {
    for facet in summarizing.facets {
      guard let counting = facet.counting else { throw .cannotCount("filters") }
      facets.append(counting)
      ofFacets.append(try index(of: facet.field, table, nil))
    }
    for aggregate in summarizing.aggregates {
      ofAggregates.append(try index(of: aggregate.field, table, aggregate.function.measure))
    }
  }

  private mutating func index(
    of field: String?, _ table: SQLTableDeclaration, _ measure: MeasureKind?
  ) throws(FetchError) -> Int {
    let column = try table.scalarColumn(field ?? "code")
    let known = list.firstIndex { $0.column.name == column.name }
    let index = known ?? list.count
    if known == nil { list.append(MeasuredColumn(column)) }
    list[index].need(measure)
    return index
  }
}

extension SQLTableDeclaration {
  /// The column with a field, if its cells have one value each.
  func scalarColumn(_ field: String) throws(FetchError) -> SQLColumn {
    let column = columns.first { $0.field.utf8.elementsEqual(field.utf8) }
    guard let column, column.kind.isScalar else { throw .cannotCount(field) }
    return column
  }
}
