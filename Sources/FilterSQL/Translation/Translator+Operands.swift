internal import FilterEngine
internal import FilterSyntax

/// The data that a side of a comparison reads.
enum SQLOperand {
  case cell(SQLCell)
  case count(SQLCount)
  case json(SQLJSONPath)

  /// The result of a function, and the rows for which an argument is NULL
  case function(SQLCell, isUnknown: SQLCondition)

  /// The rest of a key path after a relation from `scope` to many rows
  case elements(SQLRelation, SQLScope, rest: [AST.KeyPath.Component])
}

/// The number of related rows that match a predicate.
struct SQLCount {
  /// ` FROM "orders" AS t1 WHERE …`, without the predicate
  let rows: SQLRelatedRows
  let predicate: Pushdown<SQLCondition>
}

/// The rows that a row is related to, as a SELECT reads them.
struct SQLRelatedRows {
  let scope: SQLScope
  let link: SQLText
}

extension Translator {
  /// The data that an expression reads from the rows of `scope`; nil if SQL has no form for it.
  mutating func operand(_ expression: AST.Expression, _ scope: SQLScope) -> SQLOperand? {
    if case .call(let call) = expression { return function(call, scope) }
    guard case .keyPath(let node) = expression else {
      // A whole element has no column.
      return nil
    }
    if case .subquery(let subquery) = node.base {
      return node.components.isCount ? count(subquery, scope) : nil
    }
    if case .selfReference = node.base { return operand(node.components[...], scope) }
    return self.scope(of: node.base).flatMap { operand(node.components[...], $0) }
  }

  private mutating func operand(
    _ components: ArraySlice<AST.KeyPath.Component>, _ scope: SQLScope
  ) -> SQLOperand? {
    guard let first = components.first, first.kind == .key else { return nil }
    let rest = components.dropFirst()
    if let column = scope.table.column(field: first.name) {
      guard dialect.canName(column, in: scope.table) else { return nil }
      // A whole document can be of any kind, and null is nil.
      if case .json(let isObject) = column.kind, !rest.isEmpty || !isObject {
        guard rest.allSatisfy({ $0.kind == .key }) else { return nil }
        return .json(
          SQLJSONPath(
            column: SQLText(SQLColumnReference(alias: scope.alias, name: column.name)),
            keys: rest.map(\.name), isNullable: column.isNullable || scope.isOptional,
            isObject: isObject, isCanonical: column.isCanonical))
      }
      return rest.isEmpty ? .cell(cell(column, scope)) : nil
    }
    guard dialect.hasRelations, let relation = scope.table.relation(field: first.name) else {
      return nil
    }
    if relation.isToMany { return related(relation, Array(rest), scope) }
    guard let other = joined(relation, to: scope) else { return nil }
    guard rest.isEmpty else { return operand(rest, other) }
    // The related row itself, which can only be tested for absence.
    let key = SQLText(SQLColumnReference(alias: other.alias, name: relation.table.key[0]))
    return .cell(
      SQLCell(text: key, kind: .json(isObject: true), isNullable: true, dialect: dialect))
  }

  private func cell(_ column: SQLColumn, _ scope: SQLScope) -> SQLCell {
    let name = SQLText(SQLColumnReference(alias: scope.alias, name: column.name))
    var cell = SQLCell(
      text: name, kind: column.kind, isNullable: column.isNullable || scope.isOptional,
      isIndexed: column.isIndexed, comparesBytes: column.comparesBytes, dialect: dialect)
    if column.kind == .text, case .collation = dialect.texts {
      (cell.text, cell.comparesBytes) = (dialect.bytes(of: name), true)
    }
    return cell
  }

  // MARK: - Related rows

  private mutating func related(
    _ relation: SQLRelation, _ rest: [AST.KeyPath.Component], _ scope: SQLScope
  ) -> SQLOperand? {
    guard let first = rest.first, first.kind == .collectionOperator else {
      return .elements(relation, scope, rest: rest)
    }
    // An absent row has no list of related rows, but SQL would count 0.
    guard !scope.isOptional else { return nil }
    if rest.isCount {
      return .count(
        SQLCount(rows: rows(relation, scope), predicate: CellComparison.constant(true)))
    }
    guard rest.count == 2, rest[1].kind == .key, first.name == "min" || first.name == "max" else {
      return nil
    }
    return extreme(first.name == "min", of: rest[1].name, relation, scope)
  }

  /// `orders.@min.price`
  private mutating func extreme(
    _ isLeast: Bool, of field: String, _ relation: SQLRelation, _ scope: SQLScope
  ) -> SQLOperand? {
    guard let column = relation.table.column(field: field) else { return nil }
    switch column.kind {
    case .integer, .date: break
    default: return nil
    }
    let rows = rows(relation, scope)
    let value = SQLText(SQLColumnReference(alias: rows.scope.alias, name: column.name))
    return .cell(
      SQLCell(
        text: select("\(word: isLeast ? "min" : "max")(\(value))", rows, .always),
        kind: column.kind, isNullable: true, dialect: dialect))
  }

  /// `SUBQUERY(orders, $o, $o.price > 3).@count`
  private mutating func count(_ subquery: AST.Subquery, _ scope: SQLScope) -> SQLOperand? {
    guard case .elements(let relation, let parent, let rest)? = operand(subquery.collection, scope),
      rest.isEmpty, !parent.isOptional
    else { return nil }
    let rows = rows(relation, parent)
    let predicate = with(subquery.variable.name, as: rows.scope) {
      $0.translate(subquery.predicate)
    }
    return .count(SQLCount(rows: rows, predicate: predicate))
  }

  mutating func rows(_ relation: SQLRelation, _ parent: SQLScope) -> SQLRelatedRows {
    let other = scope(of: relation.table)
    let links = zip(parent.table.key, relation.to).map { from, to -> SQLText in
      let own = SQLText(SQLColumnReference(alias: parent.alias, name: from))
      let theirs = SQLText(SQLColumnReference(alias: other.alias, name: to))
      return "\(theirs) = \(own)"
    }
    return SQLRelatedRows(scope: other, link: .joined(links, " AND "))
  }

  /// A SELECT of one value from related rows.
  func select(_ value: SQLText, _ rows: SQLRelatedRows, _ condition: SQLCondition) -> SQLText {
    let table = SQLText(pieces: [.table(rows.scope.table.name, alias: rows.scope.alias)])
    let joins = SQLText(pieces: frames[rows.scope.frame].flatMap { $0.text.pieces })
    let whole = SQLCondition.test(rows.link) && condition
    return "(SELECT \(value) FROM \(table)\(joins) WHERE \(filter: whole))"
  }

  func exists(_ rows: SQLRelatedRows, _ condition: SQLCondition) -> SQLCondition {
    if condition.constant == false { return .never }
    return .test("EXISTS \(select("1", rows, condition))")
  }

  func notExists(_ rows: SQLRelatedRows, _ condition: SQLCondition) -> SQLCondition {
    if condition.constant == false { return .always }
    return .test("NOT EXISTS \(select("1", rows, condition))")
  }
}

extension Sequence<AST.KeyPath.Component> {
  /// Whether it is `@count` alone.
  fileprivate var isCount: Bool {
    var iterator = makeIterator()
    guard let first = iterator.next() else { return false }
    return first.kind == .collectionOperator && first.name == "count" && iterator.next() == nil
  }
}
