internal import FilterSQL

extension SQLStore {
  /// The rows of a request.
  ///
  /// The database tests what it can, and the engine decides about the rows that come back. A row that cannot be read,
  /// or that the predicate fails on, is among the failures.
  ///
  /// - Throws: Why the database cannot be read; ``FetchError``.
  public func fetch<Item>(_ request: SQLFetchRequest<Item>) throws -> FetchedRows<Item> {
    try read { [dialect] reader in try FetchPlan(request, dialect).window(reader) }
  }

  /// The rows of a request, read off the caller.
  ///
  /// - Throws: Why the database cannot be read; ``FetchError``; `CancellationError`.
  public func fetch<Item>(_ request: SQLFetchRequest<Item>) async throws -> FetchedRows<Item> {
    try await read { [dialect] reader in try FetchPlan(request, dialect).window(reader) }
  }

  /// The statement of a request, its values, and how each part of the predicate is evaluated, for people.
  ///
  /// - Throws: ``FetchError``.
  public func explain<Item>(_ request: SQLFetchRequest<Item>) throws -> String {
    let plan = try FetchPlan(request, dialect)
    return plan.select.explain(plan.translation)
  }
}
