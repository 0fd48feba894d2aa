public import FilterEngine
internal import FilterSQL
internal import FilterSyntax

extension SQLStore {
  /// The rows of a request.
  ///
  /// The database tests what it can, and the engine decides about the rows that come back. A row that cannot be read,
  /// or that the predicate fails on, is among the failures.
  ///
  /// - Throws: Why the database cannot be read, or how a table differs from its declaration; ``FetchError``.
  public func fetch<Item>(_ request: SQLFetchRequest<Item>) throws -> FetchedRows<Item> {
    try read { [dialect] reader in
      try request.check(reader)
      return try FetchPlan(request, dialect).window(reader)
    }
  }

  /// The rows of a request, read off the caller.
  ///
  /// - Throws: Why the database cannot be read, or how a table differs from its declaration; ``FetchError``;
  ///   `CancellationError`.
  public func fetch<Item>(_ request: SQLFetchRequest<Item>) async throws -> FetchedRows<Item> {
    try await read { [dialect] reader in
      try request.check(reader)
      return try FetchPlan(request, dialect).window(reader)
    }
  }

  /// The statement of a request, its values, and how each part of the predicate is evaluated, for people.
  ///
  /// - Throws: ``FetchError``.
  public func explain<Item>(_ request: SQLFetchRequest<Item>) throws -> String {
    let plan = try FetchPlan(request, dialect)
    return plan.select.explain(plan.translation)
  }

  /// Notes on a request: operands of its predicate that the database could test, and does not, since an operand before
  /// them can fail on rows that would then be missing among the failures.
  ///
  /// - Throws: ``FetchError``.
  /// - Complexity: O(n) in the size of the predicate.
  public func notes<Item>(on request: SQLFetchRequest<Item>) throws -> [FilterNote] {
    guard let predicate = request.predicate, request.failures == .exact else { return [] }
    let parts = try FetchPlan(request, dialect).translation.explanation.parts
    guard let first = parts.firstIndex(where: { $0.reasons.contains(.canFail) }) else { return [] }
    return try parts.filter { $0.reasons.contains(.behindFailure) }.compactMap { part in
      var alone = request
      alone.predicate = try FilterPredicate(
        AST.Predicate(parsing: part.text), libraries: predicate.libraries)
      let other = try FetchPlan(alone, dialect).translation.explanation.parts
      guard other.allSatisfy({ $0.precision == .exact }) else { return nil }
      return FilterNote(
        .behindFailure,
        "the database does not test '\(part.text)', since '\(parts[first].text)' before it can fail; "
          + "write it first", at: part.range)
    }
  }
}

extension SQLFetchRequest {
  /// Throws unless the database has the tables of the request as they are declared.
  func check(_ reader: any SQLReader) throws {
    try reader.check(table.declaration)
    for table in relatedTables { try reader.check(table) }
  }
}
