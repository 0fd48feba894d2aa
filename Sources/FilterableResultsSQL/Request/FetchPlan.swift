internal import FilterEngine
internal import FilterSQL
internal import FilterSyntax
internal import FilterableResults

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A request as a statement, and what is left to do with the rows that come back.
struct FetchPlan<Item: Filterable & Sendable> {
  let request: SQLFetchRequest<Item>
  let translation: SQLTranslation
  let select: SQLSelect

  /// Whether the rows come in the order of the request.
  let comesInOrder: Bool
  private let residual: FilterPredicate<Item>?

  /// The relations whose rows are read with the items.
  private let relations: RelationPaths
  private let bindings: [String: FilterValue]
  private let now: Date

  /// The plan of a request, of its rows among those with some keys (with `orNil` also of those without one), or of
  /// those after an item or from it on.
  ///
  /// - Throws: ``FetchError``; why the item has no answer for what is left of the predicate.
  init(
    _ request: SQLFetchRequest<Item>, _ dialect: SQLDialect,
    among keys: (column: SQLColumn, values: [FilterValue])? = nil, orNil: Bool = false,
    after item: Item? = nil, includesItem: Bool = false
  ) throws {
    self.request = request
    now = Date()
    var bindings = request.bindings
    var parts: [AST.Predicate] = []
    if let keys {
      let condition = AmongKeys(keys.column.field, keys.values, orNil: orNil)
      bindings.merge(condition.bindings) { $1 }
      parts.append(condition.predicate)
    }
    if let predicate = request.predicate?.syntax { parts.append(predicate) }
    self.bindings = bindings
    translation = SQLTranslation(
      Self.joined(parts), table: request.table.declaration, dialect: dialect, bindings: bindings,
      now: now, libraries: request.predicate?.libraries ?? .standard,
      strict: request.predicate?.isStrict ?? false, failures: request.failures)
    residual = try Self.residual(translation, request)
    relations = try RelationPaths(request, residual: translation.residual)
    let order = SQLOrder.terms(request.sort, of: request.table.declaration, dialect)
    comesInOrder = order != nil
    let place = try item.map { try Self.place(of: $0, order, request) }
    let isCutThere = comesInOrder && keys == nil
    select = SQLSelect(
      translation, columns: request.table.declaration.columns.map(\.name), order: order ?? [],
      limit: isCutThere ? request.limit.map { max(0, $0) } : nil,
      offset: isCutThere ? max(0, request.offset) : 0, after: place, includesPlace: includesItem)
  }

  /// The values of an item in an order that ends with the key of the table.
  private static func place(
    of item: Item, _ order: [SQLOrder]?, _ request: SQLFetchRequest<Item>
  ) throws(FetchError) -> [SQLValue?] {
    guard let order else {
      throw .noPosition(request.sort.compactMap(\.keyPath).first)
    }
    let table = request.table.declaration
    var place: [SQLValue?] = []
    for term in order.withKey(of: table) {
      guard let column = table.columns.first(where: { $0.name == term.column }),
        let value = item.filterValue(forKey: column.field)
      else { throw .noPosition(term.column) }
      let stored = column.stored(value)
      if stored == nil, value.kind != .null { throw .noPosition(column.field) }
      place.append(stored)
    }
    return place
  }

  private static func joined(_ parts: [AST.Predicate]) -> AST.Predicate {
    switch parts.count {
    case 0: .literal(AST.BooleanLiteral(true))
    case 1: parts[0]
    default: .compound(AST.Compound(.and, parts.flatMap(\.conjuncts)))
    }
  }

  /// What is left of the predicate, for items.
  private static func residual(
    _ translation: SQLTranslation, _ request: SQLFetchRequest<Item>
  ) throws -> FilterPredicate<Item>? {
    guard let rest = translation.residual else { return nil }
    return try FilterPredicate(
      rest, libraries: request.predicate?.libraries ?? .standard,
      strict: request.predicate?.isStrict ?? false)
  }

  // MARK: - Rows

  /// The rows of the request, of whatever keys the plan is of.
  func rows(_ reader: any SQLReader) throws -> FetchedRows<Item> {
    var rows = FetchedRows<Item>()
    // Where the database does not cut the rows, and they come in order, reading ends with the last one that is wanted.
    let end = stopsEarly ? request.limit.map { max(0, $0) + max(0, request.offset) } : nil
    if end == 0 { return rows }
    if relations.isEmpty {
      try reader.read(select, tests: translation.tests) { cells in
        let item = Result { () throws(SQLDataError) in try request.table.item(cells) }
        take(item, { request.table.key(cells) }, into: &rows)
        return rows.items.count != end
      }
    } else {
      let reading = RelatedReading(reader: reader, dialect: translation.dialect)
      try reading.read(
        request.table, select, tests: translation.tests, with: relations
      ) { row in
        take(row.item, { row.key }, into: &rows)
        return rows.items.count != end
      }
    }
    if !comesInOrder { rows.items = request.sort.sorted(rows.items) }
    return rows
  }

  /// Keeps a row that matches, and why one is left out.
  private func take(
    _ item: Result<Item, SQLDataError>, _ key: () -> [SQLValue?], into rows: inout FetchedRows<Item>
  ) {
    switch item {
    case .success(let item):
      do throws(EvaluationError) {
        if try matches(item) { rows.items.append(item) }
      } catch {
        rows.failures.append(RowFailure(key: key(), reason: .evaluation(error)))
      }
    case .failure(let error):
      rows.failures.append(RowFailure(key: key(), reason: .data(error)))
    }
  }

  /// The rows of the request within its window.
  func window(_ reader: any SQLReader) throws -> FetchedRows<Item> {
    var rows = try rows(reader)
    guard request.isWindow, !(comesInOrder && select.isWindow) else { return rows }
    let rest = rows.items.dropFirst(max(0, request.offset))
    rows.items = Array(rest.prefix(request.limit.map { max(0, $0) } ?? rest.count))
    return rows
  }

  private var stopsEarly: Bool { comesInOrder && !select.isWindow && request.limit != nil }

  private func matches(_ item: Item) throws(EvaluationError) -> Bool {
    try residual?.matches(item, bindings: bindings, now: now) ?? true
  }
}

extension AST.Predicate {
  /// The operands of the AND that the predicate is, or itself.
  fileprivate var conjuncts: [AST.Predicate] {
    if case .compound(let node) = self, node.connective == .and { node.operands } else { [self] }
  }
}
