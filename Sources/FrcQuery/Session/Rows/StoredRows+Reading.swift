internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax
internal import FilterableResults

extension StoredRows {
  func conversion(_ libraries: FilterLibraries) throws(ToolError) -> ColumnTypes.Conversion? {
    try store.conversion(libraries)
  }

  func sizeText() -> String { ValueText.count(count(), "row") }

  func visibleCount() -> Int { controller.snapshot.rowCount }

  func sectionCount() -> Int { controller.snapshot.sections.count }

  func visit(
    limit: Int, section: (FilterValue) throws(ToolError) -> Void,
    row: ([UInt8]) throws(ToolError) -> Void
  ) throws(ToolError) {
    var left = limit
    for shown in controller.snapshot.sections where left > 0 {
      try Interrupt.check()
      if hasSections { try section(shown.key) }
      for index in 0..<min(left, shown.count) {
        if let found = shown.row(at: index)?.item { try row(found.json) }
      }
      left -= shown.count
    }
  }

  var visibleRows: [OpenRow] {
    controller.snapshot.sections.flatMap { section in
      (0..<section.count).compactMap { section.row(at: $0)?.item }
    }
  }

  func description(of key: String) -> RowDescription? { nil }

  func unknownKey(in predicate: AST.Predicate, of text: String) -> SyntaxError? { nil }

  func tables() -> RowDescription? { nil }

  func explanation(of predicate: FilterPredicate<FilterValue>, hasPlan: Bool) -> String? { nil }

  func sample(_ count: Int) -> [FilterValue] { visibleRows.prefix(count).map(store.value) }

  var hasCells: Bool { store.hasCells }

  func unfilteredSample(_ count: Int) -> [FilterValue] { rows.prefix(count).map(store.value) }

  func schema(limit: Int?) throws(ToolError) -> RowSchema {
    let rows = rows
    // A whole text on all processors, where all rows are in it.
    if limit == nil, let text = rows.first?.text, text.count == rows.count,
      rows.allSatisfy({ $0.owner === text })
    {
      var schema = RowSchema()
      try RowWork.run(text) {
        let (reader, json) = (RowSchemaReader(), JSONReader())
        return { rows in
          for row in rows {
            reader.add(text.withBytes(text.range(of: row)) { (try? json.read($0)) ?? .null })
          }
          return reader.take()
        }
      } take: { _, part throws(ToolError) in
        schema.add(part)
      }
      return schema
    }
    let reader = RowSchemaReader()
    for row in rows.prefix(limit ?? .max) {
      try Interrupt.check()
      reader.add(store.value(of: row))
    }
    return reader.take()
  }
}
