internal import FilterEngine
internal import FilterSQL
internal import FilterSyntax
internal import FilterableResults

extension RelationPaths {
  /// Collects the relations that a request prefetches, and those that the engine reads for the residual and the order.
  ///
  /// - Throws: ``FetchError/noRelation(_:)``, ``FetchError/needsRelation(_:part:)``.
  init<Item>(
    _ request: SQLFetchRequest<Item>, residual: AST.Predicate?
  ) throws(FetchError) {
    self.init()
    // A shortcut for most tables, since fetching a page takes little more time than the rest.
    if request.table.declaration.relations.isEmpty, request.prefetched.isEmpty { return }
    for path in request.prefetched {
      let keys = path.parts(at: ".").map { Exact(wrappedValue: $0) }
      let missing = request.table.add(keys[...], isWhole: false, to: &self)
      guard missing == nil, has(keys[...]) else { throw .noRelation(path) }
    }
    if let residual, let missing = request.table.add(KeyReads(residual), to: &self) {
      throw .needsRelation(missing, part: residual.sourceText)
    }
    for path in request.sort.compactMap(\.keyPath) {
      guard let reads = Self.reads(of: path) else { continue }
      if let missing = request.table.add(reads, to: &self) {
        throw .needsRelation(missing, part: path)
      }
    }
  }

  /// The reads of a key path of an order.
  fileprivate static func reads(of path: String) -> KeyReads? {
    let keys = path.parts(at: ".")
    let isPlain = !path.has("`") && path != "SELF"
    let plain = AST.Expression.keyPath(
      AST.KeyPath(keys.map { AST.KeyPath.Component(.key, $0) }))
    guard let subject = isPlain ? plain : try? AST.Expression(parsing: path) else { return nil }
    // Only comparisons read their operands whole.
    let text = AST.Expression.literal(AST.Literal(.text("")))
    return KeyReads(.comparison(AST.Comparison(subject, .equal, text)))
  }
}

extension SQLFetchRequest {
  /// Throws if the engine would read a stored property that no column and no relation gives a value. The database tests no
  /// such property, so the predicate has it in its residual.
  ///
  /// - Throws: ``FetchError/noColumn(_:table:)``.
  func checkFields(residual: AST.Predicate?) throws(FetchError) {
    var reads = residual.map { KeyReads($0).reads } ?? []
    for path in sort.compactMap(\.keyPath) { reads += RelationPaths.reads(of: path)?.reads ?? [] }
    for read in reads {
      guard let field = read.path.first?.wrappedValue, Item.stores(field),
        !table.declaration.hasField(field)
      else { continue }
      throw .noColumn(field, table: table.declaration.name)
    }
  }
}

extension SQLTableDeclaration {
  /// Whether a column or a relation is read by a key.
  fileprivate func hasField(_ key: String) -> Bool {
    (columns.map(\.field) + relations.map(\.field)).contains { $0.utf8.elementsEqual(key.utf8) }
  }
}
