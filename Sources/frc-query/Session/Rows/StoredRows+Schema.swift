internal import FilterEngine
internal import FilterJSON

extension StoredRows {
  func schema(limit: Int?) throws(ToolError) -> RowSchema {
    let texts = store.texts
    // A whole text on all processors, where all rows are in it.
    if limit == nil, texts.count == 1, texts[0].text.count == count {
      var schema = RowSchema()
      let text = texts[0].text
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
