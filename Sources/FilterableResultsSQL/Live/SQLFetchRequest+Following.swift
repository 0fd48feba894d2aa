internal import FilterEngine
internal import FilterSQL
internal import FilterSyntax
internal import FilterableResults

extension SQLFetchRequest {
  /// The other tables whose rows decide on the rows of the request.
  var relatedTables: [SQLTableDeclaration] { usedRelations.flatMap { $0.table.withRelatedTables } }

  /// The relations that the request reads.
  private var usedRelations: [SQLRelation] {
    if table.declaration.relations.isEmpty { return [] }
    let predicate = predicate?.syntax
    let paths =
      (predicate?.usedKeyPaths ?? []) + prefetched + sort.compactMap(\.keyPath)
    let isComplete = predicate?.usedKeyPathsAreComplete ?? true
    return table.declaration.relations.filter { relation in
      !isComplete
        || paths.contains {
          $0 == "SELF" || $0 == relation.field || $0.begins(with: relation.field + ".")
            || $0.has("`")
        }
    }
  }

  /// The table with the relations that the request reads and one to the rows of another table, whose field `link` holds
  /// the key of a row. A store then reports the rows that changed rows of the other table belong to.
  func table(linkedTo other: SQLTableDeclaration, by link: String) -> SQLTableDeclaration {
    let table = table.declaration
    guard let column = other.columns.first(where: { $0.field == link }) else { return table }
    // The text of a filter cannot contain this name.
    let relation = SQLRelation.toMany("frc children", other, to: [column.name])
    let linked = try? SQLTableDeclaration(
      table.name, key: table.key, columns: table.columns, version: table.version,
      relations: usedRelations + [relation])
    return linked ?? table
  }

  /// The keys of the rows that commits have changed, directly or through related rows, which takes a statement for each
  /// column that links to them. Nil if there are too many.
  func keys(
    _ pending: SQLChanges.Pending, atMost most: Int, _ reader: any SQLReader,
    _ dialect: SQLDialect
  ) throws -> Set<FilterValue>? {
    var keys = pending.keys
    let table = table.declaration
    for (field, values) in pending.links {
      guard keys.count + values.count <= most else { return nil }
      let condition = KeyBatch(field, Array(values))
      let translation = SQLTranslation(
        condition.predicate, table: table, dialect: dialect, bindings: condition.bindings)
      // The condition may select more rows; reading an unchanged row has no effect.
      let select = SQLSelect(translation, columns: table.key, ordersByKey: false)
      let keyColumn = SQLKeyColumn(table, dialect)
      var isKnown = true
      try reader.read(select, tests: translation.tests) { cells in
        let key = keyColumn?.value(table.key.indices.map { cells.value(at: $0) })
        if let key { keys.insert(key) } else { isKnown = false }
        return isKnown && keys.count <= most
      }
      guard isKnown else { return nil }
    }
    return keys.count <= most ? keys : nil
  }
}

extension SQLTableDeclaration {
  /// The table and all tables that it is related to.
  fileprivate var withRelatedTables: [SQLTableDeclaration] {
    [self] + relations.flatMap { $0.table.withRelatedTables }
  }
}
