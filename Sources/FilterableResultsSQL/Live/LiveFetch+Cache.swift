internal import FilterEngine
internal import FilterSQL
internal import FilterSyntax
internal import FilterableResults

extension LiveFetch {
  /// All that decides on the rows, each part under a name of its own: what a `ResultsCache` keeps results under. Nil
  /// where the order has a key without a key path.
  ///
  /// Results that a cache has kept are shown at once, and the first look at the database gives the difference:
  ///
  /// ```swift
  /// let cache = ResultsCache<Ticket>(folder: folder)
  /// if let request = live.cacheRequest, let kept = cache.snapshot("tickets", for: request) {
  ///   try results.setContents(of: kept)
  /// }
  /// try results.update(from: live)
  /// ```
  public var cacheRequest: [String: String]? {
    let request = request
    var sort: [String] = []
    for key in request.sort {
      guard let path = key.keyPath else { return nil }
      sort.append(
        "\(path) \(key.isAscending) \(key.options.rawValue) \(key.isNumeric) \(key.missing)")
    }
    let table = request.table.declaration
    let columns = table.columns.map { "\($0.name) \($0.field) \($0.kind) \($0.isNullable)" }
    let bindings = request.values.map { "\($0) \($1)" }.sorted()
    return [
      "database": store.identity, "table": table.name,
      "key": table.key.joined(separator: "\n"), "columns": columns.joined(separator: "\n"),
      "filter": request.predicate?.syntax.sourceText ?? "",
      "bindings": bindings.joined(separator: "\n"), "sort": sort.joined(separator: "\n"),
      "prefetched": request.prefetched.joined(separator: "\n"),
      "window": "\(request.offset) \(request.limit.map(String.init) ?? "all")",
    ]
  }
}
