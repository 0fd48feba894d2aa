internal import FilterEngine
internal import FilterSQL
internal import FilterSyntax

/// A row with its item, which includes the rows of some relations.
struct RelatedRow<Item: Sendable>: Sendable {
  /// The item, or the error if it or a related row cannot be decoded.
  var item: Result<Item, SQLDataError>
  let key: [SQLValue?]

  /// The link of each relation that is read; nil if a part of it is NULL.
  let links: [RowLink?]

  /// The link to the row by which it was found.
  let foundBy: RowLink?
}

/// Reads rows with their related rows: one statement for each relation and page.
struct RelatedReading {
  let reader: any SQLReader
  let dialect: SQLDialect

  /// The number of rows of a page.
  static var page: Int { 256 }

  /// Runs a statement and passes its rows to `body` one by one until it returns false.
  ///
  /// `columns` are the indices of the columns by which the rows are found.
  func read<Item>(
    _ table: SQLTable<Item>, _ select: SQLSelect, tests: [SQLRowTest], with paths: RelationPaths,
    foundBy columns: [Int] = [], _ body: (RelatedRow<Item>) throws -> Bool
  ) throws {
    let relations = paths.below.compactMap { field, below in
      table.loaders[field].map { (loader: $0, below: below) }
    }
    var page: [RelatedRow<Item>] = []
    // Returns whether rows after the page are wanted.
    func finish() throws -> Bool {
      defer { page.removeAll(keepingCapacity: true) }
      for (index, relation) in relations.enumerated() {
        try relation.loader.load(&page, index, relation.below, self)
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

  /// The rows of a relation by their links, in the order of the relation, and an error for each link to a row that cannot
  /// be decoded.
  func rows<Other>(
    of relation: SQLRelation, in table: SQLTable<Other>, linkedBy links: Set<RowLink>,
    with paths: RelationPaths
  ) throws -> (rows: [RowLink: [Other]], failures: [RowLink: SQLDataError]) {
    var (rows, failures): ([RowLink: [Other]], [RowLink: SQLDataError]) = ([:], [:])
    let columns = table.declaration.indices(of: relation.to)
    guard !links.isEmpty, let first = columns.first else { return (rows, failures) }
    let column = table.declaration.columns[first]
    // The first column of a link finds the rows; the others are compared here.
    let condition = KeyBatch(column.field, Array(Set(links.compactMap { $0.first(in: column) })))
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
