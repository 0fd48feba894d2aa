internal import FilterEngine
internal import FilterSQL
internal import FilterSyntax
internal import FilterableResults
internal import Synchronization

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension LiveTree: LiveReading {
  var keyField: String? { nil }
  var refreshInterval: Duration? { state.withLock { $0.request.refreshInterval } }

  func setKeyed(_ isKeyed: Bool) {}

  func edits(_ pending: SQLChanges.Pending, _ reader: any SQLReader) throws -> LiveEdits<Item> {
    var (request, expanded) = state.withLock { ($0.request, $0.expanded) }
    (request.limit, request.offset) = (nil, 0)
    let table = request.table.declaration
    guard let column = table.columns.first(where: { $0.field == link }),
      let key = SQLKeyColumn(table, store.dialect)?.column.field
    else { return .all([]) }
    let rows = try FetchPlan(
      request, store.dialect, among: (column, Array(expanded)), orNil: true
    ).rows(reader)
    var children: [FilterValue: [Item]] = [:]
    for item in rows.items {
      children[item.filterValue(forKey: link) ?? .null, default: []].append(item)
    }
    var nodes = Nodes()
    var items: [Item] = []
    var stack = (children[.null] ?? []).reversed().map { (item: $0, depth: 0) }
    while let (item, depth) = stack.popLast() {
      items.append(item)
      guard let own = item.filterValue(forKey: key), nodes.depths[own] == nil else { continue }
      nodes.depths[own] = depth
      if depth > 0 { nodes.parents[own] = item.filterValue(forKey: link) }
      guard expanded.contains(own), let below = children[own] else { continue }
      nodes.withChildren.insert(own)
      stack += below.reversed().map { ($0, depth + 1) }
    }
    let collapsed = nodes.depths.keys.filter { !expanded.contains($0) }
    nodes.withChildren.formUnion(try parents(among: collapsed, request, column, reader))
    let gone = expanded.filter { nodes.depths[$0] == nil }
    let (read, failures) = (nodes, rows.failures)
    state.withLock { state in
      state.owed.formUnion(read.changed(from: state.nodes))
      (state.nodes, state.failures) = (read, failures)
      state.expanded.subtract(gone)
    }
    return .all(items)
  }

  /// The rows among some that have children.
  private func parents(
    among keys: [FilterValue], _ request: SQLFetchRequest<Item>, _ column: SQLColumn,
    _ reader: any SQLReader
  ) throws -> Set<FilterValue> {
    guard !keys.isEmpty else { return [] }
    var found: Set<FilterValue> = []
    let table = request.table.declaration
    let predicate = request.predicate
    let translation = SQLTranslation(
      parents: keys, by: column,
      of: predicate?.syntax ?? .literal(AST.BooleanLiteral(true)), table: table,
      dialect: store.dialect, bindings: request.values, now: Date(),
      libraries: predicate?.libraries ?? .standard, strict: predicate?.isStrict ?? false)
    guard let translation else {
      // The engine has to decide about the children.
      let rows = try FetchPlan(request, store.dialect, among: (column, keys)).rows(reader)
      return Set(rows.items.compactMap { $0.filterValue(forKey: column.field) })
    }
    let select = SQLSelect(translation, columns: table.key, ordersByKey: false)
    try reader.read(select, tests: translation.tests) { cells in
      if let key = SQLKeyColumn.value([cells.value(at: 0)]) { found.insert(key) }
      return true
    }
    return found
  }

  func changedItems(
    _ pending: SQLChanges.Pending, _ reader: any SQLReader
  ) throws -> [FilterValue] {
    state.withLock { state in
      defer { state.owed = [] }
      return Array(state.owed)
    }
  }

  func owe(_ changed: [FilterValue]) { state.withLock { $0.owed.formUnion(changed) } }
}

extension LiveTree.Nodes {
  /// The rows that were shown before and are at another depth since, have got their first child, or lost their last one.
  fileprivate func changed(from old: Self) -> [FilterValue] {
    depths.compactMap { key, depth in
      guard let earlier = old.depths[key] else { return nil }
      let isSame =
        depth == earlier && withChildren.contains(key) == old.withChildren.contains(key)
      return isSame ? nil : key
    }
  }
}
