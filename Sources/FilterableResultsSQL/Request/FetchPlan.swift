internal import EssentialFoundation
internal import FilterEngine
internal import FilterSQL
internal import FilterSyntax
internal import FilterTables
internal import FilterableResults

/// The plan of a request, and the work that remains for its rows.
struct FetchPlan<Item: Filterable & Sendable> {
  var request: SQLFetchRequest<Item>
  private(set) var plan: TablePlan
  private let residual: FilterPredicate<Item>?

  /// The relations that are read with the items.
  private let relations: RelationPaths

  /// Whether the database has the order of the request.
  var comesInOrder: Bool { plan.request.order != nil }
  var translation: SQLTranslation { plan.translation }
  var select: SQLSelect { plan.select }

  /// Plans a request, restricted to the rows with some keys (if `orNil` is true, also those without one), or to the rows
  /// after an item, which `includesItem` includes.
  ///
  /// - Throws: ``FetchError``; an error if items cannot be tested by the residual.
  init(
    _ request: SQLFetchRequest<Item>, _ dialect: SQLDialect,
    among keys: (column: SQLColumn, values: [FilterValue])? = nil, orNil: Bool = false,
    after item: Item? = nil, includesItem: Bool = false
  ) throws {
    try request.checkWindow()
    self.request = request
    let table = request.table.declaration
    var parts: [AST.Predicate] = []
    let condition = keys.map { KeyBatch($0.column.field, $0.values, orNil: orNil) }
    if let condition { parts.append(condition.predicate) }
    if let predicate = request.predicate?.syntax { parts.append(predicate) }
    var wanted = TablePlan.Request(
      Self.joined(parts), columns: table.columns.map(\.name),
      options: request.predicate?.options ?? .standard, now: Date())
    wanted.bindings = request.values.merging(condition?.bindings ?? [:]) { $1 }
    wanted.failures = request.failures
    wanted.order = request.order(dialect)
    if let item {
      wanted.place = try Self.position(of: item, wanted.order, request)
      wanted.includesPlace = includesItem
    }
    wanted.usesCollations = request.isWindow && keys == nil || item != nil
    if keys == nil { (wanted.limit, wanted.offset) = (request.limit, request.offset) }
    plan = TablePlan(wanted, of: table, dialect)
    try request.checkFields(residual: plan.translation.residual)
    residual = try Self.residual(plan.translation, request)
    relations = try RelationPaths(request, residual: plan.translation.residual)
  }

  /// The plan for the rows after an item, or for all rows if it is nil, with the same translation.
  ///
  /// - Throws: ``FetchError/noPosition(_:)``.
  func after(_ item: Item?) throws -> FetchPlan {
    if item == nil, plan.request.place == nil { return self }
    let place = try item.map { try Self.position(of: $0, plan.request.order, request) }
    let usesCollations = request.isWindow || item != nil
    var other = self
    other.plan = plan.changing { ($0.place, $0.usesCollations) = (place, usesCollations) }
    return other
  }

  /// The values of an item for the terms of an order and the key of the table.
  private static func position(
    of item: Item, _ order: [SQLOrder]?, _ request: SQLFetchRequest<Item>
  ) throws(FetchError) -> [SQLValue?] {
    guard let order else {
      throw .noPosition(request.sort.compactMap(\.keyPath).first)
    }
    let table = request.table.declaration
    var position: [SQLValue?] = []
    for term in order.withKey(of: table) {
      guard let column = table.columns.first(where: { $0.name == term.column }),
        let value = item.filterValue(forKey: column.field)
      else { throw .noPosition(term.column) }
      let stored = column.stored(value)
      if stored == nil, value.kind != .null { throw .noPosition(column.field) }
      position.append(stored)
    }
    return position
  }

  private static func joined(_ parts: [AST.Predicate]) -> AST.Predicate {
    switch parts.count {
    case 0: .literal(AST.BooleanLiteral(true))
    case 1: parts[0]
    default: .compound(AST.Compound(.and, parts.flatMap(\.conjuncts)))
    }
  }

  /// The part of the predicate that the engine tests.
  private static func residual(
    _ translation: SQLTranslation, _ request: SQLFetchRequest<Item>
  ) throws -> FilterPredicate<Item>? {
    guard let rest = translation.residual else { return nil }
    return try request.predicate?.replacing(rest) ?? FilterPredicate(rest)
  }

  // MARK: - Rows

  /// The rows of the plan, regardless of offset and limit.
  func rows(_ reader: any SQLReader) throws -> FetchedRows<Item> {
    // If the database returns more rows than are wanted, but in order, reading ends with the last wanted one.
    let end = stopsEarly ? request.limit.map { $0.plus(request.offset) } : nil
    if end == 0 { return FetchedRows() }
    var rows =
      relations.isEmpty ? try plainRows(reader, end) : try rowsWithRelations(reader, end)
    if !plan.isOrdered { rows.items = rows.items.sorted(by: request.sort) }
    return rows
  }

  /// The rows in the order of the database, up to a number of items.
  private func plainRows(_ reader: any SQLReader, _ end: Int?) throws -> FetchedRows<Item> {
    // Outside the loop, as an access to a member of a generic type looks the type up.
    let (table, append, isTested) = (request.table, request.table.append, residual != nil)
    // Most columns can as well be decoded.
    let first = residualCells(atMost: table.declaration.columns.count / 2)
    var row = SQLRow(table.declaration.columns)
    var items: [Item] = []
    var failures = RowFailures(limit: request.failureLimit)
    var unchecked = SQLTable<Item>.checkedRows
    try reader.read(select, tests: translation.tests) { cells in
      let answer = first?.answer(cells)
      if answer == false { return true }
      row.begin(cells)
      let count = items.count
      append(&row, &items)
      if let misfit = row.misfit {
        if items.count > count { Self.removeLast(of: &items) }
        failures.append(
          RowFailure(key: table.key(cells), reason: .data(table.error(misfit, cells))))
      } else {
        if unchecked > 0 {
          unchecked -= 1
          try check(lastOf: items, row, cells)
        }
        if isTested, answer == nil { test(lastOf: &items, { table.key(cells) }, &failures) }
      }
      guard let end else { return true }
      return items.count != end
    }
    return FetchedRows(items: items, failures: failures)
  }

  // Not inlined into a loop over rows, which would look the type up for each of them.
  @inline(never)
  private static func removeLast(of items: inout [Item]) { items.removeLast() }

  @inline(never)
  private func check(
    lastOf items: [Item], _ row: SQLRow, _ cells: any SQLCells
  ) throws(FetchError) {
    if let item = items.last { try request.table.check(item, row, cells) }
  }

  /// The residual over at most a number of cells of a row; nil if it has to be tested on items.
  func residualCells(atMost most: Int = .max) -> ResidualCells? {
    translation.residual.flatMap {
      ResidualCells(
        $0, among: request.table.declaration.columns, atMost: most,
        options: request.predicate?.options ?? .standard, bindings: plan.request.bindings,
        now: plan.request.now)
    }
  }

  /// The same for items that include related rows.
  private func rowsWithRelations(
    _ reader: any SQLReader, _ end: Int?
  ) throws -> FetchedRows<Item> {
    var (items, failures) = ([Item](), RowFailures(limit: request.failureLimit))
    let reading = RelatedReading(reader: reader, dialect: translation.dialect)
    try reading.read(request.table, select, tests: translation.tests, with: relations) { row in
      switch row.item {
      case .success(let item):
        items.append(item)
        test(lastOf: &items, { row.key }, &failures)
      case .failure(let error): failures.append(RowFailure(key: row.key, reason: .data(error)))
      }
      return items.count != end
    }
    return FetchedRows(items: items, failures: failures)
  }

  /// The rows of the request within its offset and limit.
  func window(_ reader: any SQLReader) throws -> FetchedRows<Item> {
    var rows = try rows(reader)
    guard request.isWindow, !(plan.isOrdered && select.isWindow) else { return rows }
    let rest = rows.items.dropFirst(request.offset)
    rows.items = Array(rest.prefix(request.limit ?? rest.count))
    return rows
  }

  private var stopsEarly: Bool {
    plan.isOrdered && !select.isWindow && request.limit != nil
  }

  /// Removes the last item unless it matches.
  @inline(never)
  private func test(
    lastOf items: inout [Item], _ key: () -> [SQLValue?], _ failures: inout RowFailures
  ) {
    guard let item = items.last else { return }
    do throws(EvaluationError) {
      if try !matches(item) { items.removeLast() }
    } catch {
      items.removeLast()
      failures.append(RowFailure(key: key(), reason: .evaluation(error)))
    }
  }

  private func matches(_ item: Item) throws(EvaluationError) -> Bool {
    try residual?.matches(item, bindings: plan.request.bindings, now: plan.request.now) ?? true
  }
}

extension AST.Predicate {
  /// The operands of an AND; any other predicate itself.
  fileprivate var conjuncts: [AST.Predicate] {
    if case .compound(let node) = self, node.connective == .and { node.operands } else { [self] }
  }
}
