internal import FilterEngine
internal import FilterSQL
internal import FilterSyntax
internal import FilterableResults

extension RelationPaths {
  /// The relations whose rows are read: those that a request asks for, and those that the engine needs for what is
  /// left of the predicate, and for the order where it is not that of the database.
  ///
  /// - Throws: ``FetchError/noRelation(_:)``, ``FetchError/needsRelation(_:part:)``.
  init<Item>(
    _ request: SQLFetchRequest<Item>, residual: AST.Predicate?
  ) throws(FetchError) {
    self.init()
    // Most tables have none, and a page of them is fetched in little more time than this takes.
    if request.table.declaration.relations.isEmpty, request.prefetched.isEmpty { return }
    for path in request.prefetched {
      let keys = path.split(separator: ".", omittingEmptySubsequences: false)
        .map { Exact(wrappedValue: String($0)) }
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

  /// What a key path of an order reads.
  private static func reads(of path: String) -> KeyReads? {
    let keys = path.split(separator: ".", omittingEmptySubsequences: false)
    let isPlain = !path.contains("`") && path != "SELF"
    let plain = AST.Expression.keyPath(
      AST.KeyPath(keys.map { AST.KeyPath.Component(.key, String($0)) }))
    guard let subject = isPlain ? plain : try? AST.Expression(parsing: path) else { return nil }
    // The value of an expression by itself is not a read; that of a comparison is one of all of it.
    let text = AST.Expression.literal(AST.Literal(.text("")))
    return KeyReads(.comparison(AST.Comparison(subject, .equal, text)))
  }
}
