public import FilterEngine
internal import FilterSQL
internal import FilterSyntax

extension SQLStore {
  /// Fetches the rows of a request, or the page of `limit` rows that follows an item in its order.
  ///
  /// The database tests the parts of the predicate that it can, and the engine tests the others on the rows that the
  /// database selects. Rows that cannot be decoded, and rows on which the predicate fails, are counted among the failures.
  ///
  /// With an item, the database seeks its position, even if the item has been deleted, without reading the rows before it.
  /// The offset of the request is then ignored.
  ///
  /// - Throws: An error of the database, or of the store if a table is not as declared; ``FetchError``, in particular
  ///   ``FetchError/noPosition(_:)`` if the database cannot compare rows with the item; `CancellationError`.
  public func fetch<Item>(
    _ request: SQLFetchRequest<Item>, after item: Item? = nil
  ) async throws -> FetchedRows<Item> {
    // A read that ends last of all must not end the store on the thread of its database.
    try await read { [dialect, weak self] reader in
      try request.fetch(after: item, reader, dialect, of: self)
    }
  }

  /// Counts the rows that match a request; its limit and offset are ignored.
  ///
  /// The database counts if it can test the whole predicate. Rows on which the predicate fails are not counted.
  ///
  /// - Throws: Like `fetch(_:after:)`.
  public func count<Item>(_ request: SQLFetchRequest<Item>) async throws -> Int {
    try await read { [dialect] reader in try request.count(reader, dialect) }
  }

  /// A printed form of the statement for a request, its parameters, and how each part of the predicate is tested.
  ///
  /// - Throws: ``FetchError``.
  public func explain<Item>(_ request: SQLFetchRequest<Item>) throws -> String {
    let plan = try FetchPlan(request, dialect)
    return plan.select.explain(plan.translation)
  }

  /// Notes on a request: operands of its predicate that the database does not test, although it could, since an operand
  /// before them can fail on rows that would then be missing among the failures.
  ///
  /// - Throws: ``FetchError``.
  /// - Complexity: O(n) in the size of the predicate.
  public func notes<Item>(on request: SQLFetchRequest<Item>) throws -> [FilterNote] {
    guard let predicate = request.predicate, request.failures == .exact else { return [] }
    let parts = try FetchPlan(request, dialect).translation.explanation.parts
    let later = parts.drop { !$0.reasons.contains(.behindFailure) }
    // The part before them can fail.
    guard let first = later.indices.first.map({ parts[$0 - 1] }) else { return [] }
    return try later.compactMap { part in
      var alone = request
      alone.predicate = try FilterPredicate(
        AST.Predicate(parsing: part.text), options: FilterOptions(libraries: predicate.libraries))
      let other = try FetchPlan(alone, dialect).translation.explanation.parts
      guard other.allSatisfy({ $0.precision == .exact }) else { return nil }
      return FilterNote(
        .behindFailure,
        "the database does not test '\(part.text)', since '\(first.text)' before it can fail; "
          + "put this part first", at: part.range)
    }
  }
}

extension SynchronousSQLStore {
  /// Fetches the rows of a request, or the page that follows an item, without suspending.
  ///
  /// - Throws: The errors of the asynchronous `fetch(_:after:)`, except `CancellationError`.
  public func fetch<Item>(
    _ request: SQLFetchRequest<Item>, after item: Item? = nil
  ) throws -> FetchedRows<Item> {
    try read { [dialect] reader in try request.fetch(after: item, reader, dialect, of: self) }
  }

  /// Counts the rows that match a request, without suspending.
  ///
  /// - Throws: The errors of the asynchronous `count(_:)`, except `CancellationError`.
  public func count<Item>(_ request: SQLFetchRequest<Item>) throws -> Int {
    try read { [dialect] reader in try request.count(reader, dialect) }
  }
}

extension SQLFetchRequest {
  fileprivate func fetch(
    after item: Item?, _ reader: any SQLReader, _ dialect: SQLDialect, of store: (any SQLStore)?
  ) throws -> FetchedRows<Item> {
    var request = self
    if item != nil, offset != 0 { request.offset = 0 }
    try check(reader, isRead: true)
    return try request.plan(dialect, of: store, after: item).window(reader)
  }

  fileprivate func count(_ reader: any SQLReader, _ dialect: SQLDialect) throws -> Int {
    try check(reader, isRead: true)
    return try FetchPlan(counted, dialect).counts(by: nil, reader)[.null] ?? 0
  }

  /// The request for counting rows, whose order does not matter.
  var counted: SQLFetchRequest {
    var request = self
    (request.limit, request.offset, request.sort, request.prefetched) = (nil, 0, [], [])
    // The matching rows are the same, and their failures are not reported.
    request.failures = .amongCandidates
    return request
  }

  /// Throws unless the database has the tables of the request as declared. If `isRead` is true, only the rows of the
  /// request are read then, by one statement unless they have related rows.
  func check(_ reader: any SQLReader, isRead: Bool = false) throws {
    let tables = [table.declaration] + relatedTables
    try reader.prepare(tables, isOneStatement: isRead && tables.count == 1)
    for table in tables { try reader.check(table) }
  }
}
