internal import FilterEngine
internal import FilterSQL
internal import FilterSyntax

/// A row with its item, which has the rows of some relations in it.
struct RelatedRow<Item: Sendable>: Sendable {
  /// The item; why it could not be read, or a row that it is related to.
  var item: Result<Item, SQLDataError>
  let key: [SQLValue?]

  /// The link of each relation that is read, nil where a part of it is NULL.
  let links: [RowLink?]

  /// The link to the row by which it was found.
  let foundBy: RowLink?
}

/// Reads rows together with those that they are related to: one statement for each relation and page.
struct RelatedReading {
  let reader: any SQLReader
  let dialect: SQLDialect

  /// How many rows a page has.
  static var page: Int { 256 }

  /// Runs a statement. `body` takes the rows one after another, and gives false for the end.
  ///
  /// `columns` are the places of the columns by which the rows are found.
  func read<Item>(
    _ table: SQLTable<Item>, _ select: SQLSelect, tests: [SQLRowTest], with paths: RelationPaths,
    foundBy columns: [Int] = [], _ body: (RelatedRow<Item>) throws -> Bool
  ) throws {
    let relations = paths.below.compactMap { field, below in
      table.loaders[field].map { (loader: $0, below: below) }
    }
    var page: [RelatedRow<Item>] = []
    // Whether rows are wanted after those of the page.
    func finish() throws -> Bool {
      defer { page.removeAll(keepingCapacity: true) }
      for (place, relation) in relations.enumerated() {
        try relation.loader.load(&page, place, relation.below, self)
      }
      return try page.allSatisfy(body)
    }
    var isWanted = true
    var unchecked = SQLTable<Item>.checkedRows
    try reader.read(select, tests: tests) { cells in
      let item = try table.item(cells, isChecked: unchecked > 0)
      unchecked -= 1
      page.append(
        RelatedRow(
          item: item, key: table.key(cells),
          links: relations.map { RowLink(cells, $0.loader.link) },
          foundBy: columns.isEmpty ? nil : RowLink(cells, columns)))
      if page.count == Self.page { isWanted = try finish() }
      return isWanted
    }
    if isWanted { _ = try finish() }
  }

  /// The rows of a relation by their links, in the order of the relation. A link with a row that cannot be read is a
  /// failure.
  func rows<Other>(
    of relation: SQLRelation, in table: SQLTable<Other>, linkedBy links: Set<RowLink>,
    with paths: RelationPaths
  ) throws -> (rows: [RowLink: [Other]], failures: [RowLink: SQLDataError]) {
    var (rows, failures): ([RowLink: [Other]], [RowLink: SQLDataError]) = ([:], [:])
    let columns = table.declaration.indices(of: relation.to)
    guard !links.isEmpty, let first = columns.first else { return (rows, failures) }
    let column = table.declaration.columns[first]
    // Of a link of several columns the first finds the rows, and the others are compared here.
    let condition = AmongKeys(column.field, Array(Set(links.compactMap { $0.first(in: column) })))
    let translation = SQLTranslation(
      condition.predicate, table: table.declaration, dialect: dialect,
      bindings: condition.bindings)
    var order: [SQLOrder] = []
    if case .many(let names) = relation.cardinality { order = names.map { SQLOrder($0) } }
    let select = SQLSelect(
      translation, columns: table.declaration.columns.map(\.name), order: order)
    try read(table, select, tests: translation.tests, with: paths, foundBy: columns) { row in
      guard let link = row.foundBy, links.contains(link) else { return true }
      switch row.item {
      case .success(let item): rows[link, default: []].append(item)
      case .failure(let error): failures[link] = failures[link] ?? error
      }
      return true
    }
    return (rows, failures)
  }
}
